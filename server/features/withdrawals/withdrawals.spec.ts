import { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../test/app.js';
import { fund, USDT } from '../../test/factories/ledger.js';
import { aUser } from '../../test/factories/users.js';
import { CheckFundPassword, PasswordHasher } from '../security/index.js';
import { VerificationCodes } from '../codes/verification-codes.js';
import { CheckBooks, Ledger } from '../ledger/index.js';
import { TransferMoney } from '../wallet/transfer-money.js';
import { WalletCatalog } from '../wallet/index.js';
import { AddWithdrawalAddress, type NewBookAddress } from '../address-book/add-withdrawal-address.js';
import { ApproveWithdrawal } from './approve-withdrawal.js';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { MarkWithdrawalPaid } from './mark-withdrawal-paid.js';
import { PreviewWithdrawal } from './preview-withdrawal.js';
import { RejectWithdrawal } from './reject-withdrawal.js';
import { RemoveWithdrawalAddress } from '../address-book/remove-withdrawal-address.js';
import { type RequestedWithdrawal, RequestWithdrawal } from './request-withdrawal.js';

const PIN = '582913';
const TRON_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const [ANNA, BERT] = ['7', '8'];

let app: TestApp;
let source: DataSource;
let pinHash: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '10' });
  source = app.application.get(DataSource);
  pinHash = await app.application.get(PasswordHasher).hash(PIN);
});

afterAll(async () => {
  const checked = await app.application
    .get(CheckBooks)
    .execute()
    .finally(() => app.close());
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
  const names = ['L13-withdrawals', 'L17', 'M03', 'M04', 'M05', 'M06', 'M08'];
  expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

interface Saver {
  id: string;
  addressId: string;
}

/** Verified, with a fund password, 1,000 USDT that came in as a deposit would, and an address in the book. */
async function aSaver({ verified = true, funds = '1000' } = {}): Promise<Saver> {
  const { userId: id } = await aUser(app.database.url);
  await source.query('insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())', [
    id,
    pinHash,
  ]);
  if (verified) await verify(id);
  await fund(source, id, funds);
  const network = app.application
    .get(WalletCatalog)
    .networks(USDT)
    .find((way) => way.network === 'TRC20');
  const rows: { id: string }[] = await source.query(
    `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
     values ($1, $2, $3, now(), now()) returning id`,
    [id, network?.id, TRON_ADDRESS],
  );
  return { id, addressId: rows[0]?.id ?? '' };
}

async function verify(userId: string): Promise<void> {
  await source.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at, decided_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now(), null)`,
    [userId, Buffer.from(`id of ${userId}`)],
  );
  await source.query(
    `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
    [userId],
  );
}

const aCode = (userId: string) =>
  app.application.get(VerificationCodes).issue({ target: `user:${userId}`, purpose: 'confirm' });

async function withdraw({ id, addressId }: Saver, values: Partial<RequestedWithdrawal> = {}): Promise<string> {
  const proof = values.proof ?? { fundPassword: PIN, code: await aCode(id) };
  return app.application.get(RequestWithdrawal).execute(
    {
      userId: id,
      currencyId: USDT,
      amount: '100',
      addressId,
      address: null,
      network: null,
      toBank: false,
      remark: '',
      key: null,
      ...values,
      proof,
    },
    'submitted',
  );
}

async function lastOf(userId: string): Promise<{ id: string; status: string; fee: string }> {
  const rows = await source.query(
    'select id, status, trim_scale(fee)::text as fee from withdrawal where user_id = $1 order by id desc limit 1',
    [userId],
  );
  return rows[0];
}

async function aWithdrawal(saver: Saver, values: Partial<RequestedWithdrawal> = {}): Promise<string> {
  await withdraw(saver, values);
  return (await lastOf(saver.id)).id;
}

async function money(userId: string): Promise<{ spot: string; frozen: string }> {
  const rows = await app.application.get(Ledger).balancesOf(userId);
  const of = (name: string) =>
    rows.find(({ kind, currencyId }) => kind === name && currencyId === USDT)?.balance ?? '0';
  return { spot: of('spot'), frozen: of('spot_frozen') };
}

