import { createDataSource } from '../../../database/data-source.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { outcomesOf } from '../../../test/factories/held-back.js';
import { USDT } from '../../../test/factories/ledger.js';
import { aRecoveryCode, giveAuthenticators } from '../../../test/factories/recovery-codes.js';
import { SecretBox } from '../../account/users/index.js';
import { ANNA, TRON_ADDRESS, WithdrawalWorld } from '../../../test/factories/withdrawal-world.js';
import { WithdrawalAddressesStore, WithdrawalNetworks } from '../address-book/index.js';
import { WalletCatalog } from '../balances/index.js';
import { GetHolds } from '../../account/notices/index.js';
import { GetBankCard, IsOwnCard } from '../../account/profile/index.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { FindDestination } from './find-destination.js';
import { IsReached } from './is-reached.js';
import { ListWithdrawals } from './list-withdrawals.js';
import { MayWithdraw } from './may-withdraw.js';
import { PreviewWithdrawal } from './preview-withdrawal.js';
import { WithdrawalsStore } from './withdrawals.store.js';
import { untilFound } from '../../../test/factories/until-found.js';

const DAY_MS = 86_400_000;

let world: WithdrawalWorld;

beforeAll(async () => {
  world = await WithdrawalWorld.open();
});

afterAll(() => world?.close());

