import { fund, BTC } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { giveFundPassword } from './known-person.js';
import type { PageWorld } from './page-world.js';
import { soon } from './product.js';

const BITCOIN = { currency_id: '1', legal_id: '3' };
export const PIN = '582913';
/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const PRICED_MS = 60_000;

/** A user with something of every kind, in figures as long as they get. */
export interface RichUser extends TestUser {
  trustOrder: string;
}

/** Money on every account, orders and positions that are open and that are over, and a known person behind them. */
export async function aRichUser(world: PageWorld): Promise<RichUser> {
  const user = await world.aVerifiedUser();
  const { source } = world;
  await giveFundPassword(world.app, user.userId, PIN);
  await source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [user.userId]);
  await fund(source, user.userId, '12345678901.12345678');
  await fund(source, user.userId, '98765432.87654321', { currencyId: BTC });
  for (const kind of ['contract', 'option'] as const) await fund(source, user.userId, '1234567890.12345678', { kind });
  const call = async (path: string, fields: Record<string, string>) => {
    // A price may be a moment too old: nothing is ordered at it then.
    await soon(async () => {
      const { type, code, message } = await world.call.post(path, fields, { token: user.token });
      if (type !== 'ok') throw new Error(`${path}: ${code} ${JSON.stringify(message)}`);
    }, PRICED_MS);
  };
  await call('coin/trade', { ...BITCOIN, type: '1', amount: '0.12345', target_price: '0' });
  await call('coin/trade', { ...BITCOIN, type: '1', amount: '456.78901', target_price: '1000.01' });
  await call('lever/submit', { ...BITCOIN, share: '2', multiple: '20', type: '1', status: '1', target_price: '' });
  await call('lever/submit', { ...BITCOIN, share: '3', multiple: '5', type: '2', status: '1', target_price: '' });
  await call('wallet/change', {
    number: '1234567.12345678',
    currency_id: '3',
    from_field: 'change',
    to_field: 'lever',
  });
  const [product] = await source.query(`select id from trust_product order by id limit 1`);
  await call('lh/deposit', {
    config_id: String(product.id),
    amount: '9000',
    agreement: '1',
    account_type: 'real_account',
  });
  const [trust] = await source.query('select id from trust_order where user_id = $1', [user.userId]);
  return { ...user, trustOrder: trust.id };
}
