import { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, fund, USDT } from '../../../test/factories/ledger.js';
import { CheckBooks, Ledger } from '../ledger/index.js';
import { AdjustBalance } from './adjust-balance.js';

let app: TestApp;
let source: DataSource;
let adjust: AdjustBalance;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.application.get(DataSource);
  adjust = app.application.get(AdjustBalance);
});

afterAll(async () => {
  const checked = await app.application
    .get(CheckBooks)
    .execute()
    .finally(() => app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  expect(checked.map(({ name }) => name)).toContain('M09');
});

const propose = (userId: string, amount = '5', reason = 'Goodwill') =>
  adjust.propose({ userId, account: 'spot', currencyId: USDT, amount, reason, operatorId: '1' });
const spotOf = async (userId: string) => (await app.application.get(Ledger).balancesOf(userId))[0]?.balance ?? '0';

describe('a change by hand', () => {
  it('is booked by another operator than the one who proposed it, once, and told to the user', async () => {
    const user = await aUserId(source);
    const adjustmentId = await propose(user);
    await expect(adjust.approve({ adjustmentId, operatorId: '1' })).rejects.toMatchObject({
      code: 'wallet.second-person',
    });
    expect(await spotOf(user)).toBe('0');
    const results = await Promise.allSettled(
      ['2', '3'].map((operatorId) => adjust.approve({ adjustmentId, operatorId })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await spotOf(user)).toBe('5');
    const events = await source.query(`select payload->>'delta' as delta from outbox where user_id = $1`, [user]);
    expect(events).toEqual([{ delta: '5' }]);
  });

  it('takes money only where there is some, and moves nothing when it is rejected', async () => {
    const user = await aUserId(source);
    await fund(source, user, '3');
    const adjustmentId = await propose(user, '-5');
    await expect(adjust.approve({ adjustmentId, operatorId: '2' })).rejects.toMatchObject({
      code: 'ledger.insufficient-balance',
    });
    await adjust.reject({ adjustmentId, operatorId: '1' });
    await expect(adjust.approve({ adjustmentId, operatorId: '2' })).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await spotOf(user)).toBe('3');
  });

  it('needs a reason and an amount', async () => {
    const user = await aUserId(source);
    await expect(propose(user, '5', ' ')).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await expect(propose(user, '--5')).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(propose(user, '0')).rejects.toMatchObject({ code: 'request.invalid' });
  });
});
