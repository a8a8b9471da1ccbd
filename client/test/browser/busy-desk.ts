import { randomBytes } from 'node:crypto';
import { anArticle } from '../../../server/test/factories/news.js';
import { aSale } from '../../../server/test/factories/ieo.js';
import { anOperator, callDesk } from '../../../server/test/factories/operators.js';
import { anOffer, offerTerms } from '../../../server/test/factories/subscription.js';
import { WithdrawalWorld } from '../../../server/test/factories/withdrawal-world.js';
import type { PageWorld } from './page-world.js';
import { DESK_SECTIONS } from './page-paths.js';
import type { RichUser } from './rich-user.js';

/** Has no place to break at. */
const LONG = 'W'.repeat(60);

/** Lets something of many kinds wait at the desk. @returns every page of the desk, with those of single cases. */
export async function aBusyDesk(world: PageWorld, user: RichUser): Promise<string[]> {
  const { source } = world;
  const call = async (path: string, fields: Record<string, string>, token = user.token) => {
    const { type, code, message } = await world.call.post(path, fields, { token });
    if (type !== 'ok') throw new Error(`${path}: ${code} ${JSON.stringify(message)}`);
  };
  const by = await anOperator(source, 'settings', 'support', 'treasurer');
  const propose = async (path: string, body: object) => {
    const { type, code, message } = await callDesk(world.app.url, path, { by, body });
    if (type !== 'ok') throw new Error(`${path}: ${code} ${JSON.stringify(message)}`);
  };
  const stranger = await world.aUser();
  const hash = randomBytes(32).toString('hex');
  await call('wallet/charge_req', {
    currency: '3',
    amount: '1234567.5',
    account: '',
    imgs: '',
    type: '0',
    sub_type: 'TRC20',
    hash,
  });
  const people = await WithdrawalWorld.over(world.app);
  await people.aWithdrawal(await people.aSaver({ funds: '12345' }), { amount: '1234.5' });
  const person = { country: 'Japan', name: LONG, card_id: 'TK1234567', address: LONG };
  await call('user/real_name', person, stranger.token);
  await call('help/chat/line', { text: LONG });
  await call('complaints/write', { subject: 'withdrawal', text: LONG });
  const texts = [{ language: 'en', title: LONG, text: LONG }];
  await propose('incidents', { kind: 'incident', parts: ['deposits'], state: 'investigating', texts });
  await propose('reference/rates', { currency: 'USDT', yuan: '7.25', reason: LONG });
  await anArticle(source, { texts: { en: { title: LONG } } });
  await aSale(source, { at: Date.now() });
  await anOffer(source, offerTerms(Date.now()));

  const cases: readonly [section: string, table: string, more?: string][] = [
    ['deposits', 'deposit', '?status=all'],
    ['withdrawals', 'withdrawal', '?status=all'],
    ['verification', 'verification_case', '?status=all'],
    ['help', 'help_chat'],
    ['complaints', 'complaint'],
    ['proposals', 'operator_proposal', '?status=all'],
    ['articles', 'news_article'],
    ['sales', 'ieo_project'],
    ['subscriptions', 'subscription_offer'],
  ];
  const paths = [...DESK_SECTIONS];
  for (const [section, table, more = ''] of cases) {
    const rows = await source.query<{ id: string }[]>(`select id from ${table} order by id desc limit 1`);
    paths.push(`/ops/${section}/${rows[0]?.id}${more}`);
  }
  return [
    ...paths,
    `/ops/users/${user.userId}`,
    `/ops/users/${user.userId}?tab=records`,
    `/ops/users/${user.userId}?tab=records&kind=deposit`,
    '/ops/proposals/adjust',
    '/ops/articles/new',
    '/ops/find?text=1',
    '/ops/books?tab=accounts',
    '/ops/books?tab=journals',
    '/ops/audit?tab=looks',
  ];
}
