import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { violationsOf } from '../../../test/factories/books.js';
import { USDT } from '../../../test/factories/ledger.js';
import { CARD, type Saver, TRON_ADDRESS, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { GetBankCard, IsOwnCard } from '../../account/profile/index.js';
import { WithdrawalAddressesStore, WithdrawalNetworks } from '../address-book/index.js';
import { RemoveWithdrawalAddress } from '../address-book/remove-withdrawal-address.js';
import { WalletCatalog } from '../balances/index.js';
import { FindDestination } from './find-destination.js';
import { IsReached } from './is-reached.js';
import { MayWithdraw } from './may-withdraw.js';
import { WithdrawalsStore } from './withdrawals.store.js';

const HERE = { ip: '127.0.0.1', userAgent: 'test' };

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

describe('who may ask', () => {
  /** Whoever may not withdraw is told so, and is not asked who it is: a try that is wrong is no try. */
  const wrong = () => world.proof('000000', '918273');
  const tries = async (userId: string) => {
    const rows = await world.source.query('select wrong from account_fund_password where user_id = $1 and wrong > 0', [
      userId,
    ]);
    return rows.length;
  };

  it.each<[string, () => Promise<Saver>, string, string]>([
    ['unverified', () => world.aSaver({ verified: false }), '100', 'verification.required'],
    [
      'held',
      async () => {
        const saver = await world.aSaver();
        await world.source.query(
          `insert into account_security_event (user_id, kind, ip, device, at) values ($1, 'password-changed', '', '', now())`,
          [saver.id],
        );
        return saver;
      },
      '100',
      'withdrawals.held',
    ],
    [
      'with three today',
      async () => {
        const saver = await world.aSaver();
        for (const amount of ['10', '11', '12']) await world.aWithdrawal(saver, { amount });
        return saver;
      },
      '100',
      'withdrawals.too-many-today',
    ],
    [
      'with more than may be asked for',
      () => world.aSaver({ funds: '9000000' }),
      '8999999',
      'withdrawals.above-maximum',
    ],
  ])('%s is told so before who it is', async (_name, make, amount, code) => {
    const saver = await make();
    await expect(world.withdraw(saver, { amount, proof: wrong() })).rejects.toMatchObject({ code });
    expect(await tries(saver.id)).toBe(0);
  });

  it('is asked once more when the user is locked', async () => {
    const may = world.get(MayWithdraw);
    const stranger = await world.aSaver({ verified: false });
    await expect(world.transaction((tx) => may.assertLocked(tx, stranger.id))).rejects.toMatchObject({
      code: 'verification.required',
    });
    const saver = await world.aSaver();
    for (const amount of ['10', '11', '12']) await world.aWithdrawal(saver, { amount });
    await expect(world.transaction((tx) => may.assertLocked(tx, saver.id))).rejects.toMatchObject({
      code: 'withdrawals.too-many-today',
    });
  });

  it('stands on the withdrawal as it was asked for', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver, { remark: 'rent' });
    expect(await world.rowOf(id)).toMatchObject({
      user_id: saver.id,
      verified_level: 1,
      chain: 'tron',
      remark: 'rent',
      address_id: saver.addressId,
      version: 1,
    });
  });
});

describe('what was asked for of a day', () => {
  const set = (aDay: string | null) =>
    world.source.query('update adjustment_cap set withdrawal_day = $2 where currency_id = $1', [USDT, aDay]);
  const asked = (userId: string, currencyId = USDT) =>
    world.get(WithdrawalsStore).askedOfDay(userId, currencyId, new Date());

  afterEach(() => set(null));

  it('is that of the user, of the coin and of this UTC day', async () => {
    const saver = await world.aSaver();
    expect((await asked(saver.id)).asked).toBe('0');
    await world.aWithdrawal(saver, { amount: '40' });
    await world.aWithdrawal(await world.aSaver(), { amount: '70' });
    expect((await asked(saver.id)).asked).toBe('40');
    expect((await asked(saver.id, 1)).asked).toBe('0');
    await world.aWithdrawal(saver, { amount: '50' });
    const yesterday = await world.aWithdrawal(saver, { amount: '60' });
    await world.rewrite('update withdrawal set local_day = local_day - 1, stamped = false where id = $1', [yesterday]);
    expect((await asked(saver.id)).asked).toBe('90');
    expect(await world.get(MayWithdraw).leftToday(saver.id)).toBe(1);
  });

  it('may be all of the maximum at once; where less may be asked for since, nothing is left, and not less', async () => {
    await set('300');
    const saver = await world.aSaver();
    await world.aWithdrawal(saver, { amount: '300' });
    await set('200');
    await expect(world.withdraw(saver, { amount: '10' })).rejects.toMatchObject({
      code: 'withdrawals.above-day-maximum',
      parameters: { maximum: '200 USDT', left: '0 USDT' },
    });
  });
});