/** What a journal of a withdrawal did to the house's accounts. */
async function houseOf(id: string, reason: string): Promise<Record<string, string>> {
  const rows: { kind: string; amount: string }[] = await world.source.query(
    `select a.kind, trim_scale(sum(p.amount))::text as amount from ledger_journal j
       join ledger_posting p on p.journal_id = j.id join ledger_account a on a.id = p.account_id
      where j.reason = $1 and j.reference = $2 and a.house group by a.kind`,
    [reason, id],
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
}

describe('at its bounds', () => {
  it('the minimum is taken, and so is all that there is', async () => {
    const saver = await world.aSaver();
    await world.aWithdrawal(saver, { amount: '10' });
    await world.aWithdrawal(saver, { amount: '990' });
    expect(await world.money(saver.id)).toEqual({ spot: '0', frozen: '1000' });
  });

  it('exactly the limit of one operator needs one', async () => {
    const saver = await world.aSaver({ funds: '20000' });
    expect(await world.approve(await world.aWithdrawal(saver, { amount: '10000' }), '19')).toBe('released');
  });

  it('three of a day are taken, and the next day three more', async () => {
    const saver = await world.aSaver();
    const facts = async () => (await world.get(PreviewWithdrawal).facts(saver.id, USDT, 'en')).left_today;
    for (const left of [3, 2, 1]) {
      expect(await facts()).toBe(left);
      await world.aWithdrawal(saver, { amount: '10' });
    }
    expect(await facts()).toBe(0);
    await expect(world.withdraw(saver, { amount: '10' })).rejects.toMatchObject({
      code: 'withdrawals.too-many-today',
      parameters: { most: 3 },
    });
    const may = new MayWithdraw(
      world.get(VerificationLevels),
      world.get(GetHolds),
      world.get(WithdrawalsStore),
      world.get(WalletCatalog),
      new FakeClock(Date.now() + DAY_MS),
    );
    expect(await may.leftToday(saver.id)).toBe(3);
    await expect(may.assert(saver.id)).resolves.toBeUndefined();
  });
});

describe('the maximums of its coin', () => {
  const set = (most: string | null, aDay: string | null) =>
    world.source.query('update adjustment_cap set withdrawal_most = $2, withdrawal_day = $3 where currency_id = $1', [
      USDT,
      most,
      aDay,
    ]);
  const refusal = (code: string, parameters: object) => expect.objectContaining({ code, parameters });
  const preview = (userId: string, amount: string) =>
    world.get(PreviewWithdrawal).execute(userId, { currencyId: USDT, network: 'TRC20', amount, language: 'en' });

  afterEach(() => set(null, null));

  it('of one: below and at it it is taken, above it refused, and so says the preview', async () => {
    await set('500', null);
    for (const amount of ['499.99999999', '500']) {
      const saver = await world.aSaver();
      await preview(saver.id, amount);
      await world.aWithdrawal(saver, { amount });
    }
    const saver = await world.aSaver();
    const above = refusal('withdrawals.above-maximum', { maximum: '500 USDT' });
    await expect(preview(saver.id, '500.00000001')).rejects.toEqual(above);
    await expect(world.withdraw(saver, { amount: '500.00000001' })).rejects.toEqual(above);
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
  });

  it('of a day: below and at it it is taken, above it refused with what is left; what was given back does not count', async () => {
    await set(null, '300');
    const saver = await world.aSaver();
    const first = await world.aWithdrawal(saver, { amount: '200' });
    const above = refusal('withdrawals.above-day-maximum', { maximum: '300 USDT', left: '100 USDT' });
    await expect(preview(saver.id, '100.00000001')).rejects.toEqual(above);
    await expect(world.withdraw(saver, { amount: '100.00000001' })).rejects.toEqual(above);
    await world.aWithdrawal(saver, { amount: '99.99999999' });
    await world.cancel(first, saver.id);
    await world.aWithdrawal(saver, { amount: '200.00000001' });
    expect(await world.money(saver.id)).toEqual({ spot: '700', frozen: '300' });
  });

  it('of a day: two at once that each fit and together do not, one goes on', async () => {
    await set(null, '500');
    for (let round = 0; round < 10; round += 1) {
      const saver = await world.aSaver();
      // Each brings a proof of its own, so that only the maximum decides.
      await giveAuthenticators(world.source, world.get(SecretBox), [saver.id]);
      const results = await Promise.allSettled(
        ['one', 'other'].map((key) =>
          world.withdraw(saver, { amount: '300', proof: world.proof(aRecoveryCode()), key: `${key}-${saver.id}` }),
        ),
      );
      expect(outcomesOf(results).toSorted()).toEqual(['done', 'withdrawals.above-day-maximum']);
      expect(await world.money(saver.id)).toEqual({ spot: '700', frozen: '300' });
    }
  });

  it('where nothing is set, is what the desk may release of the coin on one day: more would wait in vain', async () => {
    const [{ most }] = await world.source.query(
      'select trim_scale(payout_by_all)::text as most from adjustment_cap where currency_id = $1',
      [USDT],
    );
    const saver = await world.aSaver({ funds: String(Number(most) + 1) });
    await expect(world.withdraw(saver, { amount: `${most}.00000001` })).rejects.toMatchObject({
      code: 'withdrawals.above-maximum',
      parameters: { maximum: `${most} USDT` },
    });
    await world.aWithdrawal(saver, { amount: most });
  });
});

describe('its money', () => {
  it('leaves the house less the fee, and the fee stays', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver, { amount: '250' });
    await world.approve(id);
    expect(await houseOf(id, 'withdrawals.pay')).toEqual({});
    await world.pay(id);
    expect(await houseOf(id, 'withdrawals.pay')).toEqual({ external: '249.75', fee: '0.25' });
  });

  it('leaves in parts that its chain carries, as was shown: what is too fine to be sent is part of the fee', async () => {
    const saver = await world.aSaver();
    const amount = '33.33333333';
    const shown = await world
      .get(PreviewWithdrawal)
      .execute(saver.id, { currencyId: USDT, network: 'TRC20', amount, language: 'en' });
    // A thousandth of it is 0.03333334; of the 33.29999999 that are left, TRC20 carries six decimals.
    expect(shown).toMatchObject({ fee: '0.03333433', real_number: '33.29999900' });
    const id = await world.aWithdrawal(saver, { amount, worstFee: shown.fee });
    await world.approve(id);
    await world.pay(id);
    expect(await houseOf(id, 'withdrawals.pay')).toEqual({ external: '33.299999', fee: '0.03333433' });
    expect(await world.money(saver.id)).toEqual({ spot: '966.66666667', frozen: '0' });
    const refused = { code: 'withdrawals.fee-raised', parameters: { fee: '0.03333433 USDT' } };
    await expect(world.withdraw(saver, { amount, worstFee: '0.03333432' })).rejects.toMatchObject(refused);
  });

  it('is not sent in cancel-only', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.approve(id);
    await world.source.query(`update trading_mode set mode = 'cancel-only'`);
    try {
      await expect(world.send(id)).rejects.toMatchObject({ code: 'ledger.cancel-only' });
    } finally {
      await world.source.query(`update trading_mode set mode = 'open'`);
    }
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
  });

  it('a preview says what arrives and what is left, down to nothing', async () => {
    const saver = await world.aSaver();
    const preview = (amount: string) =>
      world.get(PreviewWithdrawal).execute(saver.id, { currencyId: USDT, network: 'TRC20', amount, language: 'en' });
    expect(await preview('400')).toMatchObject({
      network: 'TRC20',
      number: expect.stringMatching(/^400(\.0+)?$/),
      fee: expect.stringMatching(/^0\.40*$/),
      real_number: expect.stringMatching(/^399\.60*$/),
      balance_after: expect.stringMatching(/^600(\.0+)?$/),
    });
    expect((await preview('1000')).balance_after).toMatch(/^0(\.0+)?$/);
    await expect(preview('1000.00000001')).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    await expect(preview('9.99999999')).rejects.toMatchObject({ code: 'withdrawals.below-minimum' });
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
  });
});

