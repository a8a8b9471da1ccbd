import * as fc from 'fast-check';
import { BTC_MARKET } from '../factories/futures-world.js';
import type { TradingWorld } from '../factories/trading-world.js';

/** What is done with futures that are there: orders that close, that only reduce, that are changed; positions that turn. */
export type FuturesStep =
  | { do: 'closing'; which: number; lots: number | null; limit: number }
  | { do: 'changeClosing'; which: number; lots: number | null; limit: number | null }
  | { do: 'cancelClosing'; which: number }
  | { do: 'reverse'; which: number }
  | { do: 'reduce'; short: boolean; lots: number; limit: number | null; demo: boolean }
  | { do: 'changeFutures'; which: number; lots: number | null; limit: number | null }
  | { do: 'cancelFutures'; which: number };

/** What users do with their price alerts; thousandths of the first price. */
export type AlertStep =
  | { do: 'alert'; value: number; kind: 'rise' | 'fall' | 'cross'; isOften: boolean }
  | { do: 'changeAlert'; which: number; value: number; kind: 'rise' | 'fall' | 'cross' }
  | { do: 'pauseAlert' | 'resumeAlert' | 'deleteAlert'; which: number };

const which = fc.nat(20);
const lots = fc.integer({ min: 1, max: 12 });
const limit = fc.integer({ min: 850, max: 1150 });

export const futuresStep: fc.Arbitrary<FuturesStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('closing' as const), which, lots: fc.option(lots), limit }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('changeClosing' as const),
      which,
      lots: fc.option(lots),
      limit: fc.option(limit),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancelClosing' as const, 'cancelFutures' as const), which }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reduce' as const),
      short: fc.boolean(),
      lots,
      limit: fc.option(limit),
      demo: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('changeFutures' as const),
      which,
      lots: fc.option(lots),
      limit: fc.option(limit),
    }),
  },
);

const kind = fc.constantFrom('rise' as const, 'fall' as const, 'cross' as const);
export const alertStep: fc.Arbitrary<AlertStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('alert' as const), value: limit, kind, isOften: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('changeAlert' as const), which, value: limit, kind }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('pauseAlert' as const, 'resumeAlert' as const, 'deleteAlert' as const),
      which,
    }),
  },
);

const FUTURES_STEPS = [
  'closing',
  'changeClosing',
  'cancelClosing',
  'reverse',
  'reduce',
  'changeFutures',
  'cancelFutures',
];
export function isFuturesStep(step: { do: string }): step is FuturesStep {
  return FUTURES_STEPS.includes(step.do);
}

const ALERT_STEPS = ['alert', 'changeAlert', 'pauseAlert', 'resumeAlert', 'deleteAlert'];
export function isAlertStep(step: { do: string }): step is AlertStep {
  return ALERT_STEPS.includes(step.do);
}

const oneOf = <Row>(rows: readonly Row[], place: number): Row | undefined => rows[place % Math.max(1, rows.length)];
const text = (value: number | null, priceOf: (thousandths: number) => string) =>
  value === null ? null : priceOf(value);

/**
 * Does it with one of the user's rows, where there is one.
 * @param priceOf in the market of a row, so many thousandths of its first price.
 */
export async function performFutures(
  world: TradingWorld,
  userId: string,
  step: FuturesStep,
  priceOf: (marketId: number, thousandths: number) => string,
): Promise<unknown> {
  const { futuresCommands: futures } = world;
  await hold(
    world,
    userId,
    step.do === 'changeFutures' || step.do === 'cancelFutures' ? priceOf(BTC_MARKET, 800) : null,
  );
  if (step.do === 'reduce') {
    const [marketId = 0] = [...new Set((await rowsOf(world, userId, 1)).map((row) => row.marketId))];
    const { short, lots: many, demo } = step;
    const limitPrice = text(step.limit, (value) => priceOf(marketId, value));
    return (
      marketId > 0 && futures.reduce(userId, { marketId, demo, side: short ? 'short' : 'long', lots: many, limitPrice })
    );
  }
  if (step.do === 'changeFutures' || step.do === 'cancelFutures') {
    const row = oneOf(await rowsOf(world, userId, 0), step.which);
    if (!row) return false;
    if (step.do === 'cancelFutures') return futures.cancel(userId, row.positionId);
    const limitPrice = text(step.limit, (value) => priceOf(row.marketId, value));
    return futures.change(userId, row.positionId, { lots: step.lots, limitPrice });
  }
  const row = oneOf(await rowsOf(world, userId, 1), step.which);
  if (!row) return false;
  if (step.do === 'reverse') return futures.reverse(userId, row.positionId);
  if (step.do === 'closing') {
    const wish = { positionId: row.positionId, lots: step.lots, price: priceOf(row.marketId, step.limit) };
    return futures.placeClosing(userId, wish);
  }
  const closings: { id: string; position: string; market: number }[] = await world.source.query(
    `select o.id::text, o.position_id::text as position, o.market_id as market from futures_closing_order o
       join futures_position p on p.id = o.position_id where p.user_id = $1 and o.status = 'waiting' order by o.id`,
    [userId],
  );
  const closing = oneOf(closings, step.which);
  if (!closing) {
    return futures.placeClosing(userId, { positionId: row.positionId, lots: 1, price: priceOf(row.marketId, 1100) });
  }
  const order = { positionId: closing.position, closingId: closing.id };
  if (step.do === 'cancelClosing') return futures.cancelClosing(userId, order);
  const price = text(step.limit, (value) => priceOf(closing.market, value));
  return futures.changeClosing(userId, { ...order, lots: step.lots, price });
}

/** Where the user has none, there is one to begin with: at the market, or one that waits for its limit. */
async function hold(world: TradingWorld, userId: string, limitPrice: string | null): Promise<void> {
  if ((await rowsOf(world, userId, limitPrice === null ? 1 : 0)).length > 0) return;
  const order = { marketId: BTC_MARKET, side: 'long', lots: 4, leverage: 5, marginMode: 'isolated' } as const;
  await world.futuresOrder(userId, { ...order, ...(limitPrice !== null && { limitPrice }) });
}

/** The user's futures of both books that wait (0) or are open (1). */
function rowsOf(
  world: TradingWorld,
  userId: string,
  status: 0 | 1,
): Promise<{ positionId: string; marketId: number }[]> {
  return world.source.query(
    `select id::text as "positionId", market_id as "marketId" from futures_position
      where user_id = $1 and status = $2 order by id`,
    [userId, status],
  );
}

/** @param priceOf so many thousandths of the first price. */
export async function performAlert(
  world: TradingWorld,
  userId: string,
  step: AlertStep,
  priceOf: (thousandths: number) => string,
): Promise<unknown> {
  const { alerts } = world;
  if (step.do === 'alert') {
    const { kind: given, isOften } = step;
    return alerts.make(userId, { kind: given, value: priceOf(step.value), ...(isOften && { pause: '300' }) });
  }
  const rows: { id: string }[] = await world.source.query(
    `select id::text from price_alert where user_id = $1 and state <> 'deleted' order by id`,
    [userId],
  );
  const row = oneOf(rows, step.which);
  if (!row) return false;
  if (step.do === 'changeAlert') return alerts.change(userId, row.id, { kind: step.kind, value: priceOf(step.value) });
  if (step.do === 'pauseAlert') return alerts.pause(userId, row.id);
  return step.do === 'resumeAlert' ? alerts.resume(userId, row.id) : alerts.remove(userId, row.id);
}
