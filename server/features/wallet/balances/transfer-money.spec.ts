import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { aUserId, BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { Ledger } from '../ledger/index.js';
import { type Transfer, TransferMoney } from './transfer-money.js';

let app: TestApp;
let source: DataSource;
let transfers: TransferMoney;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  transfers = app.application.get(TransferMoney);
});

afterAll(() => closeInOrder(app, ['L01', 'L15', 'M07']));

function send(userId: string, values: Partial<Transfer> = {}): Promise<void> {
  return transfers.execute({
    userId,
    from: 'spot',
    to: 'contract',
    currencyId: USDT,
    amount: '10',
    key: null,
    ...values,
  });
}

async function balances(userId: string): Promise<Record<string, string>> {
  const rows = await app.application.get(Ledger).balancesOf(userId);
  return Object.fromEntries(rows.map(({ kind, currencyId, balance }) => [`${kind}:${currencyId}`, balance]));
}

const events = (userId: string) =>
  source.query('select kind, payload from outbox where user_id = $1 order by sequence', [userId]);
const records = (userId: string) =>
  source.query(
    'select from_account, to_account, trim_scale(amount)::text as amount from wallet_transfer where user_id = $1',
    [userId],
  );

describe('a transfer', () => {
  it('moves the amount, keeps a record and tells the user both balances', async () => {
    const user = await aUserId(source);
    await fund(source, user, '100');
    await expect(send(user, { amount: '40.5' })).resolves.toBeUndefined();
    expect(await balances(user)).toEqual({ 'spot:3': '59.5', 'contract:3': '40.5' });
    expect(await records(user)).toEqual([{ from_account: 'spot', to_account: 'contract', amount: '40.5' }]);
    const sent = await events(user);
    expect(sent.map(({ kind }: { kind: string }) => kind)).toEqual(['transfer', 'balance', 'balance']);
    expect(sent[0].payload).toMatchObject({ amount: '40.5', from: 'spot', to: 'contract', currencyId: 3 });
    expect(sent[1].payload).toMatchObject({
      entity: 'balance:spot:3',
      entityVersion: 2,
      account: 'spot',
      delta: '-40.5',
      after: '59.5',
      reason: 'wallet.transfer',
      demo: false,
    });
    expect(sent[2].payload).toMatchObject({ entity: 'balance:contract:3', entityVersion: 1, after: '40.5' });
  });

  it('goes between every two accounts, the trust account too', async () => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    for (const [from, to] of [
      ['spot', 'trust'],
      ['trust', 'option'],
      ['option', 'contract'],
      ['contract', 'spot'],
    ] as const) {
      await send(user, { from, to });
    }
    expect(await balances(user)).toMatchObject({ 'spot:3': '10', 'trust:3': '0', 'option:3': '0', 'contract:3': '0' });
  });

  it.each<[string, Partial<Transfer>, string]>([
    ['the same account', { to: 'spot' }, 'wallet.same-account'],
    ['an account that nothing of ours is in', { to: null }, 'wallet.account-unavailable'],
    ['a coin that the other account does not hold', { currencyId: 6 }, 'wallet.account-unavailable'],
    ['a currency that is unknown', { currencyId: 999_999 }, 'wallet.unknown-currency'],
    ['more than there is', { amount: '10.00000001' }, 'wallet.transfer-insufficient'],
    ['money of another currency', { currencyId: BTC, amount: '1' }, 'wallet.transfer-insufficient'],
    ['too many decimals', { amount: '1.000000001' }, 'ledger.too-many-decimals'],
    ['nothing', { amount: '0' }, 'request.invalid'],
    ['less than nothing', { amount: '-1' }, 'request.invalid'],
    ['a power of ten', { amount: '1e2' }, 'request.invalid'],
    ['no number', { amount: 'NaN' }, 'request.invalid'],
  ])('is refused for %s, and nothing is left of it', async (_name, values, code) => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    await expect(send(user, values)).rejects.toMatchObject({ code });
    expect(await balances(user)).toEqual({ 'spot:3': '10' });
    expect(await events(user)).toEqual([]);
    expect(await records(user)).toEqual([]);
  });

  it('happens once for one key, for a body that comes twice at once, and again after the window', async () => {
    const user = await aUserId(source);
    await fund(source, user, '100');
    await Promise.all([send(user, { key: 'one-12345' }), send(user, { key: 'one-12345' })]);
    await send(user, { key: 'one-12345' });
    expect(await balances(user)).toMatchObject({ 'contract:3': '10' });
    await expect(send(user, { key: 'one-12345', amount: '11' })).rejects.toMatchObject({
      code: 'request.key-reused',
    });
    await Promise.all(Array.from({ length: 5 }, () => send(user, { amount: '1' })));
    expect(await balances(user)).toMatchObject({ 'contract:3': '11' });
    await source.query(`update idempotent_command set created_at = created_at - interval '4 s' where user_id = $1`, [
      user,
    ]);
    await send(user, { amount: '1' });
    expect(await balances(user)).toMatchObject({ 'contract:3': '12' });
  });

  it('leaves nothing, not even its key, when it fails half-way', async () => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    await source.query(`alter table outbox add constraint test_stop check (kind <> 'transfer') not valid`);
    try {
      await expect(send(user)).rejects.toThrow('test_stop');
    } finally {
      await source.query('alter table outbox drop constraint test_stop');
    }
    expect(await balances(user)).toEqual({ 'spot:3': '10' });
    expect(await records(user)).toEqual([]);
    await expect(send(user)).resolves.toBeUndefined();
  });

  it('is refused while the product is in cancel-only', async () => {
    const user = await aUserId(source);
    await fund(source, user, '10');
    await source.query(`update trading_mode set mode = 'cancel-only'`);
    try {
      await expect(send(user)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    } finally {
      await source.query(`update trading_mode set mode = 'open'`);
    }
  });

  it('never overdraws nor deadlocks, whoever transfers which way at the same time', async () => {
    const user = await aUserId(source);
    await fund(source, user, '30');
    await fund(source, user, '30', { kind: 'contract' });
    const tries = Array.from({ length: 50 }, (_, index) =>
      Promise.allSettled([
        send(user, { amount: '20', key: `there-${index}-00` }),
        send(user, { from: 'contract', to: 'spot', amount: '20', key: `back-${index}-00` }),
      ]),
    );
    const results = (await Promise.all(tries)).flat();
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.every(({ reason }) => reason.code === 'wallet.transfer-insufficient')).toBe(true);
    const { 'spot:3': spot, 'contract:3': contract } = await balances(user);
    expect(Number(spot) + Number(contract)).toBe(60);
    expect((await records(user)).length).toBe(results.length - refused.length);
  });
});