describe('its destination', () => {
  const lock = async (saver: Saver, { target = TRON_ADDRESS, toBank = false, now = Date.now() } = {}) => {
    const networks = world.get(WalletCatalog).networks(USDT);
    const network = networks.find((way) => way.network === (toBank ? 'BANK' : 'TRC20'));
    if (!network) throw new Error('There is no such network.');
    const addresses = world.get(WithdrawalAddressesStore);
    const rows = await addresses.live(saver.id);
    const destination = new FindDestination(
      addresses,
      world.get(GetBankCard),
      world.get(IsOwnCard),
      world.get(WalletCatalog),
      world.get(WithdrawalNetworks),
      new IsReached(world.get(WithdrawalsStore), new FakeClock(now)),
    );
    return (meanwhile: () => Promise<unknown>) =>
      meanwhile().then(() =>
        world.transaction((tx) =>
          destination.lock(tx, saver.id, { address: toBank ? null : (rows[0] ?? null), target, network }),
        ),
      );
  };

  it('is no address that was deleted since', async () => {
    const saver = await world.aSaver();
    const locked = await lock(saver);
    await expect(
      locked(() => world.get(RemoveWithdrawalAddress).execute(saver.id, saver.addressId, HERE)),
    ).rejects.toMatchObject({ code: 'withdrawals.address-missing' });
  });

  it('is the card that was proven, and no other one since', async () => {
    const saver = await world.aSaver();
    await world.aCard(saver);
    const same = await lock(saver, { toBank: true, target: CARD });
    expect(await same(async () => undefined)).toEqual({
      address: CARD,
      network: 'BANK',
      holder: 'Ann Example',
      bank: 'First Bank',
      plainlyProven: false,
    });
    await expect(
      (await lock(saver, { toBank: true, target: '4111111111111111' }))(async () => undefined),
    ).rejects.toMatchObject({
      code: 'withdrawals.card-missing',
    });
  });

  it('is a new card from the very instant that was announced', async () => {
    const saver = await world.aSaver();
    const usableAt = 2_000_000_000_000;
    await world.aCard(saver, { usableAt: new Date(usableAt) });
    const at = async (now: number) => (await lock(saver, { toBank: true, target: CARD, now }))(async () => undefined);
    await expect(at(usableAt - 1)).rejects.toMatchObject({
      code: 'withdrawals.card-held',
      parameters: { until: expect.stringMatching(/^2033-05-18/) },
    });
    await expect(at(usableAt)).resolves.toMatchObject({ address: CARD });
  });

  it('is no card of somebody else', async () => {
    const saver = await world.aSaver();
    await world.aCard(saver, { name: 'Bert Example' });
    await expect(world.withdraw(saver, { toBank: true })).rejects.toMatchObject({ code: 'account.card-name-differs' });
  });
});

