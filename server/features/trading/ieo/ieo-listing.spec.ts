import { Clock } from '../../../platform/clock/clock.js';
import { agreeOn } from '../../../test/factories/agreements.js';
import { cancelSale, type Sale, type SaleGiven, saleTerms } from '../../../test/factories/ieo.js';
import { anOffer, offerTerms } from '../../../test/factories/subscription.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { WriteEventNotices } from '../../account/event-centre/write-event-notices.js';
import { ListCoin } from '../../markets/listing/index.js';
import { capitalReasons } from '../../wallet/ledger/index.js';
import { SealJournals } from '../../wallet/ledger/seal-journals.js';
import { FoldProfit } from '../../wallet/profit/fold-profit.js';
import { ProfitDaysStore } from '../../wallet/profit/profit-days.store.js';
import { ProfitStore } from '../../wallet/profit/profit.store.js';
import { GetTaxReport } from '../../wallet/taxes/get-tax-report.js';
import { paidFor } from './ieo-sums.store.js';
import { PublishIeo } from './publish-ieo.js';
import { IeoWorld } from '../../../test/factories/ieo-world.js';
import { sealJournals } from '../../../test/factories/seals.js';

const DAY_MS = 86_400_000;

let world: IeoWorld;

beforeAll(async () => {
  world = await IeoWorld.open();
}, 60_000);
afterEach(() => world.endTest());
afterAll(() => world.close());

/** A sale that two operators agree on, in the transaction in which they do. */
const publishAgreed = (terms: Record<string, unknown>) =>
  world.transactions().run(async (tx) => {
    const proposal = await agreeOn(tx, 'ieo-project', null, terms);
    return world.app.application.get(PublishIeo).publish(tx, proposal, terms);
  });

const refusal = (code: string, parameters?: object) =>
  expect.objectContaining({ code, ...(parameters ? { parameters } : {}) });

