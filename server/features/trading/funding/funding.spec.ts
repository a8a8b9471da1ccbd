import { Decimal } from '../../../contract/decimal.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { TransferMoney } from '../../wallet/balances/transfer-money.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { aRate } from '../../../test/factories/funding.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { putPremium } from '../../../test/factories/premiums.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import { fundingStampBefore, nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import { FundingStore } from './funding.store.js';
import { SamplePremiums } from './sample-premiums.js';
import { SettleFunding } from './settle-funding.js';
import { GetFunding } from './get-funding.js';

let world: FuturesWorld;
/** What the tape has at the next stamp; null: a gap. */
let mark: string | null = '60000';
/** A rate that takes everything from who owes it. */
const HIGH = { marketId: 1, rate: '0.2', mark: '60000' };

beforeAll(async () => {
  world = await FuturesWorld.open();
}, 60_000);
afterAll(() => world.close());

const taped = (at: number, value: string) =>
  tapeSeconds(world.source, [{ marketId: 1, at, index: value, mark: value, origin: 'live' }]);

/** Brings the clock right behind the next stamp, whose mark is on the tape. */
async function toNextStamp(afterMs = 500): Promise<Date> {
  const stamp = nextFundingStamp(world.clock.now());
  world.clock.set(stamp + afterMs);
  world.refresh();
  if (mark !== null && afterMs >= 0) await taped(stamp, mark);
  return new Date(stamp);
}

const charges = (positionId: string) =>
  world.source.query(
    `select trim_scale(rate)::text as rate, trim_scale(mark)::text as mark, trim_scale(notional)::text as notional,
            trim_scale(owed)::text as owed, trim_scale(paid)::text as paid
       from funding_charge where position_id = $1 order by stamp`,
    [positionId],
  );
const premiumOf = (value: string, at: number) => putPremium(world.source, { marketId: 1, at, premium: value });

async function isSettled(stamp: Date): Promise<boolean> {
  const [row] = await world.source.query(
    'select settled_at is not null as settled from funding_rate where market_id = 1 and stamp = $1',
    [stamp],
  );
  return row.settled;
}

/** What the mark prices go by. */
const ratesOfMarkets = () =>
  world.source.query(
    `select id, trim_scale(funding_rate)::text as rate from market where funding_rate is not null order by id`,
  );

describe('funding', () => {
  it('charges whoever is open at the stamp, once, with its rate, mark and notional', async () => {
    await toNextStamp();
    const [user, other] = [await world.user('10000'), await world.user('10000')];
    const long = await world.open(user, { lots: 100, marginMode: 'isolated' });
    const short = await world.open(other, { lots: 100, marginMode: 'cross', side: 'short' });
    const before = await world.balances(other);
    // B.3: a premium of 0.0012 makes 0.0007, which on 60,000 is 42.
    await premiumOf('0.0012', world.clock.now() + 10_000);
    await toNextStamp();
    const settle = world.get(SettleFunding);
    await Promise.all([settle.execute(), settle.execute()]);
    await settle.execute();
    expect(await ratesOfMarkets()).toEqual([{ id: 1, rate: '0.0007' }]);
    const line = { rate: '0.0007', mark: '60000', notional: '60000' };
    expect(await charges(long.positionId)).toEqual([{ ...line, owed: '42', paid: '42' }]);
    expect(await charges(short.positionId)).toEqual([{ ...line, owed: '-42', paid: '-42' }]);
    expect(await world.row(user, long.positionId)).toMatchObject({ funding: '-42' });
    expect(Number((await world.row(user, long.positionId)).margin)).toBeCloseTo(Number(long.margin) - 42, 6);
    expect(Number((await world.balances(other)).contract) - Number(before.contract)).toBeCloseTo(42, 6);
  });

  it('whoever opens after the stamp pays nothing for it', async () => {
    const stamp = await toNextStamp();
    const user = await world.user('10000');
    const late = await world.open(user, { lots: 10, marginMode: 'isolated' });
    await world.get(SettleFunding).execute();
    expect(stamp.getTime()).toBe(fundingStampBefore(world.clock.now()));
    // Neither who looks for positions nor who charges them takes it for one of the stamp.
    world.clock.advance(60_000);
    await world.get(SettleFunding).execute();
    expect(await isSettled(stamp)).toBe(true);
    const store = world.get(FundingStore);
    const asked = await world
      .get(Transactions)
      .run((tx) => store.charge(tx, { marketId: 1, stamp }, [late.positionId], new Date(world.clock.now())));
    expect(asked).toEqual({ charged: 0, users: [] });
    expect(await charges(late.positionId)).toEqual([]);
  });

  it('a stamp whose second the tape has not reached waits for its mark, and takes no older one', async () => {
    await toNextStamp();
    const user = await world.user('10000');
    world.refresh();
    const held = await world.open(user, { lots: 100, marginMode: 'isolated' });
    await premiumOf('0.0012', world.clock.now() + 10_000);
    mark = null;
    const stamp = await toNextStamp();
    await taped(stamp.getTime() - 1000, '59000');
    await world.get(SettleFunding).execute();
    expect(await charges(held.positionId)).toEqual([]);
    mark = '60000';
    await taped(stamp.getTime(), mark);
    await world.get(SettleFunding).execute();
    expect(await charges(held.positionId)).toMatchObject([{ mark: '60000', owed: '42' }]);
  });

  it('a stamp without a mark on the tape waits for it and then moves no money', async () => {
    const user = await world.user('10000');
    const held = await world.open(user, { lots: 10, marginMode: 'isolated' });
    await premiumOf('0.0012', world.clock.now() + 10_000);
    mark = null;
    const stamp = await toNextStamp();
    // Ten seconds are the most that a mark may be old.
    await taped(stamp.getTime() - 11_000, '60000');
    await world.get(SettleFunding).execute();
    const rates = () =>
      world.source.query('select rate::float8 as rate from funding_rate where market_id = 1 and stamp = $1', [stamp]);
    expect(await rates()).toEqual([]);
    world.clock.advance(61_000);
    await world.get(SettleFunding).execute();
    mark = '60000';
    expect(await rates()).toEqual([{ rate: 0 }]);
    expect(await charges(held.positionId)).toMatchObject([{ paid: '0' }]);
  });

  it('nobody pays more than there is', async () => {
    world.refresh();
    const user = await world.user('700');
    const held = await world.open(user, { lots: 10, leverage: 10, marginMode: 'isolated' });
    await aRate(world.source, { ...HIGH, stamp: new Date(nextFundingStamp(world.clock.now())) });
    await toNextStamp();
    await world.get(SettleFunding).execute();
    const [charge] = await charges(held.positionId);
    expect(charge).toMatchObject({ owed: '1200' });
    expect(Number(charge.paid)).toBeLessThan(Number(held.margin));
    expect(Number((await world.row(user, held.positionId)).margin)).toBeGreaterThan(0);
  });

  it('takes back waiting cross orders of who cannot pay without what they reserve, and of nobody else', async () => {
    world.refresh();
    const [shielded, able] = [await world.user('10000'), await world.user('100000')];
    const waiting = { lots: 70, leverage: 10, isLimit: true, limitPrice: '50000' } as const;
    for (const user of [shielded, able]) await world.open(user, { lots: 100, leverage: 10, marginMode: 'cross' });
    // Half a bitcoin and a fifth at 50,000, by ten.
    for (const user of [shielded, able]) await world.submit(user, { ...waiting, marginMode: 'cross' });
    const apart = await world.user('10000');
    await world.open(apart, { lots: 100, leverage: 10, marginMode: 'cross' });
    await world.submit(apart, { ...waiting, marginMode: 'isolated' });
    await aRate(world.source, { ...HIGH, stamp: new Date(nextFundingStamp(world.clock.now())) });
    await toNextStamp();
    await world.get(SettleFunding).execute();
    const orders: unknown[] = await world.source.query(
      `select user_id as user, status, closed_as as as from futures_position
        where user_id = any ($1) and limit_price is not null order by user_id`,
      [[shielded, able, apart]],
    );
    expect(orders).toEqual([
      { user: shielded, status: 4, as: 'revoked' },
      { user: able, status: 0, as: null },
      { user: apart, status: 0, as: null },
    ]);
    // 12,000 are owed: everything goes but one smallest unit of margin, and what is reserved for an isolated order.
    const left = await Promise.all([shielded, apart].map((user) => world.balances(user)));
    expect(left).toEqual([
      { contract: '0', frozen: '0.00000001' },
      { contract: '0', frozen: '3517.50000001' },
    ]);
    expect(Number((await world.balances(able)).contract)).toBeGreaterThan(70_000);
    // Whoever reads the user's events in order ends with what there is.
    const [balanceEvent] = await world.source.query(
      `select payload->>'after' as after from outbox where user_id = $1 and kind = 'balance' and payload->>'account' = 'contract'
        order by sequence desc limit 1`,
      [shielded],
    );
    expect(Number(balanceEvent.after)).toBe(0);
  });

  it('whoever closes behind the stamp is charged for the lots of the stamp, whether the rate was known by then or not', async () => {
    world.refresh();
    const [whole, part, short, stays] = [
      await world.user('10000'),
      await world.user('10000'),
      await world.user('10000'),
      await world.user('10000'),
    ];
    const open = { lots: 100, marginMode: 'isolated' } as const;
    const closing = await world.open(whole, open);
    const reducing = await world.open(part, open);
    const receiving = await world.open(short, { ...open, marginMode: 'cross', side: 'short' });
    const heldPosition = await world.open(stays, open);
    const before = await toNextStamp(-1000);
    const early = await world.open(stays, { ...open, lots: 10 });
    await world.close1(stays, early.positionId);
    await toNextStamp();
    await premiumOf('0.0012', before.getTime() - 10_000);
    const late = await world.open(stays, { ...open, lots: 10 });
    await world.close1(whole, closing.positionId);
    await world.close1(part, reducing.positionId, { lots: 60 });
    await world.close1(short, receiving.positionId);
    const [given, received] = [await world.balances(whole), await world.balances(short)];
    const settle = world.get(SettleFunding);
    await Promise.all([settle.execute(), settle.execute()]);
    await settle.execute();
    const line = { rate: '0.0007', mark: '60000', notional: '60000' };
    expect(await charges(closing.positionId)).toEqual([{ ...line, owed: '42', paid: '42' }]);
    expect(await charges(reducing.positionId)).toEqual([{ ...line, owed: '42', paid: '42' }]);
    expect(await charges(receiving.positionId)).toEqual([{ ...line, owed: '-42', paid: '-42' }]);
    expect(await charges(heldPosition.positionId)).toEqual([{ ...line, owed: '42', paid: '42' }]);
    expect([await charges(early.positionId), await charges(late.positionId)]).toEqual([[], []]);
    expect(await world.row(whole, closing.positionId)).toMatchObject({ status: 3, funding: '-42', margin: '0' });
    expect(await world.row(part, reducing.positionId)).toMatchObject({ status: 1, funding: '-42', lots: 40 });
    expect(Number((await world.balances(whole)).contract)).toBeCloseTo(Number(given.contract) - 42, 6);
    expect(Number((await world.balances(short)).contract)).toBeCloseTo(Number(received.contract) + 42, 6);
    const closingEvent = (await world.events(whole)).at(-2);
    expect(closingEvent).toMatchObject({ kind: 'position', payload: { state: 'closed', funding: '-42' } });
  });

  it('who closed behind the stamp pays no more than is left of it, and of a closed row nothing else changes', async () => {
    world.refresh();
    const user = await world.user('700');
    const held = await world.open(user, { lots: 10, leverage: 10, marginMode: 'isolated' });
    const stamp = await toNextStamp();
    await aRate(world.source, { ...HIGH, stamp });
    const before = await world.balances(user);
    await world.close1(user, held.positionId);
    const after = await world.balances(user);
    await world.get(SettleFunding).execute();
    const [charge] = await charges(held.positionId);
    const closed = await world.row(user, held.positionId);
    expect(charge).toMatchObject({ owed: '1200' });
    // What was free before it is again: neither the margin nor the fee of closing is paid by it.
    expect((await world.balances(user)).contract).toBe(before.contract);
    expect(new Decimal(after.contract).minus(before.contract).eq(charge.paid)).toBe(true);
    expect(Number(closed.fee)).toBeGreaterThan(Number(held.fee));
    const change = 'update futures_position set funding = funding + 1, realised_profit = 0 where id = $1';
    await expect(world.source.query(change, [held.positionId])).rejects.toMatchObject({ code: 'FU009' });
  });

  it.each<['cross' | 'isolated', string, string | null]>([
    ['cross', 'not decided', null],
    ['cross', 'decided', '0.001'],
    ['isolated', 'decided', '0.001'],
  ])(
    'whoever closed a %s position behind the stamp leaves there what it owes, by a rate that is %s',
    async (marginMode, _, rate) => {
      world.refresh();
      world.price('60000');
      const user = await world.user('10000');
      const held = await world.open(user, { lots: 100, leverage: 10, marginMode });
      const stamp = await toNextStamp();
      await premiumOf('0.0015', stamp.getTime() - 5000);
      if (rate !== null) await aRate(world.source, { marketId: 1, rate, mark: '60000', stamp });
      await world.close1(user, held.positionId);
      const { contract } = await world.balances(user);
      const take = (amount: Decimal) =>
        world
          .get(TransferMoney)
          .execute({ userId: user, from: 'contract', to: 'spot', currencyId: 3, amount: amount.toFixed(8), key: null });
      // A long of one coin at 60,000 owes 60 by a rate of 0.001.
      await expect(take(new Decimal(contract).minus(59))).rejects.toMatchObject({
        code: 'wallet.transfer-insufficient',
      });
      await world.get(SettleFunding).execute();
      const [charge] = await charges(held.positionId);
      expect(charge.paid).toBe('60');
      await take(new Decimal(contract).minus(60));
      expect((await world.balances(user)).contract).toBe('0');
    },
  );

  it('whoever is paid behind the stamp takes out everything', async () => {
    const user = await world.user('10000');
    const held = await world.open(user, { side: 'short', lots: 100, leverage: 10, marginMode: 'cross' });
    const stamp = await toNextStamp();
    await aRate(world.source, { marketId: 1, rate: '0.001', mark: '60000', stamp });
    await world.close1(user, held.positionId);
    const { contract: amount } = await world.balances(user);
    const wish = { userId: user, from: 'contract', to: 'spot', currencyId: 3, amount, key: null } as const;
    await expect(world.get(TransferMoney).execute(wish)).resolves.toBeUndefined();
    await world.get(SettleFunding).execute();
  });

  it('shows the rate that comes next, with its countdown', async () => {
    world.price('60000', { bids: [['60060', '100']], asks: [['60070', '100']], index: '60000' });
    await world.get(SamplePremiums).execute();
    await world.get(SamplePremiums).execute();
    const [shown] = await world.get(GetFunding).execute('BTC/USDT');
    expect(shown).toMatchObject({ symbol: 'BTC/USDT', nextAt: nextFundingStamp(world.clock.now()) });
    // B.3: the second sample of the same five seconds is none, and a premium of 0.001 makes 0.0005.
    expect(shown).toMatchObject({ samples: 1, premium: '0.001', rate: '0.0005' });
    expect(shown?.countdownMs).toBe((shown?.nextAt ?? 0) - world.clock.now());
    expect(shown?.past.length).toBeGreaterThan(0);
  });
});

describe('a premium', () => {
  const sampledAt = async () => {
    world.clock.set(Math.ceil((world.clock.now() + 1) / 5000) * 5000);
    world.refresh();
    const at = new Date(world.clock.now());
    await world.get(SamplePremiums).execute();
    const rows: { premium: string }[] = await world.source.query(
      'select trim_scale(premium)::text as premium from funding_premium where market_id = 1 and at = $1',
      [at],
    );
    return rows.map(({ premium }) => premium);
  };

  beforeEach(() => world.price('60000', { bids: [['60060', '100']], asks: [['60070', '100']], index: '60000' }));
  afterEach(async () => {
    await world.halt(null);
    world.price('60000');
  });

  it('is sampled while an operator halts the market: a halt does not choose of which hours a rate is', async () => {
    expect(await sampledAt()).toEqual(['0.001']);
    await world.halt('A look.');
    expect(await sampledAt()).toEqual(['0.001']);
  });

  it('is none while it is halted and its session is closed, or nobody confirms the price', async () => {
    await world.halt('A look.');
    const closed = { open: false, reason: 'holiday', opensAt: null, closesAt: null } as const;
    const session = jest.spyOn(world.get(MarketCatalog), 'session').mockReturnValue(closed);
    expect(await sampledAt()).toEqual([]);
    session.mockRestore();
    const pricedAt = world.clock.now() - 60_000;
    world.price('60000', { bids: [['60060', '100']], asks: [['60070', '100']], index: '60000', pricedAt });
    expect(await sampledAt()).toEqual([]);
  });
});

describe('a stamp at which the market cannot be traded', () => {
  /** Of a market that has sessions; of one that has none nobody says when it is open. */
  async function onCalendar(act: () => Promise<unknown>): Promise<void> {
    await world.source.query(
      `update market set calendar = (select min(code) from session_calendar where code <> 'always') where id = 1`,
    );
    await act();
    await world.source.query(`update market set calendar = 'always' where id = 1`);
  }

  const rateAt = async (stamp: Date) => {
    const rows: { rate: string; void: string | null }[] = await world.source.query(
      'select trim_scale(rate)::text as rate, void from funding_rate where market_id = 1 and stamp = $1',
      [stamp],
    );
    return rows[0];
  };
  const held = async () => {
    world.refresh();
    const user = await world.user('10000');
    return { user, position: await world.open(user, { lots: 100, marginMode: 'isolated' }) };
  };
  const halt = (halted: boolean, at: Date) =>
    world.source.query('insert into market_halt (market_id, halted, at) values (1, $1, $2)', [halted, at]);

  beforeEach(async () => {
    mark = '60000';
    await toNextStamp();
  });

  const HOUR = 3_600_000;
  const halts = async (stamp: Date, changes: readonly (readonly [boolean, number])[]) => {
    for (const [halted, at] of changes) await halt(halted, new Date(stamp.getTime() + at));
  };

  it('is void where the market was halted throughout its hours, however late it is decided, and says why', async () => {
    const { position } = await held();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const stamp = await toNextStamp();
    await halts(stamp, [
      [true, -9 * HOUR],
      [false, 1000],
    ]);
    world.clock.advance(3_600_000);
    await world.get(SettleFunding).execute();
    expect(await rateAt(stamp)).toEqual({ rate: '0', void: 'halted' });
    expect(await charges(position.positionId)).toMatchObject([{ owed: '0', paid: '0' }]);
    const [view] = await world.get(GetFunding).execute('BTC/USDT');
    expect(view?.past[0]).toMatchObject({ stamp: stamp.getTime(), rate: '0', void: 'halted' });
  });

  // Of a rate of 0.0007 on a notional of 60,000 the part of 28,800 seconds: 0.0007 x seconds / 28,800, cut to ten decimals.
  it.each([
    [
      'a second around it',
      [
        [true, -1000],
        [false, 1000],
      ],
      '0.0006999756',
      '41.998536',
    ],
    [
      'two minutes around it',
      [
        [true, -60_000],
        [false, 60_000],
      ],
      '0.0006985416',
      '41.912496',
    ],
    [
      'half of its hours, and it goes on before it',
      [
        [true, -8 * HOUR],
        [false, -4 * HOUR],
      ],
      '0.00035',
      '21',
    ],
    [
      'half of its hours in two parts',
      [
        [true, -7 * HOUR],
        [false, -5 * HOUR],
        [true, -2 * HOUR],
        [false, 1000],
      ],
      '0.00035',
      '21',
    ],
    [
      'hours that overlap',
      [
        [true, -5 * HOUR],
        [true, -3 * HOUR],
        [false, -2 * HOUR],
        [false, -HOUR],
      ],
      '0.0004375',
      '26.25',
    ],
    [
      'the eight hours before its own, and one of them',
      [
        [true, -15 * HOUR],
        [false, -7 * HOUR],
      ],
      '0.0006125',
      '36.75',
    ],
    [
      'since long before its hours',
      [
        [true, -20 * HOUR],
        [false, -4 * HOUR],
      ],
      '0.00035',
      '21',
    ],
  ] as const)(
    'charges for the part that is left, of a market that was halted for %s',
    async (_, changes, rate, owed) => {
      const { position } = await held();
      // The halts are there before any stamp is decided whose hours they are in.
      for (let earlier = 0; earlier < 2; earlier += 1) await toNextStamp();
      await premiumOf('0.0012', world.clock.now() + 10_000);
      const stamp = await toNextStamp();
      await halts(stamp, changes);
      await world.get(SettleFunding).execute();
      expect(await rateAt(stamp)).toEqual({ rate, void: null });
      expect((await charges(position.positionId)).at(-1)).toMatchObject({ owed });
      // The mark goes by the interval's rate: a halt moves no price.
      expect(await ratesOfMarkets()).toContainEqual({ id: 1, rate: '0.0007' });
    },
  );

  it('while it is halted charges nobody: neither is a rate decided, nor one charged that was decided before', async () => {
    const { position } = await held();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const stamp = await toNextStamp();
    await world.halt('A look.');
    try {
      await world.get(SettleFunding).execute();
      expect([await rateAt(stamp), await charges(position.positionId)]).toEqual([undefined, []]);
      await aRate(world.source, { ...HIGH, stamp, rate: '0.0005' });
      await world.get(SettleFunding).execute();
      expect([await isSettled(stamp), await charges(position.positionId)]).toEqual([false, []]);
    } finally {
      await world.halt(null);
    }
    await world.get(SettleFunding).execute();
    expect(await charges(position.positionId)).toMatchObject([{ owed: '30', paid: '30' }]);
  });

  it('that waits for the end of a halt is passed over by no later one, however late in a round the halt ends', async () => {
    await held();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const first = await toNextStamp();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const second = await toNextStamp();
    await world.halt('A look.');
    const store = world.get(FundingStore);
    const at = new Date(world.clock.now());
    const open = { open: [{ from: 0, to: world.clock.now() }], origins: ['live'] } as const;
    const decide = (stamp: Date) => store.decide({ marketId: 1, stamp }, open, at);
    expect(await decide(first)).toBe(false);
    await world.halt(null);
    // As a worker of the version before would go on.
    expect(await decide(second)).toBe(false);
    await world.get(SettleFunding).execute();
    expect([await rateAt(first), await rateAt(second)]).toEqual([
      { rate: expect.stringMatching(/^0\.000[67]/), void: null },
      { rate: expect.stringMatching(/^0\.000[67]/), void: null },
    ]);
  });

  it('is decided when the halt ends, for the hours before it, and after three days of it is void', async () => {
    const { position } = await held();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const stamp = await toNextStamp();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const later = await toNextStamp();
    await world.halt('A look.');
    try {
      await halt(true, new Date(stamp.getTime() - 2 * HOUR));
      world.clock.set(stamp.getTime() + 72 * HOUR - 1);
      await world.get(SettleFunding).execute();
      expect(await rateAt(stamp)).toBeUndefined();
      world.clock.set(stamp.getTime() + 72 * HOUR);
      await world.get(SettleFunding).execute();
      expect([await rateAt(stamp), await rateAt(later)]).toEqual([{ rate: '0', void: 'halted' }, undefined]);
    } finally {
      await world.halt(null);
    }
    await halt(false, new Date(later.getTime() - HOUR));
    await world.get(SettleFunding).execute();
    expect(await rateAt(later)).toEqual({ rate: '0.0000875', void: null });
    expect((await charges(position.positionId)).map(({ owed }: { owed: string }) => owed)).toContain('5.25');
  });

  it('an operator’s halt is written down with its instant', async () => {
    const rows = () => world.source.query('select halted from market_halt where market_id = 2 order by id');
    await world.source.query(`update market set halted_reason = 'A look.' where id = 2`);
    await world.source.query(`update market set halted_reason = 'Another word for it.' where id = 2`);
    await world.source.query('update market set halted_reason = null where id = 2');
    expect(await rows()).toEqual([{ halted: true }, { halted: false }]);
    await expect(world.source.query('update market_halt set halted = false')).rejects.toThrow('written once');
  });

  it('is void while the market’s session is closed', async () => {
    await held();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const stamp = await toNextStamp();
    const session = jest.spyOn(world.get(MarketCatalog), 'openSpans');
    session.mockImplementation((market, from, to) =>
      market.id === 1 && to > stamp.getTime() && from < stamp.getTime()
        ? [{ from: stamp.getTime() - 12 * HOUR, to: stamp.getTime() }]
        : [{ from: 0, to: to + HOUR }],
    );
    await onCalendar(() => world.get(SettleFunding).execute());
    session.mockRestore();
    expect(await rateAt(stamp)).toEqual({ rate: '0', void: 'closed' });
    // The mark goes on by the last rate that there was.
    expect(
      (await ratesOfMarkets()).filter(({ id, rate }: { id: number; rate: string }) => id === 1 && rate === '0'),
    ).toEqual([]);
  });

  it('charges for the part of its hours in which the session was open, less what it was halted for in it', async () => {
    const { position } = await held();
    await premiumOf('0.0012', world.clock.now() + 10_000);
    const stamp = await toNextStamp();
    const at = (hours: number) => stamp.getTime() + hours * HOUR;
    const session = jest.spyOn(world.get(MarketCatalog), 'openSpans').mockImplementation((market, _from, to) =>
      market.id === 1
        ? [
            { from: at(-20), to: at(-7) },
            { from: at(-3), to: at(2) },
          ]
        : [{ from: 0, to: to + HOUR }],
    );
    await halts(stamp, [
      [true, -5 * HOUR],
      [false, -2 * HOUR],
    ]);
    await onCalendar(() => world.get(SettleFunding).execute());
    session.mockRestore();
    // Open from eight to seven and from three to zero hours before it, and halted for one of these: three hours of eight.
    expect(await rateAt(stamp)).toEqual({ rate: '0.0002625', void: null });
    expect((await charges(position.positionId)).at(-1)).toMatchObject({ owed: '15.75' });
  });

  it('without a premium of its interval is void: nothing was seen that a rate could follow from', async () => {
    await held();
    const stamp = await toNextStamp();
    await world.get(SettleFunding).execute();
    expect(await rateAt(stamp)).toEqual({ rate: '0', void: 'no-premiums' });
  });
});

describe('stamps that passed while no worker was there', () => {
  it.each([
    ['behind the last one', false],
    ['in a market that has had none', true],
  ])(
    'are decided later, each with the figures of its instant and the lots of its instant, or are void: %s',
    async (_, isFirst) => {
      mark = '60000';
      await toNextStamp();
      await world.get(SettleFunding).execute();
      if (isFirst) {
        await world.source.query(
          `create table former_rate as select * from funding_rate where market_id = 1;
           delete from funding_rate where market_id = 1`,
        );
      }
      const user = await world.user('10000');
      world.refresh();
      const position = await world.open(user, { lots: 100, marginMode: 'isolated' });
      await premiumOf('0.0012', world.clock.now() + 10_000);
      const first = await toNextStamp();
      const second = await toNextStamp();
      await premiumOf('0.0022', second.getTime() + 10_000);
      const third = await toNextStamp();
      // Of 100 lots held at all three stamps 60 go before anybody has decided them.
      await world.close1(user, position.positionId, { lots: 60 });
      await world.get(SettleFunding).execute();
      const rows = await world.source.query(
        `select trim_scale(rate)::text as rate, void from funding_rate where market_id = 1 and stamp >= $1 order by stamp`,
        [first],
      );
      expect(third.getTime() - second.getTime()).toBe(8 * 3_600_000);
      expect(rows).toEqual([
        { rate: '0.0007', void: null },
        { rate: '0', void: 'no-premiums' },
        { rate: '0.0017', void: null },
      ]);
      expect(await charges(position.positionId)).toMatchObject([
        { notional: '60000', owed: '42' },
        { notional: '60000', owed: '0' },
        { notional: '60000', owed: '102' },
      ]);
      // What was charged before goes by the rates that it was charged with.
      if (isFirst) {
        await world.source.query(
          `delete from funding_rate r using former_rate f where (r.market_id, r.stamp) = (f.market_id, f.stamp);
           insert into funding_rate select * from former_rate;
           drop table former_rate`,
        );
      }
    },
  );
});