describe('the transaction that paid it', () => {
  it('pays no other one, of the same chain or under the name of another', async () => {
    const saver = await world.aSaver();
    const [ether] = await world.source.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
       select $1, id, $2, now(), now() from coin_network where currency_id = $3 and network = 'ERC20' returning id`,
      [saver.id, `0x${'1'.repeat(40)}`, USDT],
    );
    const tron = [await world.aWithdrawal(saver), await world.aWithdrawal(saver)];
    const other = await world.aWithdrawal({ ...saver, addressId: ether.id });
    for (const id of [...tron, other]) await world.approve(id);
    const hash = 'feed'.padStart(64, '4');
    await world.pay(tron[0] ?? '', hash);
    for (const id of [tron[1] ?? '', other]) {
      await expect(world.pay(id, hash)).rejects.toMatchObject({ code: 'withdrawals.transaction-used' });
    }
    await world.pay(other, 'feed'.padStart(64, '5'));
    expect(await world.rowOf(other)).toMatchObject({ status: 'paid', chain_tx: 'feed'.padStart(64, '5') });
  });

  it('of a bank is a reference or a hash, and nothing else', async () => {
    const saver = await world.aSaver();
    await world.aCard(saver);
    const id = await world.aWithdrawal(saver, { toBank: true });
    await world.approve(id);
    for (const reference of ['ab', 'x'.repeat(129), 'REF;17']) {
      await expect(world.pay(id, reference)).rejects.toMatchObject({ code: 'deposits.hash-invalid' });
    }
    await world.pay(id, 'abc');
  });

  it('of a bank is one in whatever spelling', async () => {
    const saver = await world.aSaver();
    await world.aCard(saver);
    const ids = [await world.aWithdrawal(saver, { toBank: true }), await world.aWithdrawal(saver, { toBank: true })];
    for (const id of ids) await world.approve(id);
    const [one = '', other = ''] = ids;
    await world.pay(one, '  ref  17/b ');
    expect((await world.rowOf(one)).chain_tx).toBe('REF 17/B');
    for (const again of ['REF 17/B', 'ref 17/b', 'Ref   17/B ', 'REF17B', 'ref-17 b.']) {
      await expect(world.pay(other, again)).rejects.toMatchObject({ code: 'withdrawals.transaction-used' });
    }
    // One of before, as it was typed then.
    await world.rewrite(`update withdrawal set chain_tx = ' old  Ref' where id = $1`, [one]);
    await expect(world.pay(other, 'OLD REF')).rejects.toMatchObject({ code: 'withdrawals.transaction-used' });
    const runner = world.source.createQueryRunner();
    try {
      await runner.query('begin');
      const [deposit] = await runner.query(
        `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, proof, created_at, updated_at)
         values ($1, 3, 'bank', 5, 5, 'a picture', now(), now()) returning id`,
        [saver.id],
      );
      const credit = `update deposit set status = 'approved', credited_by = 1, settled_tx = 'OLD REF' where id = ${deposit.id}`;
      await runner.query('savepoint before');
      await expect(runner.query(credit)).rejects.toMatchObject({ driverError: { code: 'DE001' } });
      await runner.query('rollback to before');
      await runner.query('set local session_replication_role = replica');
      await runner.query(credit);
      expect(await violationsOf(runner.manager, 'M08')).toMatchObject([{ id: one }]);
    } finally {
      await runner.query('rollback');
      await runner.release();
    }
    await world.pay(other, 'REF 18');
  });
});

it('the words of an erased account go, and nothing else of a withdrawal does', async () => {
  const saver = await world.aSaver();
  const id = await world.aWithdrawal(saver, { remark: 'for my sister' });
  await world.reject(id, 'Somebody we know');
  const erase = (also = '') =>
    world.source.query(`update withdrawal set remark = '', reason = '-' ${also} where id = $1`, [id]);
  await expect(erase()).rejects.toThrow('a withdrawal goes no such way');
  await world.source.query(
    `insert into account_erasure (user_id, asked_at, due_at, ended_at, outcome)
     values ($1, now() - interval '2 days', now() - interval '1 day', now(), 'erased')`,
    [saver.id],
  );
  await expect(erase(', fee = 0')).rejects.toThrow('a withdrawal goes no such way');
  await erase();
  expect(await world.rowOf(id)).toMatchObject({ remark: '', reason: '-', status: 'rejected' });
  // Its money is still there, which no account has that is erased (M14).
  await world.source.query('delete from account_erasure where user_id = $1', [saver.id]);
});