const approve = (withdrawalId: string, operatorId = ANNA) =>
  app.application.get(ApproveWithdrawal).execute({ withdrawalId, operatorId });
const reject = (withdrawalId: string, reason = 'The address is on a list') =>
  app.application.get(RejectWithdrawal).execute({ withdrawalId, operatorId: ANNA, reason });
let paid = 1;
const pay = (withdrawalId: string, transaction = (paid++).toString(16).padStart(64, 'a')) =>
  app.application.get(MarkWithdrawalPaid).execute({ withdrawalId, operatorId: ANNA, transaction });
const cancel = (withdrawalId: string, userId: string) =>
  app.application.get(CancelWithdrawal).execute({ withdrawalId, userId, key: null }, 'done');
const told = async (userId: string): Promise<string[]> =>
  (
    await source.query(
      `select payload->>'state' as state from outbox where user_id = $1 and kind = 'withdrawal' order by sequence`,
      [userId],
    )
  ).map(({ state }: { state: string }) => state);

describe('a withdrawal', () => {
  it('freezes the amount, is released, and leaves less the fee', async () => {
    const saver = await aSaver();
    const id = await aWithdrawal(saver);
    expect(await money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    // 0.1 percent, as it is seeded.
    expect(await lastOf(saver.id)).toEqual({ id, status: 'review', fee: '0.1' });
    await expect(pay(id)).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await approve(id)).toBe('released');
    expect(await money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    await pay(id);
    expect(await money(saver.id)).toEqual({ spot: '900', frozen: '0' });
    expect(await told(saver.id)).toEqual(['pending', 'approved', 'paid']);
    const acts = await source.query(
      `select to_status, operator_id from wallet_act where subject = 'withdrawal' and subject_id = $1 order by id`,
      [id],
    );
    expect(acts).toEqual([
      { to_status: 'review', operator_id: null },
      { to_status: 'approved', operator_id: ANNA },
      { to_status: 'paid', operator_id: ANNA },
    ]);
    for (const late of [() => approve(id), () => reject(id), () => pay(id), () => cancel(id, saver.id)]) {
      await expect(late()).rejects.toMatchObject({ code: 'wallet.decided' });
    }
  });

  it('is given back whole, with the reason, when it is rejected, and when its user cancels it', async () => {
    const saver = await aSaver();
    const rejected = await aWithdrawal(saver);
    await expect(reject(rejected, '  ')).rejects.toMatchObject({ code: 'wallet.reason-required' });
    await approve(rejected);
    await reject(rejected);
    const cancelled = await aWithdrawal(saver);
    await expect(cancel(cancelled, (await aSaver()).id)).rejects.toMatchObject({ code: 'wallet.not-found' });
    await cancel(cancelled, saver.id);
    expect(await money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await told(saver.id)).toEqual(['pending', 'approved', 'rejected', 'pending', 'cancelled']);
  });

  it('above the limit needs two different operators', async () => {
    const saver = await aSaver({ funds: '20000' });
    const id = await aWithdrawal(saver, { amount: '10000.00000001' });
    expect(await approve(id, ANNA)).toBe('second-person');
    await expect(approve(id, ANNA)).rejects.toMatchObject({ code: 'wallet.second-person' });
    await expect(pay(id)).rejects.toMatchObject({ code: 'wallet.decided' });
    expect(await approve(id, BERT)).toBe('released');
  });

  it('is paid by one transaction, and that pays no other', async () => {
    const [one, other] = [await aSaver(), await aSaver()];
    const [first, second] = [await aWithdrawal(one), await aWithdrawal(other)];
    await approve(first);
    await approve(second);
    const hash = 'c0ffee'.padStart(64, '1');
    await pay(first, hash);
    await expect(pay(second, `0x${hash.toUpperCase()}`)).rejects.toMatchObject({
      code: 'withdrawals.transaction-used',
    });
    await expect(pay(second, 'paid')).rejects.toMatchObject({ code: 'deposits.hash-invalid' });
  });

  it('goes to the own bank card', async () => {
    const saver = await aSaver();
    await expect(withdraw(saver, { toBank: true })).rejects.toMatchObject({ code: 'withdrawals.card-missing' });
    await source.query(
      `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at)
       values ($1, 'domestic', 'Ann Example', 'First Bank', '6222021234567890', now(), now())`,
      [saver.id],
    );
    const id = await aWithdrawal(saver, { toBank: true });
    await approve(id);
    await pay(id, 'BANK-REF 17');
    expect((await lastOf(saver.id)).status).toBe('paid');
  });

  it.each<[string, Partial<RequestedWithdrawal>, string]>([
    ['below the minimum', { amount: '9.99999999' }, 'withdrawals.below-minimum'],
    ['of more than there is', { amount: '1000.00000001' }, 'ledger.insufficient-balance'],
    ['with too many decimals', { amount: '100.000000001' }, 'ledger.too-many-decimals'],
    ['of a negative amount', { amount: '-100' }, 'request.invalid'],
    ['without an address', { addressId: null }, 'withdrawals.address-missing'],
    [
      'to an address outside the book',
      { addressId: null, address: TRON_ADDRESS.slice(1) },
      'withdrawals.address-missing',
    ],
    ['to an address of another network', { network: 'ERC20' }, 'withdrawals.address-missing'],
    ['of another coin than the address is for', { currencyId: 4 }, 'withdrawals.address-missing'],
    ['with a wrong code', { proof: { fundPassword: PIN, code: '000000' } }, 'account.code-wrong'],
    ['without a code', { proof: { fundPassword: PIN, code: '' } }, 'account.code-required'],
    [
      'with a wrong fund password',
      { proof: { fundPassword: '918273', code: '000000' } },
      'account.fund-password-wrong',
    ],
  ])('%s is refused and leaves nothing', async (_name, values, code) => {
    const saver = await aSaver();
    await expect(withdraw(saver, values)).rejects.toMatchObject({ code });
    expect(await money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await lastOf(saver.id)).toBeUndefined();
  });

  it('of an unverified user is refused', async () => {
    await expect(withdraw(await aSaver({ verified: false }))).rejects.toMatchObject({ code: 'verification.required' });
  });

  it('waits after a change of the account and for a new address, and says until when', async () => {
    const saver = await aSaver();
    await source.query(
      `insert into account_security_event (user_id, kind, ip, device, at) values ($1, 'password-changed', '', '', now())`,
      [saver.id],
    );
    await expect(withdraw(saver)).rejects.toMatchObject({
      code: 'withdrawals.held',
      parameters: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    });
    const facts = await app.application.get(PreviewWithdrawal).facts(saver.id, USDT);
    expect(facts).toMatchObject({ scale: 8, holds: [{ reason: 'password', until: facts.held_until }] });
    const other = await aSaver();
    await source.query(`update withdrawal_address set usable_at = now() + interval '1 hour' where user_id = $1`, [
      other.id,
    ]);
    await expect(withdraw(other)).rejects.toMatchObject({ code: 'withdrawals.address-held' });
  });

  it("to another user's address, or to one that was deleted, is refused like one that is not there", async () => {
    const [saver, other] = [await aSaver(), await aSaver()];
    await expect(withdraw(saver, { addressId: other.addressId })).rejects.toMatchObject({
      code: 'withdrawals.address-missing',
    });
    await app.application.get(RemoveWithdrawalAddress).execute(saver.id, saver.addressId);
    await expect(withdraw(saver)).rejects.toMatchObject({ code: 'withdrawals.address-missing' });
    await expect(app.application.get(RemoveWithdrawalAddress).execute(saver.id, other.addressId)).rejects.toMatchObject(
      {
        code: 'wallet.not-found',
      },
    );
  });

  it('happens once for one key, although its code is good once only', async () => {
    const saver = await aSaver();
    const proof = { fundPassword: PIN, code: await aCode(saver.id) };
    const twice = [1, 2].map(() => withdraw(saver, { key: 'withdraw-1', proof }));
    expect(await Promise.all(twice)).toEqual(['submitted', 'submitted']);
    expect(await withdraw(saver, { key: 'withdraw-1', proof })).toBe('submitted');
    expect(await money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    await expect(withdraw(saver, { key: 'withdraw-2', proof })).rejects.toMatchObject({ code: 'account.code-wrong' });
  });

  it('is not frozen half-way, nor released half-way', async () => {
    const saver = await aSaver();
    await source.query(`alter table wallet_act add constraint test_stop check (subject <> 'withdrawal') not valid`);
    try {
      await expect(withdraw(saver)).rejects.toThrow('test_stop');
    } finally {
      await source.query('alter table wallet_act drop constraint test_stop');
    }
    expect(await money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
    expect(await lastOf(saver.id)).toBeUndefined();
    const id = await aWithdrawal(saver);
    await source.query(`alter table wallet_act add constraint test_stop check (to_status <> 'rejected') not valid`);
    try {
      await expect(reject(id)).rejects.toThrow('test_stop');
    } finally {
      await source.query('alter table wallet_act drop constraint test_stop');
    }
    expect(await money(saver.id)).toEqual({ spot: '900', frozen: '100' });
  });

  it('in cancel-only is neither taken nor released, but given back', async () => {
    const saver = await aSaver();
    const id = await aWithdrawal(saver);
    await source.query(`update trading_mode set mode = 'cancel-only'`);
    try {
      await expect(withdraw(saver)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
      await expect(approve(id)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
      await cancel(id, saver.id);
    } finally {
      await source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
  });
});

describe('an address of the book', () => {
  const add = async (userId: string, values: Partial<NewBookAddress> = {}) =>
    app.application.get(AddWithdrawalAddress).execute(
      {
        userId,
        currencyId: USDT,
        network: 'ERC20',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        notes: '',
        key: null,
        ...values,
        proof: values.proof ?? { fundPassword: PIN, code: await aCode(userId) },
      },
      'bound',
    );

  it('is added once, after its checksum on its chain', async () => {
    const { id } = await aSaver();
    expect(await add(id)).toBe('bound');
    await expect(add(id, { notes: 'again' })).rejects.toMatchObject({ code: 'withdrawals.address-exists' });
    for (const address of ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', TRON_ADDRESS]) {
      await expect(add(id, { address })).rejects.toMatchObject({ code: 'withdrawals.address-invalid' });
    }
    await expect(add(id, { network: 'BANK' })).rejects.toMatchObject({ code: 'withdrawals.address-invalid' });
    await expect(add(id, { network: null })).rejects.toMatchObject({ code: 'withdrawals.network-required' });
  });

  it('needs a fund password to exist, and the right one where it is sent', async () => {
    const { userId } = await aUser(app.database.url);
    const code = await aCode(userId);
    await expect(add(userId, { proof: { fundPassword: null, code } })).rejects.toMatchObject({
      code: 'account.fund-password-missing',
    });
    const { id } = await aSaver();
    await expect(add(id, { proof: { fundPassword: '918273', code: '1' } })).rejects.toMatchObject({
      code: 'account.fund-password-wrong',
    });
    await app.application.get(CheckFundPassword).execute(id, PIN);
    expect(await add(id, { proof: { fundPassword: null, code: await aCode(id) } })).toBe('bound');
  });

  it('that is one of our deposit addresses is refused', async () => {
    const { id } = await aSaver();
    const network = app.application
      .get(WalletCatalog)
      .networks(USDT)
      .find((way) => way.network === 'ERC20');
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await source.query(
      `insert into deposit_pool (coin_network_id, chain, address, added_at) values ($1, 'ethereum', $2, now())`,
      [network?.id, address],
    );
    await expect(add(id, { address })).rejects.toMatchObject({ code: 'withdrawals.address-ours' });
  });
});

/** Pairs of commands that meet, as many as RACES says; 50 by default. */
describe('at the same time', () => {
  const RACES = Number(process.env.RACES ?? 50);
  const won = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length;
  const refusals = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code ?? String(result.reason)] : []));

  async function race(name: string, pair: (index: number) => Promise<void>): Promise<void> {
    for (let index = 0; index < RACES; index += 5) {
      await Promise.all(Array.from({ length: 5 }, (_, offset) => pair(index + offset)));
    }
    const [{ deadlocks }] = await source.query(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    expect({ name, deadlocks }).toEqual({ name, deadlocks: '0' });
  }

  /** Both carry a code that is good, as two devices would. */
  const withdrawTwice = async (saver: Saver, amount: string) => {
    const proof = { fundPassword: PIN, code: await aCode(saver.id) };
    return Promise.allSettled([
      withdraw(saver, { amount, proof, key: `first-${saver.id}` }),
      withdraw(saver, { amount, proof, key: `second-${saver.id}` }),
    ]);
  };

  it('two withdrawals with one code: one goes on', async () => {
    await race('withdraw, withdraw', async () => {
      const saver = await aSaver();
      const results = await withdrawTwice(saver, '600');
      expect(won(results)).toBe(1);
      expect(refusals(results)).toEqual(['account.code-wrong']);
      expect(await money(saver.id)).toEqual({ spot: '400', frozen: '600' });
    });
  });

  it('a withdrawal and a transfer of the same money: one goes on', async () => {
    await race('withdraw, transfer', async (index) => {
      const saver = await aSaver();
      const results = await Promise.allSettled([
        withdraw(saver, { amount: '600' }),
        app.application.get(TransferMoney).execute(
          {
            userId: saver.id,
            from: 'spot',
            to: 'contract',
            currencyId: USDT,
            amount: '600',
            key: `race-${index}-00`,
          },
          'done',
        ),
      ]);
      expect(won(results)).toBe(1);
      expect((await money(saver.id)).spot).toBe('400');
    });
  });

  it('the fourth of the day, four at once: one place, one goes on', async () => {
    const seeded = (saver: Saver) =>
      source.query(
        `insert into withdrawal (user_id, currency_id, coin_network_id, address_id, destination, amount, fee,
           verified_level, local_day, chain, created_at, updated_at)
         select a.user_id, 3, a.coin_network_id, a.id, jsonb_build_object('address', a.address), 10, 0, 1,
           (now() at time zone 'UTC')::date, 'tron', now(), now()
           from withdrawal_address a, generate_series(1, 2) where a.id = $1 returning id`,
        [saver.addressId],
      );
    await source.query('alter table withdrawal disable trigger withdrawal_keep_course');
    await race('fourth of the day', async () => {
      const saver = await aSaver();
      await source.query(`delete from account_code where target = $1`, [`user:${saver.id}`]);
      await seeded(saver);
      // Without a contact there is no code to bring, so that only the count decides.
      await source.query('update account_user set email = null, email_key = null where id = $1', [saver.id]);
      const proof = { fundPassword: PIN, code: '' };
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map((n) => withdraw(saver, { key: `place-${n}-${saver.id}`, proof })),
      );
      expect(won(results)).toBe(1);
      expect(new Set(refusals(results))).toEqual(new Set(['withdrawals.too-many-today']));
      // The two that were put there hold no money: they are taken away for the books.
      await source.query('delete from withdrawal where user_id = $1 and amount = 10', [saver.id]);
    });
    await source.query('alter table withdrawal enable trigger withdrawal_keep_course');
  });

  it('release, rejection and cancellation of one withdrawal: one goes on', async () => {
    await race('decisions', async () => {
      const saver = await aSaver();
      const id = await aWithdrawal(saver);
      const results = await Promise.allSettled([
        approve(id),
        cancel(id, saver.id),
        approve(id, BERT),
        cancel(id, saver.id),
      ]);
      const { status } = await lastOf(saver.id);
      expect(['approved', 'cancelled']).toContain(status);
      // Two cancellations of one client are one command.
      expect(won(results)).toBe(status === 'approved' ? 1 : 2);
      expect((await money(saver.id)).frozen).toBe(status === 'approved' ? '100' : '0');
    });
  });

  it('an address deleted while money is sent to it: one of the two orders', async () => {
    await race('delete, withdraw', async () => {
      const saver = await aSaver();
      const [, withdrawal] = await Promise.allSettled([
        app.application.get(RemoveWithdrawalAddress).execute(saver.id, saver.addressId),
        withdraw(saver),
      ]);
      const { frozen } = await money(saver.id);
      expect(frozen).toBe(withdrawal.status === 'fulfilled' ? '100' : '0');
    });
  });
});
