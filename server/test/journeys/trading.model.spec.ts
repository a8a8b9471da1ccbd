import { WRONG_ALERTS } from '../factories/alert-checks.js';
import { aSale } from '../factories/ieo.js';
import { anOffer, offerTerms } from '../factories/subscription.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { TIMES_IN_FORCE, type TimeInForce } from '../../contract/rules/spot-time.rules.js';
import { createDataSource } from '../../database/data-source.js';
import { isConnectionLoss } from '../../platform/database/transaction.js';
import { sleep } from '../faults/calls.js';
import { deadlocksOf } from '../deadlocks.js';
import { SECRETS, sizeOf } from '../faults/product.js';
import { BTC_MARKET } from '../factories/futures-world.js';
import { TradingWorld } from '../factories/trading-world.js';
import {
  type AlertStep,
  alertStep,
  type FuturesStep,
  futuresStep,
  isAlertStep,
  isFuturesStep,
  performAlert,
  performFutures,
} from './model-steps.js';
import { isProgramStep, type ProgramStep, programStep } from './model-programs.js';
import { answered, SigningPrograms } from './signing-programs.js';

/**
 * Whatever is ordered, at whatever prices, and wherever workers die: all products but the trade between users at once on Postgres. A worker
 * dies by losing its connections somewhere in its work: the books are left as by a SIGKILL. `npm run trading-model -- --runs=200`.
 */
const RUNS = sizeOf('FAULTS_RUNS', 3);
const STEPS = 34;
const ETH_MARKET = 2;
/** As many as the product's pool has. */
const CONNECTIONS = 10;
const MARKETS = [BTC_MARKET, ETH_MARKET] as const;
const FIRST: Readonly<Record<number, number>> = { [BTC_MARKET]: 60_000, [ETH_MARKET]: 3000 };
const DAY_MS = 86_400_000;

type Step =
  | { do: 'prices'; ratio: number; seconds: number }
  | { do: 'option'; fall: boolean; stake: number; demo: boolean }
  | { do: 'spot'; sells: boolean; size: number; limit: number | null; time: TimeInForce; demo: boolean; exit: number }
  | {
      do: 'contract';
      short: boolean;
      lots: number;
      leverage: number;
      cross: boolean;
      limit: number | null;
      demo: boolean;
    }
  | { do: 'trust'; amount: number; demo: boolean }
  | { do: 'subscribe'; amount: number; which: number }
  | { do: 'launch' | 'cancelOffer'; which: number }
  | { do: 'apply'; units: number; which: number }
  | { do: 'pay' | 'list' | 'cancelSale'; which: number }
  | { do: 'cancel' | 'close'; which: number }
  | { do: 'amend'; size: number; limit: number | null }
  | { do: 'amendStop'; what: 'amount' | 'trigger' | 'trail'; size: number; trigger: number; trails: number }
  | { do: 'pair'; sells: boolean; size: number; above: number; below: number }
  | { do: 'stop'; sells: boolean; size: number; trigger: number; limit: number | null; trails: number }
  | { do: 'work' }
  | { do: 'die'; afterMs: number }
  | { do: 'day' }
  | FuturesStep
  | AlertStep
  | ProgramStep;