describe('listing and release', () => {
  /** A sale of which one person has paid for so many coins, at its listing date. */
  async function paid(units: number, given: Partial<SaleGiven> = {}): Promise<{ made: Sale; user: string }> {
    const { made, people } = await world.applied([units], given);
    const [user] = people as [string];
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    await world.pay(user, made.id);
    world.clock.set(made.listAt);
    await world.sweep.execute();
    return { made, user };
  }

  it('brings the coins in as what was paid for them, so that what they are worth beyond is profit', async () => {
    const { made, user } = await paid(101, { coinCode: 'GAIN' });
    await world.listed(made.id);
    await world.sweep.execute();
    await world.sweep.execute();
    expect(await world.balances(user)).toEqual({ spot: '9798', 'spot_frozen:coin': '101' });
    const query = { userId: user, demo: false, since: new Date(made.applyFrom - 1), capital: capitalReasons() };
    const { moved } = await world.app.application.get(ProfitStore).movements({ ...query, limit: 100 });
    const outside = (moved ?? []).filter(({ isOutside }) => isOutside);
    // 101 at 2 USDT: out with the payment, in with the coins.
    expect(outside.map(({ currencyId, amount }) => [currencyId, amount])).toEqual([
      [USDT, '-202'],
      [USDT, '202'],
    ]);
    expect(outside.map(({ at }) => at * 1000)).toEqual([made.allotAt, made.listAt]);
  });

  describe('paid for with another coin', () => {
    const BTC_MARKET = 1;

    async function bitcoinAt(at: number, price: string): Promise<void> {
      await world.source.query(
        `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
           closed, filled, outage, origin)
         values ($1, '1min', date_trunc('minute', $2::timestamptz), $3, $3, $3, $3, 1, 1, 1, 1, true, false, false, 'live')
         on conflict (market_id, period, origin, open_at) do update set close = excluded.close`,
        [BTC_MARKET, new Date(at), price],
      );
    }

    /** One bitcoin, given to them at this instant. */
    async function bitcoin(user: string, amount: string, at: number): Promise<void> {
      await world.source.transaction((tx) =>
        giveMoney((sql, values) => tx.query(sql, values), [user], {
          kind: 'spot',
          amount,
          currencyId: BTC,
          at: new Date(at),
        }),
      );
    }

    const taxes = async (user: string, at = world.clock.now()) => {
      const year = new Date(at).getUTCFullYear();
      // The year of the sale and the next one: a test may begin in December.
      const linesOf = async (one: number) =>
        (await world.app.application.get(GetTaxReport).execute(user, 'en', { year: one, method: 'fifo' })).lines;
      // One report of a user at a time.
      return [...(await linesOf(year)), ...(await linesOf(year + 1))];
    };

    /** What crossed the border of all that the user has, in USDT, by the days: told from the newest lines, or kept. */
    async function flows(user: string, made: Sale): Promise<[string, string][]> {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const query = { userId: user, demo: false, from: day(made.applyFrom), to: day(world.clock.now()), limit: 256 };
      const rows = await world.app.application.get(ProfitDaysStore).read(query);
      return rows.flows
        .filter(({ kind, unpriced }) => kind === 'outside' && unpriced.length === 0)
        .map(({ received, given }) => [received, given]);
    }

    async function sold() {
      const made = await world.sale({ supply: 150, cap: 100, price: '0.001', payCurrencyId: BTC, stepMs: DAY_MS });
      world.clock.set(made.applyFrom);
      const people = [await world.person(), await world.person()] as const;
      for (const user of people) {
        await bitcoinAt(world.began, '40000');
        await bitcoin(user, '1', world.began);
        await world.wish(user, made.id, '100');
      }
      world.clock.set(made.allotAt);
      await bitcoinAt(made.allotAt, '50000');
      await world.sweep.execute();
      await world.sweep.execute();
      // 75 of 150 for 0.075.
      await world.pay(people[0], made.id);
      world.clock.set(made.payUntil);
      await bitcoinAt(made.payUntil, '55000');
      await world.sweep.execute();
      await world.sweep.execute();
      // 25 of those that the other one left, for 0.025.
      await world.pay(people[0], made.id);
      return { made, user: people[0] };
    }

    const folded = async () => {
      await sealJournals(world.source, world.app.application.get(SealJournals));
      await world.app.application.get(FoldProfit).execute({ lagSeconds: 0 });
    };

    it('nothing is sold while the sale keeps it; the coins cost what it is worth when they come, and it is sold for that', async () => {
      const { made, user } = await sold();
      expect(await taxes(user, world.began)).toEqual([]);
      world.clock.set(made.listAt);
      await bitcoinAt(made.listAt, '60000');
      await world.sweep.execute();
      await world.listed(made.id);
      await world.sweep.execute();
      await world.sweep.execute();
      expect(await world.own(user)).toMatchObject({ state: 'locked' });
      const lines = await taxes(user, world.began);
      const [delivered]: { journal: string }[] = await world.source.query(
        `select id::text as journal from ledger_journal where reason = 'ieo.deliver' and reference = $1`,
        [await world.idOf(user, made.id)],
      );
      expect(lines).toMatchObject([
        {
          kind: 'dispose',
          currency: 'BTC',
          quantity: '0.1',
          proceeds: '6000',
          cost: '4000',
          gain: '2000',
          acquired_at: world.began,
          journal: delivered?.journal,
          is_assumed: true,
        },
      ]);
      // Out at 3,750 and 1,375; in at both: nothing is lost of what it was worth, and nothing invented.
      for (const isFolded of [false, true]) {
        if (isFolded) await folded();
        expect(await flows(user, made)).toEqual([
          ['40000', '0'],
          ['0', '3750'],
          ['0', '1375'],
          ['5125', '0'],
        ]);
      }
      const query = { userId: user, demo: false, since: new Date(made.applyFrom), capital: capitalReasons() };
      const { moved } = await world.app.application.get(ProfitStore).movements({ ...query, limit: 100 });
      const outside = (moved ?? []).filter(({ isOutside }) => isOutside);
      expect(outside.map(({ at, pricedAt, amount }) => [at * 1000, pricedAt * 1000, amount])).toEqual([
        [made.allotAt, made.allotAt, '-0.075'],
        [made.payUntil, made.payUntil, '-0.025'],
        [made.listAt, made.allotAt, '0.075'],
        [made.listAt, made.payUntil, '0.025'],
      ]);
    });

    it('without a price of it when the coins come their cost is unknown, and not what they cost themselves', async () => {
      const { made, user } = await sold();
      world.clock.set(made.listAt);
      await world.sweep.execute();
      await world.listed(made.id);
      await world.sweep.execute();
      await world.sweep.execute();
      expect(await taxes(user, world.began)).toMatchObject([
        { currency: 'BTC', quantity: '0.1', proceeds: null, cost: '4000', gain: null },
      ]);
    });

    it('what is given back was never gone: it has the date and the cost that it had, and came in as it went out', async () => {
      const { made, user } = await sold();
      world.clock.set(made.listAt);
      await world.sweep.execute();
      const givenBack = made.listAt + 30 * DAY_MS;
      world.clock.set(givenBack);
      await bitcoinAt(givenBack, '70000');
      await world.sweep.execute();
      await world.sweep.execute();
      expect(await world.own(user)).toMatchObject({ state: 'cancelled' });
      expect(await taxes(user, world.began)).toEqual([]);
      for (const isFolded of [false, true]) {
        if (isFolded) await folded();
        expect((await flows(user, made)).at(-1)).toEqual(['5125', '0']);
      }
      await bitcoin(user, '-1', givenBack);
      expect(await taxes(user, world.began)).toMatchObject([
        { kind: 'move', quantity: '1', cost: '40000', acquired_at: world.began, is_uncovered: false },
      ]);
    });
  });

  /** What the user has been told of parts that are free, once all events are read. */
  async function told(user: string): Promise<string[]> {
    await world.app.application.get(WriteEventNotices).execute();
    const rows: { amount: string }[] = await world.source.query(
      `select parameters->>'amount' as amount from account_notice where user_id = $1 and kind = 'ieo-released' order by id`,
      [user],
    );
    return rows.map(({ amount }) => amount);
  }

  it('is an act of two: it makes the coin and its market, pays the issuer, and frees the coins by the schedule', async () => {
    const { made, user } = await paid(101, { releaseParts: 3, releaseDays: 30, coinCode: 'STAR' });
    expect(await world.own(user)).toMatchObject({ state: 'paid' });
    expect(await world.source.query(`select from currency where code = 'STAR'`)).toEqual([]);
    await world.listed(made.id);
    await world.sweep.execute();
    await world.sweep.execute();
    expect(await world.own(user)).toMatchObject({ state: 'locked' });
    expect(await world.store.project(made.id, new Date(world.clock.now()))).toMatchObject({
      phase: 'listed',
      market: 'STAR/USDT',
    });
    const [{ id: star }]: [{ id: number }] = await world.source.query(`select id from currency where code = 'STAR'`);
    const issued: { currency: number; amount: string }[] = await world.source.query(
      `select p.currency_id as currency, trim_scale(p.amount)::text as amount from ledger_journal j
         join ledger_posting p on p.journal_id = j.id join ledger_account a on a.id = p.account_id and a.kind = 'issuance'
        where (j.reason = 'ieo.list' and j.reference = $1) or (j.reason = 'ieo.deliver' and j.reference = $2) order by 1`,
      [String(made.id), await world.idOf(user, made.id)],
    );
    expect(issued).toEqual([
      { currency: USDT, amount: '202' },
      { currency: star, amount: '-101' },
    ]);
    expect(await world.balances(user)).toEqual({ spot: '9798', 'spot_frozen:coin': '101' });
    const free: string[] = [];
    for (const part of [0, 1, 2]) {
      world.clock.set(made.lockUntil + part * 30 * DAY_MS - 1);
      expect(await world.sweep.execute()).toBe(0);
      world.clock.advance(1);
      await Promise.all([world.sweep.execute(), world.sweep.execute()]);
      free.push((await world.balances(user))['spot:coin'] ?? '0');
    }
    expect(free).toEqual(['33', '67', '101']);
    expect(await told(user)).toEqual(['33', '34', '34']);
    expect(await world.own(user)).toMatchObject({ state: 'releasing', released: '101', releasedParts: 3 });
    expect(await world.ieoEvents(user)).toEqual([
      'committed',
      'allotted',
      'paid',
      'locked',
      'releasing',
      'releasing',
      'releasing',
    ]);
  });

  it('does not come by its date alone, and nothing is released before it', async () => {
    const { made, user } = await paid(100, { releaseParts: 2, releaseDays: 1 });
    // Both parts' days pass without a listing.
    world.clock.set(made.lockUntil + 3 * DAY_MS);
    await world.sweep.execute();
    expect(await world.own(user)).toMatchObject({ state: 'paid', released: '0' });
    expect(await world.balances(user)).toEqual({ spot: '9800' });
    await world.listed(made.id);
    for (let rounds = 0; rounds < 3; rounds += 1) await world.sweep.execute();
    expect(await world.balances(user)).toEqual({ spot: '9800', 'spot:coin': '100' });
    const [last]: [{ early: boolean }] = await world.source.query(
      `select bool_or(j.at < p.listed_at) as early from ledger_journal j, ieo_project p
        where p.id = $1 and j.reason = 'ieo.release' and j.reference like $2`,
      [made.id, `${await world.idOf(user, made.id)}:%`],
    );
    expect(last.early).toBe(false);
  });

  it('that does not come for thirty days gives everything back by itself', async () => {
    const { made, user } = await paid(100);
    world.clock.set(made.listAt + 30 * DAY_MS - 1);
    await world.sweep.execute();
    expect(await world.own(user)).toMatchObject({ state: 'paid' });
    world.clock.advance(1);
    await Promise.all([world.sweep.execute(), world.sweep.execute()]);
    await world.sweep.execute();
    expect(await world.own(user)).toMatchObject({ state: 'cancelled' });
    expect(await world.balances(user)).toEqual({ spot: '10000' });
    expect(await world.store.project(made.id, new Date(world.clock.now()))).toMatchObject({
      phase: 'cancelled',
      cancelReason: 'not-listed',
    });
    await expect(world.listed(made.id)).rejects.toEqual(refusal('ieo.ended'));
  });

  it('is refused while lots can be paid for, before its date, twice, and without two people; nothing is left of it', async () => {
    const { made, people } = await world.applied([100], { coinCode: 'EARLY' });
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    await expect(world.listed(made.id)).rejects.toEqual(refusal('ieo.payments-open'));
    await world.pay(people[0] as string, made.id);
    world.clock.set(made.payUntil);
    await world.sweep.execute();
    world.clock.set(made.secondPayUntil);
    await world.sweep.execute();
    await expect(world.listed(made.id)).rejects.toEqual(refusal('ieo.not-due'));
    const market = { coin: 'EARLY', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    await world.transactions().run((tx) => world.list.judge(tx, made.id, market));
    // A market that nobody could trade in, or whose least order is dust, is not proposed.
    const wrongOnes: [object, string][] = [
      [{ quantityScale: 7 }, 'request.invalid'],
      [{ leastOrder: '0.5' }, 'listing.least-worth'],
      [{ instruments: ['bybit:spot:BTCUSDT'] }, 'listing.other-instrument'],
    ];
    for (const [wrong, code] of wrongOnes)
      await expect(
        world.transactions().run((tx) => world.list.judge(tx, made.id, { ...market, ...wrong })),
      ).rejects.toEqual(refusal(code));
    expect(await world.source.query(`select from currency where code = 'EARLY'`)).toEqual([]);
    await expect(world.listed(999_999)).rejects.toEqual(refusal('ieo.not-found'));
    world.clock.set(made.listAt);
    const terms = { coin: 'EARLY', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    const other = await world.sale({ at: world.clock.now(), coinCode: 'EARLY' });
    await expect(world.transactions().run((tx) => world.list.execute(tx, other.id, terms))).rejects.toEqual(
      refusal('ieo.payments-open'),
    );
    const tries = await Promise.allSettled([world.listed(made.id), world.listed(made.id)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(world.listed(made.id)).rejects.toEqual(refusal('ieo.ended'));
  });

  it('is held against the proposal by the database', async () => {
    const { made } = await paid(10);
    const terms = { coin: 'NOVA', priceScale: 4, quantityScale: 2, leastOrder: '5', instruments: [] };
    await expect(world.transactions().run((tx) => world.list.execute(tx, made.id, terms))).rejects.toBeDefined();
    await world.transactions().run((tx) => agreeOn(tx, 'ieo-list', made.id, terms));
    // Nor is what was agreed on for a listing of another transaction.
    await expect(world.transactions().run((tx) => world.list.execute(tx, made.id, terms))).rejects.toBeDefined();
    // Another coin's market is none of it.
    await expect(
      world.serving.query('select ieo_list($1, m.base_currency_id, m.id, $2) from market m where m.id = 1', [
        made.id,
        new Date(world.clock.now()),
      ]),
    ).rejects.toMatchObject({ code: 'IE009' });
    expect(await world.store.project(made.id, new Date(world.clock.now()))).toMatchObject({ phase: 'listing' });
  });

  it('is not sold under the name of a coin that the product began with', async () => {
    const terms = { ...saleTerms({ at: world.began, coinCode: 'BTC' }), coinScale: 8 };
    await expect(publishAgreed(terms)).rejects.toEqual(refusal('ieo.terms', { field: 'coinCode' }));
  });

  it('is not sold when it was agreed on so late that nobody could read of it for an hour', async () => {
    const now = world.app.application.get(Clock).now();
    const attempt = async (left: number) => {
      // Applications begin a minute after what is given here.
      const terms = saleTerms({ at: now + left - 60_000, coinCode: 'LATER' });
      return publishAgreed(terms);
    };
    await expect(attempt(59 * 60_000)).rejects.toEqual(
      refusal('ieo.date-too-soon', { field: 'applyFrom', span: '1 h' }),
    );
    await expect(attempt(70 * 60_000)).resolves.toEqual(expect.any(Number));
  });

  it('is not sold with other decimals than an offer of the same coin has, nor the other way round', async () => {
    const judge = (code: string, scale: number) =>
      world.transactions().run((tx) => world.app.application.get(ListCoin).wrongOf(tx, { code, scale }));
    await anOffer(world.source, offerTerms(world.began, { coinCode: 'PROMIS', coinScale: 8 }));
    await world.sale({ coinCode: 'PLEDGE' });
    expect(await Promise.all([judge('PROMIS', 8), judge('PROMIS', 6)])).toEqual([null, 'scale']);
    expect(await Promise.all([judge('PLEDGE', 6), judge('PLEDGE', 8)])).toEqual([null, 'scale']);
    const terms = saleTerms({ at: world.began, coinCode: 'PROMIS' });
    await expect(publishAgreed(terms)).rejects.toEqual(refusal('ieo.terms', { field: 'coinScale' }));
  });

  it('catches up with parts that nobody released in time, and tells of each', async () => {
    const { made, user } = await paid(100, { releaseParts: 4, releaseDays: 1 });
    await world.listed(made.id);
    world.clock.set(made.lockUntil + 10 * DAY_MS);
    for (let rounds = 0; rounds < 5; rounds += 1) await world.sweep.execute();
    expect(await world.balances(user)).toEqual({ spot: '9800', 'spot:coin': '100' });
    expect(await told(user)).toEqual(['25', '25', '25', '25']);
  });

  it('tells of each part once, also where the worker ends between a part and its word', async () => {
    const { made, user } = await paid(2, { releaseParts: 3, releaseDays: 1 });
    await world.listed(made.id);
    // Of two coins the first of three parts is empty, and nobody is told of nothing.
    const parts: string[][] = [];
    for (const part of [0, 1, 2]) {
      world.clock.set(made.lockUntil + part * DAY_MS);
      for (let rounds = 0; rounds < 3; rounds += 1) await world.sweep.execute();
      // The coins are free, and whoever was to say so ends in the middle of it.
      await world.source.query(`alter table outbox add constraint test_stop check (kind <> 'notice') not valid`);
      await Promise.allSettled([told(user)]);
      await world.source.query('alter table outbox drop constraint test_stop');
      await Promise.all([told(user), told(user)]);
      parts.push(await told(user));
    }
    expect(parts).toEqual([[], ['1'], ['1', '1']]);
  });
});

describe('a sale that is cancelled', () => {
  const cancel = (id: number) => cancelSale(world.source, id, new Date(world.clock.now()));

  it.each(['committed', 'allotted', 'paid'])('gives back everything of who has %s', async (state) => {
    const { made, people } = await world.applied([100, 50]);
    const [user] = people as [string];
    if (state !== 'committed') {
      world.clock.set(made.allotAt);
      await world.sweep.execute();
    }
    if (state === 'paid') await world.pay(user, made.id);
    const paid = state === 'paid' ? '200' : '0';
    expect(await paidFor(made.id, world.source.manager)).toEqual({ paid, payCoin: 'USDT' });
    expect(await cancel(made.id)).toBe(true);
    await world.sweep.execute();
    await world.sweep.execute();
    expect((await world.ownOf(people)).map((row) => row?.state)).toEqual(['cancelled', 'cancelled']);
    expect(await world.balances(user)).toEqual({ spot: '10000' });
    world.clock.set(made.listAt);
    await world.sweep.execute();
    expect(await world.store.project(made.id, new Date(world.clock.now()))).toMatchObject({ phase: 'cancelled' });
    expect(await cancel(made.id)).toBe(false);
  });

  it('or listed, never both, where the two come at once', async () => {
    const { made, people } = await world.applied([100]);
    const [user] = people as [string];
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    await world.pay(user, made.id);
    world.clock.set(made.listAt);
    await world.sweep.execute();
    const [asListed, asCancelled] = await Promise.allSettled([world.listed(made.id), cancel(made.id)]);
    await world.sweep.execute();
    await world.sweep.execute();
    const isCancelled = asCancelled.status === 'fulfilled' && asCancelled.value;
    expect(asListed.status).toBe(isCancelled ? 'rejected' : 'fulfilled');
    expect(await world.balances(user)).toEqual(
      isCancelled ? { spot: '10000' } : { spot: '9800', 'spot_frozen:coin': '100' },
    );
  });

  it('is what two people agreed on, and not after the listing', async () => {
    const { made } = await world.applied([10]);
    await expect(world.serving.query('select ieo_cancel($1, now())', [made.id])).rejects.toMatchObject({
      code: 'IE009',
    });
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    world.clock.set(made.listAt);
    for (let rounds = 0; rounds < 3; rounds += 1) await world.sweep.execute();
    await world.listed(made.id);
    expect(await cancel(made.id)).toBe(false);
  });
});

describe('nobody bends it', () => {
  it('neither terms, nor seals, nor units', async () => {
    const { made, people } = await world.applied([10, 10]);
    world.clock.set(made.allotAt);
    await world.sweep.execute();
    const id = await world.idOf(people[0] as string, made.id);
    for (const statement of [
      `update ieo_project set supply = 5 where id = ${made.id}`,
      `update ieo_project set cap = 5 where id = ${made.id}`,
      `update ieo_project set apply_until = apply_until + interval '1 day' where id = ${made.id}`,
      `update ieo_round set root = sha256('') where project_id = ${made.id}`,
      `delete from ieo_round where project_id = ${made.id}`,
      `update ieo_allotment set units = 9 where application_id = ${id}`,
      `delete from ieo_allotment where application_id = ${id}`,
      `update ieo_application set units = 11 where id = ${id}`,
      `update ieo_application set allotted = 9 where id = ${id}`,
      `update ieo_application set salt = sha256('') where id = ${id}`,
      `update ieo_application set status = 'committed' where id = ${id}`,
      `update ieo_application set status = 'locked' where id = ${id}`,
      `update ieo_project set cancelled_at = now(), cancel_reason = 'not-listed' where id = ${made.id}`,
      `delete from ieo_application where id = ${id}`,
      `update ieo_seed set seed = sha256('') where project_id = ${made.id}`,
      `insert into ieo_project select * from ieo_project where id = ${made.id}`,
    ]) {
      await expect(world.source.query(statement)).rejects.toBeDefined();
    }
  });
});