describe('its network', () => {
  /** The network of the savers' addresses with another term, as operators set it. */
  async function withTerm(term: string, value: string | null, work: () => Promise<void>): Promise<void> {
    const set = async (to: unknown) => {
      await world.source.query(`update coin_network set ${term} = $1 where currency_id = $2 and network = 'TRC20'`, [
        to,
        USDT,
      ]);
      await world.get(WalletCatalog).reload();
    };
    const [{ before }] = await world.source.query(
      `select ${term} as before from coin_network where currency_id = $1 and network = 'TRC20'`,
      [USDT],
    );
    await set(value);
    try {
      await work();
    } finally {
      await set(before);
    }
  }

  it('without a limit of one operator needs two for each withdrawal, however small', async () => {
    await withTerm('second_person_above', null, async () => {
      const id = await world.aWithdrawal(await world.aSaver(), { amount: '10' });
      expect(await world.approve(id, ANNA)).toBe('second-person');
      expect(await world.approve(id, '21')).toBe('released');
    });
  });

  it('without a fee leaves the house with the whole amount, and books no fee of nothing', async () => {
    await withTerm('withdrawal_fee_percent', '0', async () => {
      const id = await world.aWithdrawal(await world.aSaver(), { amount: '250' });
      await world.approve(id);
      await world.pay(id);
      expect(await houseOf(id, 'withdrawals.pay')).toEqual({ external: '250' });
    });
  });

  it('on which nothing would arrive is below its minimum: what is left of the fee is too fine for the chain', async () => {
    const saver = await world.aSaver();
    const below = { code: 'withdrawals.below-minimum', parameters: { minimum: '10 USDT' } };
    await withTerm('withdrawal_fee', '10', async () => {
      await withTerm('withdrawal_fee_percent', '0', async () => {
        await expect(world.withdraw(saver, { amount: '10.00000099' })).rejects.toMatchObject(below);
        await world.aWithdrawal(saver, { amount: '10.000001' });
      });
    });
  });

  it('says how fine it carries its coin when it is added: none is meant to carry whole coins alone', async () => {
    const add = (columns: string, values: string) =>
      world.source.query(
        `insert into coin_network (currency_id, network, chain, confirmations, deposit_minimum, withdrawal_minimum${columns})
         values (5, 'ERC20', 'ethereum', 12, 1, 1${values})`,
      );
    await expect(add('', '')).rejects.toMatchObject({ code: '23502', column: 'chain_decimals' });
    await expect(add(', chain_decimals', ', 37')).rejects.toMatchObject({ code: '23514' });
    await expect(add(', chain_decimals', ', -1')).rejects.toMatchObject({ code: '23514' });
  });

  it('is offered though it is the only one of its coin, and not while nothing leaves on it', async () => {
    const offered = () =>
      world
        .get(ListWithdrawals)
        .coins()
        .map(({ id, networks }) => [id, networks.length]);
    const known = await world.source.query(
      `select currency_id as id, count(*)::integer as networks from coin_network where withdrawals_on
        group by 1 having count(*) = 1 limit 1`,
    );
    expect(known).toHaveLength(1);
    expect(offered()).toContainEqual([known[0].id, 1]);
    await withTerm('withdrawals_on', 'false', async () => {
      expect(offered()).not.toContainEqual([known[0].id, 0]);
      await expect(world.withdraw(await world.aSaver())).rejects.toMatchObject({
        code: 'withdrawals.network-required',
      });
    });
  });
});