const limit = fc.option(fc.integer({ min: 800, max: 1200 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('prices' as const),
      ratio: fc.integer({ min: 850, max: 1150 }),
      seconds: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('option' as const),
      fall: fc.boolean(),
      stake: fc.integer({ min: 10, max: 400 }),
      demo: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('spot' as const),
      sells: fc.boolean(),
      size: fc.integer({ min: 1, max: 400 }),
      limit,
      time: fc.constantFrom('gtc' as const, ...TIMES_IN_FORCE),
      demo: fc.boolean(),
      // Thousandths around the price that is bought at; none: nothing is left behind.
      exit: fc.constantFrom(0, 0, 10, 60),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('contract' as const),
      short: fc.boolean(),
      lots: fc.integer({ min: 1, max: 12 }),
      leverage: fc.constantFrom(5, 10, 20, 50),
      cross: fc.boolean(),
      limit,
      demo: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('trust' as const),
      amount: fc.integer({ min: 100, max: 900 }),
      demo: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('subscribe' as const),
      amount: fc.integer({ min: 2, max: 120 }),
      which: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('launch' as const, 'cancelOffer' as const), which: fc.nat(20) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('apply' as const),
      units: fc.integer({ min: 1, max: 120 }),
      which: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('pay' as const, 'pay' as const, 'list' as const, 'cancelSale' as const),
      which: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'close' as const), which: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('amend' as const), size: fc.integer({ min: 1, max: 400 }), limit }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('amendStop' as const),
      what: fc.constantFrom('amount' as const, 'trigger' as const, 'trail' as const),
      size: fc.integer({ min: 10, max: 400 }),
      trigger: fc.integer({ min: 850, max: 1150 }),
      trails: fc.integer({ min: 1, max: 10 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stop' as const),
      sells: fc.boolean(),
      size: fc.integer({ min: 10, max: 400 }),
      trigger: fc.integer({ min: 850, max: 1150 }),
      limit,
      // Percent; none: its trigger price stands.
      trails: fc.constantFrom(0, 0, 1, 5),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pair' as const),
      sells: fc.boolean(),
      size: fc.integer({ min: 10, max: 400 }),
      above: fc.integer({ min: 1000, max: 1100 }),
      below: fc.integer({ min: 900, max: 1000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('die' as const), afterMs: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('day' as const) }) },
  { weight: 9, arbitrary: futuresStep },
  { weight: 3, arbitrary: alertStep },
  { weight: 16, arbitrary: programStep },
);

let world: TradingWorld;
/** Ends transactions from outside. */
let admin: DataSource;
/** For what programs and their owner do outside of the product. */
let sql: Pool;
let programs: SigningPrograms | null = null;
let prices = new Map<number, string>();
let deaths = 0;
let sales = 0;
/** Postgres' own count for this database. */
let deadlocksBefore = 0;

beforeAll(async () => {
  world = await TradingWorld.open({ ...SECRETS, RATE_FACTOR: '100000' });
  sql = new Pool({ connectionString: world.futures.app.database.url, max: 2 });
  sql.on('error', () => undefined);
  admin = await createDataSource(world.futures.app.database.url, 1).initialize();
  await world.futures.insure('500');
  move(1000);
  deadlocksBefore = await deadlocksOf(admin, ...pools());
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await admin?.destroy();
  await world?.close();
}, 120_000);

/** The product's connections, and those by which the test puts things there. */
const pools = (): DataSource[] => [world.source, world.futures.get(DataSource)];

/** Every market has so many thousandths of its first price. */
function move(thousandths: number): void {
  prices = new Map(MARKETS.map((id) => [id, (((FIRST[id] as number) * thousandths) / 1000).toFixed(2)]));
  world.sample(prices);
  programs?.see();
}

/** What all workers do, once; what waits for a market or the tape waits. */
async function work(): Promise<void> {
  await world.work(MARKETS);
  await world.write();
  await world.settle();
  await world.sweepTrust();
  await world.sweepSubscriptions();
  await world.sweepIeo();
  await world.judgeAlerts();
}

/** The same, and somewhere in it every connection that is at work is lost with its transaction. */
async function die(afterMs: number): Promise<void> {
  const over = new AbortController();
  const dying = Promise.allSettled([
    world.work(MARKETS),
    world.settle(),
    world.sweepTrust(),
    world.sweepSubscriptions(),
    world.sweepIeo(),
    world.judgeAlerts(),
    world.write(),
  ]);
  void dying.then(() => over.abort());
  await sleep(afterMs);
  // Between two statements of different transactions there may be nothing to lose.
  for (let lost = 0; lost === 0 && !over.signal.aborted; deaths += lost) lost = await loseConnections();
  for (const outcome of await dying) {
    if (outcome.status === 'rejected' && !isConnectionLoss(outcome.reason)) throw outcome.reason;
  }
  while (!(await areAllAlive()));
}

/** Connections whose end has not been read yet die with the worker: the next one begins with its own. */
async function areAllAlive(): Promise<boolean> {
  const each = pools().flatMap((pool) => Array.from({ length: CONNECTIONS }, () => pool.query('select 1')));
  const asked = await Promise.allSettled(each);
  for (const outcome of asked) {
    if (outcome.status === 'rejected' && !isConnectionLoss(outcome.reason)) throw outcome.reason;
  }
  return asked.every(({ status }) => status === 'fulfilled');
}

async function loseConnections(): Promise<number> {
  const rows: { count: number }[] = await admin.query(
    `select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
      where datname = current_database() and state in ('active', 'idle in transaction') and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

interface People {
  contract: string;
  option: string;
  spot: string;
}

/** Real and demo money each, so that both books are under way. */
async function people(): Promise<People> {
  const made = { contract: '', option: '', spot: '' };
  for (const kind of ['contract', 'option', 'spot'] as const) {
    made[kind] = await world.user(kind, '3000');
    await world.endow(made[kind], kind, '3000', { demo: true });
  }
  await world.verify(made.option);
  await world.verify(made.spot);
  await world.endow(made.option, 'spot', '3000');
  return made;
}

/** In the first market; a purchase at the market says what it may cost. */
function stopOf({ sells, size, trigger, limit, trails }: Extract<Step, { do: 'stop' }>) {
  const at = (thousandths: number) => priceOf(BTC_MARKET, thousandths);
  const isForAmount = !sells && (limit === null || trails > 0);
  return {
    side: sells ? ('sell' as const) : ('buy' as const),
    quantity: isForAmount ? String(size) : (size / Number(at(1000))).toFixed(5),
    triggerPrice: trails > 0 ? null : at(trigger),
    trailPercent: trails > 0 ? String(trails) : null,
    limitPrice: trails > 0 || limit === null ? null : at(limit),
  };
}

/** What does not fit the stop that there is, is refused. */
function stopAmendmentOf({ what, size, trigger, trails }: Extract<Step, { do: 'amendStop' }>) {
  const first = FIRST[BTC_MARKET] as number;
  if (what === 'trail') return { trailPercent: String(trails) };
  return what === 'trigger'
    ? { triggerPrice: ((first * trigger) / 1000).toFixed(2) }
    : { amount: (size / first).toFixed(5) };
}

/** Likewise; a purchase has a limit behind its stop. */
function pairOf({ sells, size, above, below }: Extract<Step, { do: 'pair' }>) {
  const at = (thousandths: number) => priceOf(BTC_MARKET, thousandths);
  return {
    side: sells ? ('sell' as const) : ('buy' as const),
    quantity: (size / Number(at(1000))).toFixed(5),
    limitPrice: at(sells ? above : below),
    triggerPrice: at(sells ? below : above),
    stopLimitPrice: sells ? null : at(above + 20),
  };
}

/** So many thousandths of a market's first price. */
const priceOf = (marketId: number, thousandths: number): string =>
  (((FIRST[marketId] as number) * thousandths) / 1000).toFixed(2);

async function perform(step: Step, { contract, option, spot }: People): Promise<unknown> {
  if (isFuturesStep(step)) return performFutures(world, contract, step, priceOf);
  if (isProgramStep(step)) return programs?.perform(step);
  if (isAlertStep(step)) return performAlert(world, spot, step, (thousandths) => priceOf(BTC_MARKET, thousandths));
  const marketId = MARKETS[world.futures.clock.now() % 2000 === 0 ? 0 : 1] as number;
  const at = (thousandths: number) => priceOf(marketId, thousandths);
  switch (step.do) {
    case 'prices':
      for (let second = 0; second < step.seconds; second += 1) move(step.ratio);
      return null;
    case 'option': {
      const order = { marketId, seconds: 60, stake: String(step.stake), demo: step.demo };
      return world.option(option, { ...order, direction: step.fall ? 'fall' : 'rise' });
    }
    case 'spot': {
      const quantity = (step.size / Number(at(1000))).toFixed(5);
      const limitPrice = step.limit === null ? null : at(step.limit);
      const until = step.time === 'gtd' ? { expiresAt: world.futures.clock.now() + 90_000 } : {};
      const waits = step.limit === null ? {} : { timeInForce: step.time, ...until };
      const side = step.sells ? 'sell' : 'buy';
      const exit = { takeProfit: at((step.limit ?? 1000) + step.exit), stopLoss: at((step.limit ?? 1000) - step.exit) };
      const leaves = step.exit > 0 && !step.sells ? { exit } : {};
      return world.spot(spot, { marketId, side, quantity, limitPrice, demo: step.demo, ...waits, ...leaves });
    }
    case 'amend': {
      const quantity = (step.size / Number(at(1000))).toFixed(5);
      return world.amendSpot(spot, { quantity, limitPrice: step.limit === null ? null : at(step.limit) });
    }
    case 'amendStop':
      return world.amendStop(spot, stopAmendmentOf(step));
    case 'stop':
      return world.stopSpot(spot, stopOf(step));
    case 'pair':
      return world.pairSpot(spot, pairOf(step));
    case 'contract': {
      const { lots, leverage, demo } = step;
      const order = { marketId, lots, leverage, demo, marginMode: step.cross ? 'cross' : 'isolated' } as const;
      const limitPrice = step.limit === null ? {} : { limitPrice: at(step.limit) };
      return world.futuresOrder(contract, { ...order, ...limitPrice, side: step.short ? 'short' : 'long' });
    }
    case 'trust':
      return world.trust(spot, String(step.amount), { demo: step.demo });
    case 'subscribe':
      return world.subscribe(spot, await offerAt(step.which), String(step.amount));
    case 'launch':
      return world.launchOffer(await offerAt(step.which));
    case 'cancelOffer':
      return world.cancelOffer(await offerAt(step.which));
    case 'apply':
      return apply(step, [spot, option][step.which % 2] as string);
    case 'pay': {
      const rows: { id: string; userId: string }[] = await world.source.query(
        `select id::text, user_id::text as "userId" from ieo_application
          where status = 'allotted' or second_status = 'offered' order by id`,
      );
      const row = rows[step.which % Math.max(1, rows.length)];
      return row && world.payForIeo(row.userId, row.id);
    }
    case 'list':
    case 'cancelSale': {
      const rows: { id: number }[] = await world.source.query(
        'select id from ieo_project where listed_at is null and cancelled_at is null order by id',
      );
      const row = rows[step.which % Math.max(1, rows.length)];
      return row && (step.do === 'list' ? world.listSale(row.id) : world.cancelSale(row.id));
    }
    case 'cancel':
    case 'close':
      return end(step, { contract, spot });
    case 'work':
      return work();
    case 'die':
      return die(step.afterMs);
    default:
      world.futures.clock.advance(DAY_MS);
      return move(1000);
  }
}

/** One of the offers on sale; a new one of small numbers where there is none, so that it sells out. */
async function offerAt(which: number): Promise<number> {
  const rows: { id: number }[] = await world.source.query(
    `select id from subscription_offer where status = 'open' and ends_at > $1 order by id`,
    [new Date(world.futures.clock.now())],
  );
  const row = rows[which % Math.max(1, rows.length)];
  if (row && which % 4 > 0) return row.id;
  const changes = {
    total: '500',
    maximum: '300',
    lockDays: which % 3,
    yieldSource: which % 2 ? 'house' : 'issuer',
  } as const;
  return anOffer(world.source, offerTerms(world.futures.clock.now(), changes));
}

/** Applies for a sale that is open; a new one of few units and ten seconds a step where there is none. */
async function apply({ units, which }: { units: number; which: number }, userId: string): Promise<boolean> {
  const now = world.futures.clock.now();
  const rows: { id: number }[] = await world.source.query(
    `select id from ieo_project where cancelled_at is null and apply_from <= $1 and apply_until > $1 order by id`,
    [new Date(now)],
  );
  let id = rows[which % Math.max(1, rows.length)]?.id;
  if (id === undefined) {
    sales += 1;
    const terms = { supply: 100, cap: 60, stepMs: 10_000, releaseDays: 1, coinCode: `SALE${sales}` };
    ({ id } = await aSale(world.source, { at: now - 60_000, ...terms }));
  }
  return world.applyForIeo(userId, id, String(units));
}

async function end(
  { do: what, which }: { do: 'cancel' | 'close'; which: number },
  users: Pick<People, 'contract' | 'spot'>,
) {
  if (what === 'cancel') {
    const rows: { id: string }[] = await world.source.query(
      `select id from spot_order where user_id = $1 and status = 'open' order by id`,
      [users.spot],
    );
    const row = rows[which % Math.max(1, rows.length)];
    return row && world.cancelSpot(users.spot, row.id);
  }
  const rows = (await world.futures.rows(users.contract)).filter(({ status }) => status === 1);
  const row = rows[which % Math.max(1, rows.length)];
  return row && world.closePosition(users.contract, row.positionId);
}

describe('whatever is ordered, at whatever prices, wherever workers die', () => {
  it(
    'the invariants of the ledger and of all products hold, what is due is done, and nothing deadlocks',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
          const users = await people();
          programs = await SigningPrograms.open(world, sql, {
            at: (thousandths) => priceOf(BTC_MARKET, thousandths),
            last: () => Number(prices.get(BTC_MARKET)),
            die,
          });
          move(1000);
          await programs.begin();
          for (const each of steps) await perform(each, users);
          // The workers that come after: every option has its end, every day its interest.
          for (let second = 0; second < 75; second += 1) move(1000);
          await work();
          await work();
          const [open] = await world.source.query(
            `select (select count(*) from option_order where status = 'open')::integer as options,
                    (select count(*) from trust_order where next_day < $1::date)::integer as days,
                    (select count(*) from subscription_order where release_at <= $2)::integer
                      - (select count(*) from subscription_order where status = 'released')::integer as releases,
                    (select count(*) from futures_position p
                      where p.lots * (p.status in (1, 2))::integer
                        < (select coalesce(sum(o.lots_waiting), 0) from futures_closing_order o where o.position_id = p.id)
                    )::integer as closings`,
            [new Date(world.futures.clock.now()).toISOString().slice(0, 10), new Date(world.futures.clock.now())],
          );
          expect(open).toEqual({ options: 0, days: 0, releases: 0, closings: 0 });
          expect(await world.source.query(WRONG_ALERTS)).toEqual([]);
          await programs.expectAll();
          expect(await world.ieoLagSeconds()).toBe(0);
          expect(await world.brokenBooks()).toEqual([]);
          expect(await deadlocksOf(admin, ...pools())).toBe(deadlocksBefore);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      const [met] = await world.source.query(
        `select (select count(*) from futures_closing_order where lots_filled > 0)::integer as closings,
                (select count(*) from futures_position p join futures_position r on r.user_id = p.user_id
                    and r.opened_at = p.closed_at and r.side = -p.side and r.id > p.id)::integer as reversals,
                (select count(*) from price_alert_firing)::integer as alerts`,
      );
      process.stderr.write(
        `trading model: ${RUNS} runs of ${STEPS} steps, ${deaths} connections lost in work; orders to close that were filled, ` +
          `positions that turned, alerts that went off: ${JSON.stringify(met)}; programs were told ` +
          `${JSON.stringify(Object.fromEntries(answered))}\n`,
      );
    },
    120_000 + RUNS * 60_000,
  );
});
