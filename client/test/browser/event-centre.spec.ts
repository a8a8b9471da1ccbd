import { join } from 'node:path';
import { Outbox } from '../../../server/platform/outbox/outbox.js';
import { Transactions } from '../../../server/platform/database/transactions.store.js';
import type { AccountEventPayload } from '../../../server/contract/events.dto.js';
import { fund, USDT } from '../../../server/test/factories/ledger.js';
import { faultsOf } from './layout.js';
import { PageWorld } from './page-world.js';
import { eventually, soon } from './product.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';

const WORDS = {
  en: {
    bell: 'Notices',
    unread: '1 unread',
    credited: '1,150.5 USDT of your deposit are on your account',
    refused: /Your withdrawal of 60 USDT was refused and the money is back: The name is another one/,
    liquidated: 'Your BTC/USDT position was liquidated at 54,000.5',
    warned: 'Your BTC/USDT position is near liquidation: add margin or close a part',
  },
  zh: {
    bell: '通知',
    unread: '1 条未读',
    credited: '您充值的 1,150.5 USDT 已到账',
    refused: /您的提现 60 USDT 被拒绝，资金已退回：The name is another one/,
    liquidated: '您的 BTC/USDT 持仓已被强平，价格 54,000.5',
    warned: '您的 BTC/USDT 持仓接近强平：请追加保证金或部分平仓',
  },
} as const;
const PATIENCE_MS = 120_000;
const SHOTS = process.env.EVENT_PICTURES;

let world: PageWorld;
beforeAll(async () => {
  world = await PageWorld.open({ ROLES: 'gateway,worker,feed' });
}, 240_000);
afterAll(() => world?.close());

async function happens<Kind extends 'deposit' | 'withdrawal' | 'liquidation'>(
  userId: string,
  kind: Kind,
  payload: AccountEventPayload<Kind>,
): Promise<void> {
  const outbox = world.app.application.get(Outbox);
  await world.app.application.get(Transactions).run((tx) => outbox.append(tx, userId, kind, payload));
}

const credited = (userId: string) =>
  happens(userId, 'deposit', {
    entity: 'deposit:1',
    entityVersion: 1,
    depositId: '1',
    currencyId: USDT,
    amount: '1150.5',
    state: 'credited',
    confirmations: null,
    reason: null,
  });
const refused = (userId: string) =>
  happens(userId, 'withdrawal', {
    entity: 'withdrawal:1',
    entityVersion: 2,
    withdrawalId: '1',
    currencyId: USDT,
    amount: '60',
    fee: '1',
    state: 'rejected',
    transactionHash: null,
    reason: 'The name is another one',
  });
const liquidated = (userId: string) =>
  happens(userId, 'liquidation', {
    entity: 'liquidation:1',
    entityVersion: 1,
    reportId: '1',
    positionId: '1',
    marketId: 1,
    kind: 'full',
    demo: false,
    lots: 1,
    lotsLeft: 0,
    price: '54000.5',
    mark: '54001',
  });

describe.each(JOURNEY_LANGUAGES)('what happened to the money, in %s', (language) => {
  const words = WORDS[language];

  it('is said wherever the user is, marked at the bell, listed, read once, and leads to its page', async () => {
    const user = await world.aUser();
    const { page, context, complaints } = await world.openAs(user, language);
    const shot = async (name: string) => {
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-${name}.png`) });
    };
    const bell = page.getByRole('link', { name: words.bell });
    await world.go(page, '/pages/index/index');
    expect(await page.getByText(words.unread, { exact: true }).count()).toBe(0);
    await credited(user.userId);
    await page.getByRole('status').getByText(words.credited).waitFor();
    await page.getByText(words.unread, { exact: true }).waitFor({ state: 'attached' });
    await shot('home');
    await bell.first().click();
    await world.go(page, '/pages/notice/index?kind=own');
    await page.getByRole('link', { name: words.credited }).waitFor();
    // One that comes while the list is open is in it at once.
    await refused(user.userId);
    await page.getByRole('link', { name: words.refused }).waitFor();
    await liquidated(user.userId);
    await page.getByRole('link', { name: words.liquidated }).waitFor();
    await shot('list');
    expect(await faultsOf(page, [page.url()], { language, ruled: true })).toEqual([]);
    await world.go(page, '/pages/index/index');
    await soon(async () => expect(await page.getByText(words.unread).count()).toBe(0));
    await world.go(page, '/pages/notice/index?kind=own');
    await page.getByRole('link', { name: words.refused }).click();
    await page.waitForURL(/\/pages\/assets\/withdraw\/index/);
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);

  it('a margin that runs short is warned of while there is time, and the notice leads to the position', async () => {
    const user = await world.aUser();
    await world.source.query(`update account_user set created_at = now() - interval '1 year' where id = $1`, [
      user.userId,
    ]);
    await fund(world.source, user.userId, '10000', { kind: 'contract' });
    const { page, context, complaints } = await world.openAs(user, language);
    page.setDefaultTimeout(PATIENCE_MS);
    const order = { currency_id: '1', legal_id: '3', type: '1', status: '1', target_price: '' };
    const size = { share: '10', multiple: '20', margin_mode: 'isolated' };
    await soon(
      async () =>
        expect(await world.call.post('lever/submit', { ...order, ...size }, { token: user.token })).toMatchObject({
          type: 'ok',
        }),
      PATIENCE_MS,
    );
    await world.go(page, '/pages/index/index');
    const kinds = async (): Promise<string[]> => {
      const rows: { kind: string }[] = await world.source.query(
        `select kind from account_notice where user_id = $1 and kind ~ '^(margin|liquidated)' order by id`,
        [user.userId],
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual([]);
    // Most of the way at once, and then step by step, until what is left of the margin is warned of.
    for (let steps = 0; steps < 60 && (await kinds()).length === 0; steps += 1) {
      const judged = await lastSecond();
      await world.crash('BTC/USDT', steps === 0 ? 0.035 : 0.0008, 1);
      await eventually(async () => (await lastSecond()) > judged + 2, 'the price to go on', PATIENCE_MS);
    }
    expect((await kinds())[0]).toBe('margin-warning');
    await page.getByRole('status').getByText(words.warned).waitFor();
    await world.go(page, '/pages/notice/index?kind=own');
    const notice = page.getByRole('link', { name: words.warned });
    await notice.waitFor();
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${language}-warned.png`) });
    await notice.click();
    await page.waitForURL(/\/pages\/contract\/index/);
    expect(complaints).toEqual([]);
    await context.close();
  }, 480_000);
});

async function lastSecond(): Promise<number> {
  const [row] = await world.source.query<{ at: number }[]>(
    `select extract(epoch from max(s.second))::float8 as at from price_sample s join market m on m.id = s.market_id
      where m.symbol = 'BTC/USDT'`,
  );
  return row?.at ?? 0;
}