it('a coin that leaves on no network any more is not offered', async () => {
  const [{ id, network }] = await world.source.query(
    `select currency_id as id, min(id) as network from coin_network where withdrawals_on
      group by 1 having count(*) = 1 order by 1 limit 1`,
  );
  const set = async (isOn: boolean) => {
    await world.source.query('update coin_network set withdrawals_on = $2 where id = $1', [network, isOn]);
    await world.get(WalletCatalog).reload();
  };
  const coins = () =>
    world
      .get(ListWithdrawals)
      .coins()
      .map((coin) => coin.id);
  const before = coins();
  expect(before).toContain(id);
  await set(false);
  try {
    expect(coins()).toEqual(before.filter((coin) => coin !== id));
  } finally {
    await set(true);
  }
});

describe('its destination', () => {
  it('is the address by its text, on the network that is named where two have it', async () => {
    const saver = await world.aSaver();
    const other = await world.source.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
       select $1, id, $2, now(), now() from coin_network where currency_id = $3 and network = 'ERC20' returning id`,
      [saver.id, TRON_ADDRESS, USDT],
    );
    const named = { addressId: null, address: TRON_ADDRESS };
    await expect(world.withdraw(saver, named)).rejects.toMatchObject({ code: 'withdrawals.network-required' });
    const id = await world.aWithdrawal(saver, { ...named, network: 'erc20', amount: '20' });
    const [row] = await world.source.query('select address_id, destination from withdrawal where id = $1', [id]);
    expect(row).toEqual({
      address_id: other[0].id,
      destination: { address: TRON_ADDRESS, network: 'ERC20', plainlyProven: false },
    });
  });

  it('is a new address from the very instant that was announced', async () => {
    const saver = await world.aSaver();
    const usableAt = 2_000_000_000_000;
    await world.source.query('update withdrawal_address set usable_at = $2 where id = $1', [
      saver.addressId,
      new Date(usableAt),
    ]);
    const addresses = world.get(WithdrawalAddressesStore);
    const [address] = await addresses.live(saver.id);
    const network = world
      .get(WalletCatalog)
      .networks(USDT)
      .find((way) => way.network === 'TRC20');
    if (!address || !network) throw new Error('There is no address or no network.');
    const lockAt = (now: number) => {
      const destination = new FindDestination(
        addresses,
        world.get(GetBankCard),
        world.get(IsOwnCard),
        world.get(WalletCatalog),
        world.get(WithdrawalNetworks),
        new IsReached(world.get(WithdrawalsStore), new FakeClock(now)),
      );
      return world.app.serving.transaction((tx) =>
        destination.lock(tx, saver.id, { address, target: TRON_ADDRESS, network }),
      );
    };
    await expect(lockAt(usableAt - 1)).rejects.toMatchObject({ code: 'withdrawals.address-held' });
    await expect(lockAt(usableAt)).resolves.toEqual({ address: TRON_ADDRESS, network: 'TRC20', plainlyProven: false });
  });

  it('is no card that is held', async () => {
    const saver = await world.aSaver();
    await world.source.query(
      `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
       values ($1, 'domestic', 'Ann Example', 'First Bank', '6222021234567890', now(), now(), now() + interval '1 hour')`,
      [saver.id],
    );
    await expect(world.withdraw(saver, { toBank: true })).rejects.toMatchObject({ code: 'withdrawals.card-held' });
    expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
  });
});

describe('the record', () => {
  it('has the newest first, page by page, of its owner alone', async () => {
    const [saver, other] = [await world.aSaver(), await world.aSaver()];
    const ids = [await world.aWithdrawal(saver), await world.aWithdrawal(saver), await world.aWithdrawal(saver)];
    await world.aWithdrawal(other);
    const record = async (page: number, limit: number) => world.get(ListWithdrawals).record(saver.id, { page, limit });
    const first = await record(1, 2);
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first.total).toBe(3);
    expect((await record(2, 2)).data.map(({ id }) => id)).toEqual([ids[0]]);
    await expect(world.get(ListWithdrawals).detail(other.id, ids[0] as string)).rejects.toMatchObject({
      code: 'wallet.not-found',
    });
  });

  it('has no step for the first approval of two, and says what arrives', async () => {
    const saver = await world.aSaver({ funds: '20000' });
    const id = await world.aWithdrawal(saver, { amount: '10001' });
    await world.approve(id, ANNA);
    const detail = await world.get(ListWithdrawals).detail(saver.id, id);
    expect(detail.steps.map(({ state }) => state)).toEqual(['review']);
    expect(detail).toMatchObject({ state: 'review', status: 1, notes: '', hash: '' });
    expect(Number(detail.real_number)).toBe(10001 - 10.001);
  });

  it('has beside it the addresses that its owner has proven, each under its chain', async () => {
    const saver = await world.aSaver();
    const [ether, tron] = [`0x${saver.id.padStart(40, '0')}`, `T${saver.id.padStart(33, '1')}`];
    await world.source.query(
      `insert into account_wallet_key (chain, address, user_id, created_at)
       values ('ERC', $2, $1, now()), ('TRC', $3, $1, now())`,
      [saver.id, ether, tron],
    );
    expect(await world.get(ListWithdrawals).owned(saver.id)).toEqual({
      ERC: [ether],
      TRC: [tron],
      purpose: 'ownership',
    });
  });

  it('is told to a page that opens as far as it is open, all of it, newest first', async () => {
    const saver = await world.aSaver();
    const [released, rejected, asked] = [
      await world.aWithdrawal(saver),
      await world.aWithdrawal(saver),
      await world.aWithdrawal(saver),
    ];
    await world.approve(released);
    await world.reject(rejected);
    const { withdrawals } = await world.app.serving.transaction((tx) => world.get(StateParts).read(tx, saver.id));
    expect(withdrawals).toEqual([
      expect.objectContaining({ entity: `withdrawal:${asked}`, state: 'pending' }),
      expect.objectContaining({ entity: `withdrawal:${released}`, state: 'approved' }),
    ]);
  });

  it('keeps five hundred characters of a reason', async () => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    await world.reject(id, ` ${'x'.repeat(501)} `);
    expect((await world.get(ListWithdrawals).detail(saver.id, id)).notes).toBe('x'.repeat(500));
    const events = await world.source.query(
      `select payload ->> 'state' as state, payload ->> 'reason' as reason from outbox
        where user_id = $1 and kind = 'withdrawal' order by sequence`,
      [saver.id],
    );
    expect(events).toEqual([
      { state: 'pending', reason: null },
      { state: 'rejected', reason: 'x'.repeat(500) },
    ]);
  });
});

it('a release waits for the caps of its coin before it has anything that others may wait for', async () => {
  const saver = await world.aSaver();
  const id = await world.aWithdrawal(saver);
  const other = world.source.createQueryRunner();
  await other.startTransaction();
  try {
    await other.query(`select pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), $1::integer)`, [USDT]);
    const release = world.approve(id);
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
    await untilFound(() => world.source.query(waiting), 'a release that waits for the caps');
    // Whoever has the caps already gets the user and the withdrawal, without waiting for the release.
    await other.query('select from account_user where id = $1 for no key update nowait', [saver.id]);
    await other.query('select from withdrawal where id = $1 for update nowait', [id]);
    await other.commitTransaction();
    expect(await release).toBe('released');
  } finally {
    if (other.isTransactionActive) await other.rollbackTransaction();
    await other.release();
  }
});

describe('the database', () => {
  it.each<[string, string]>([
    ['status', `'approved'`],
    ['status', `'cancelled'`],
    ['first_approved_by', '7'],
    ['released_by', '7'],
    ['released_at', 'now()'],
    ['cap_by_person', '1000000'],
    ['cap_by_all', '1000000'],
    ['waits_until', 'now()'],
  ])('takes no withdrawal that begins with %s %s', async (column, value) => {
    const id = await world.aWithdrawal(await world.aSaver());
    const gateway = await createDataSource(world.app.database.gatewayUrl).initialize();
    const runner = gateway.createQueryRunner();
    const copy = (columns: string, values: string) =>
      runner.query(
        `insert into withdrawal (user_id, currency_id, coin_network_id, address_id, destination, amount, fee,
           verified_level, local_day, chain, created_at, updated_at${columns})
         select user_id, currency_id, coin_network_id, address_id, destination, amount, fee,
           verified_level, local_day, chain, created_at, updated_at${values} from withdrawal where id = $1`,
        [id],
      );
    try {
      await expect(copy(`, ${column}`, `, ${value}`)).rejects.toThrow(
        'a withdrawal begins under review, and nobody has approved it',
      );
      await runner.startTransaction();
      await copy('', '');
      await runner.rollbackTransaction();
    } finally {
      await runner.release();
      await gateway.destroy();
    }
  });

  it.each([
    ['review', 'paid'],
    ['approved', 'review'],
    ['approved', 'cancelled'],
    ['rejected', 'review'],
    ['cancelled', 'approved'],
  ])('takes no withdrawal from %s to %s', async (from, to) => {
    const saver = await world.aSaver();
    const id = await world.aWithdrawal(saver);
    if (from === 'approved') await world.approve(id);
    if (from === 'rejected') await world.reject(id);
    if (from === 'cancelled') await world.cancel(id, saver.id);
    await expect(world.source.query('update withdrawal set status = $2 where id = $1', [id, to])).rejects.toThrow(
      'a withdrawal goes no such way',
    );
  });

  it.each([
    ["destination = '{}'"],
    ['amount = amount + 1'],
    ['fee = 0'],
    ['user_id = user_id + 1'],
    ['local_day = local_day - 1'],
    ["created_at = created_at - interval '1 day'"],
    ['address_id = null'],
  ])('changes nothing that was asked for: %s', async (change) => {
    const id = await world.aWithdrawal(await world.aSaver());
    await expect(world.source.query(`update withdrawal set ${change} where id = $1`, [id])).rejects.toThrow(
      'what was asked for stays',
    );
    await expect(world.source.query('delete from withdrawal where id = $1', [id])).rejects.toThrow(
      'a withdrawal goes no such way',
    );
  });
});

describe('the fee that was shown', () => {
  // 0.1 percent of 100, as it is seeded.
  const FEE = '0.1';
  const raised = (fee: string) => expect.objectContaining({ code: 'withdrawals.fee-raised', parameters: { fee } });

  it.each([null, '0.1', '0.10000000', '5'])(
    'of %s takes a withdrawal at its fee, and says what it took',
    async (worstFee) => {
      const saver = await world.aSaver();
      const taken = await world.withdraw(saver, { worstFee });
      const { id, fee } = await world.lastOf(saver.id);
      expect(fee).toBe(FEE);
      expect(taken).toEqual({ id, number: '100.00000000', rate: '0.10000000', real_number: '99.90000000' });
    },
  );

  it.each(['0.09999999', '0'])(
    'of %s refuses it, and nothing is spent: the same code does for the next',
    async (worstFee) => {
      const saver = await world.aSaver();
      const proof = world.proof(await world.aCode(saver.id));
      await expect(world.withdraw(saver, { worstFee, proof })).rejects.toEqual(raised('0.1 USDT'));
      expect(await world.money(saver.id)).toEqual({ spot: '1000', frozen: '0' });
      expect(await world.lastOf(saver.id)).toBeUndefined();
      await world.withdraw(saver, { worstFee: FEE, proof });
      expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
    },
  );

  it('is no part of what is asked for: a repetition that was shown another one gets the same answer', async () => {
    const saver = await world.aSaver();
    const taken = await world.withdraw(saver, { key: 'withdraw-1', worstFee: FEE });
    expect(await world.withdraw(saver, { key: 'withdraw-1', worstFee: '0.05' })).toEqual(taken);
    expect(await world.money(saver.id)).toEqual({ spot: '900', frozen: '100' });
  });
});
