import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { liquidationPrice, lotsToNextTier } from '../../../contract/rules/liquidation-price.rules.js';
import {
  equity as equityOf,
  isLiquidated,
  type MaintenanceTier,
  type MarginLevel,
  type MarginMode,
  marginLevel,
  marginRatio,
  notional,
  type PositionSide,
  profit,
  quantityOf,
  requirement,
  shareOf,
  sign,
  tierOf,
  tradingFee,
} from '../../../contract/rules/margin.rules.js';
import type { Taking } from '../taken-depth/index.js';

/** An open position as its row says. */
export interface HeldPosition {
  id: string;
  version: string;
  userId: string;
  marketId: number;
  currencyId: number;
  demo: boolean;
  side: PositionSide;
  marginMode: MarginMode;
  lots: number;
  lotSize: DecimalText;
  entryPrice: DecimalText;
  margin: DecimalText;
  closeFeeRatio: DecimalText;
  /** Quantity of everything that the account has open and ordered in the market and side. */
  exposure: DecimalText;
  /** The part that is only ordered. */
  ordered: DecimalText;
  /** The level of the last warning; for a cross position, of its account. */
  warnedLevel: MarginLevel;
}

/** Collateral of a user's cross positions, apart from their margins. */
export interface CrossBacking {
  /** On the futures account. */
  available: DecimalText;
  /** Sequence of the account's last posting, for optimistic concurrency. */
  sequence: string;
  /** Reserved for pending cross orders, which are cancelled before any position is closed. */
  reserved: DecimalText;
}

/** The expected fill of closing lots. */
export interface ClosingPrice {
  price: Decimal;
  from: 'book' | 'mark';
  fills: [price: DecimalText, quantity: DecimalText][];
  /** The levels of the venue's book that the fill consumes; null where it is priced by the mark. */
  takes: Taking | null;
}

/** By what positions of a market are judged. */
interface Judging {
  tiers: readonly MaintenanceTier[];
  /** For each side the more favourable of the last two samples. */
  marks: Record<PositionSide, DecimalText>;
  scale: number;
  /** Whether it has had no mark for so long that what is held there counts for nothing. */
  isGone?: boolean;
}

/** A market in which positions may be closed, by what is left of its book. */
export interface PricedMarket extends Judging {
  closing: (side: PositionSide, quantity: Decimal) => ClosingPrice;
  /** The market for the next one, without what these have taken of its book. */
  after: (closed: readonly Pick<ClosingPrice, 'fills' | 'takes'>[]) => PricedMarket;
}

/** A market by which nobody is closed. */
export interface JudgedMarket extends Judging {
  closing: null;
  /** Its marks are the last ones: nothing is confirmed now, for a moment or since it was paused. */
  unpriced?: 'gap' | 'paused';
}

/** A market as a decision sees it. */
export type DecisionMarket = PricedMarket | JudgedMarket;

export function isPriced(market: DecisionMarket | undefined): market is PricedMarket {
  return (market?.closing ?? null) !== null;
}

export interface ClosingItem {
  id: string;
  version: string;
  marketId: number;
  kind: 'partial' | 'full';
  lots: number;
  price: DecimalText;
  priceFrom: 'book' | 'mark';
  fills: [DecimalText, DecimalText][];
  takes: Taking | null;
  equity: DecimalText;
  required: DecimalText;
  tierFloor: DecimalText;
  tierRate: DecimalText;
  tierDeduction: DecimalText;
  liquidationPrice: DecimalText | null;
}

/** An account's open lots, and open and ordered lots, in a side of a market at the decision. */
export interface DecidedSide {
  marketId: number;
  /** 1 long, -1 short. */
  side: 1 | -1;
  held: DecimalText;
  all: DecimalText;
}

/** Positions to close together, with the versions that they must still have. */
export interface ClosingGroup {
  userId: string;
  demo: boolean;
  currencyId: number;
  cross: boolean;
  /** Whether it leaves the account without positions. */
  everything: boolean;
  accountSequence: string;
  all: [id: string, version: string][];
  /** Sides with the exposure that the account must still have: a smaller one could mean a lower tier and another decision. */
  sides: DecidedSide[];
  /** Empty: cancelling the orders of the sides is enough. */
  items: ClosingItem[];
}

/** Where a position or an account stands. */
export interface Standing {
  equity: Decimal;
  required: Decimal;
  level: MarginLevel;
  liquidated: boolean;
}

export const quantity = (held: HeldPosition, lots = held.lots): Decimal => quantityOf(lots, held.lotSize);
const gainOf = (held: HeldPosition, mark: DecimalText): Decimal =>
  profit(held.side, quantity(held), held.entryPrice, mark);

/** The maintenance requirement of lots of a position; closed lots no longer count as exposure. */
export function requiredOf(held: HeldPosition, market: DecisionMarket, lots = held.lots): Decimal {
  if (market.isGone) return new Decimal(0);
  const exposure = new Decimal(held.exposure).minus(quantity(held, held.lots - lots));
  return requirement(market.tiers, quantity(held, lots), market.marks[held.side], held.closeFeeRatio, exposure);
}

/** The position after the orders of its side are cancelled. */
export function withoutOrders(held: HeldPosition): HeldPosition {
  return { ...held, exposure: heldOf(held), ordered: '0' };
}

function heldOf({ exposure, ordered }: HeldPosition): DecimalText {
  return new Decimal(exposure).minus(ordered).toFixed();
}

/** The side's exposure at the decision. */
export function decidedSide(held: HeldPosition): DecidedSide {
  const { marketId, side, exposure } = held;
  return { marketId, side: sign(side), held: heldOf(held), all: exposure };
}

function standing(equity: Decimal, required: Decimal, warnedLevel: MarginLevel): Standing {
  const level = marginLevel(marginRatio(equity, required), warnedLevel);
  return { equity, required, level, liquidated: isLiquidated(equity, required) };
}

/** Where an isolated position stands at the deciding mark. */
export function isolatedStanding(held: HeldPosition, market: DecisionMarket): Standing {
  const equity = equityOf({ ...held, quantity: quantity(held) }, market.marks[held.side]);
  return standing(equity, requiredOf(held, market), held.warnedLevel);
}

/** Where a cross account stands: everything it has against what all of its positions require. */
export function crossStanding(
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: ReadonlyMap<number, DecisionMarket>,
): Standing {
  let equity = new Decimal(backing.available).plus(backing.reserved);
  let required = new Decimal(0);
  for (const held of positions) {
    const market = markets.get(held.marketId) as DecisionMarket;
    if (market.isGone) continue;
    equity = equity.plus(held.margin).plus(gainOf(held, market.marks[held.side]));
    required = required.plus(requiredOf(held, market));
  }
  return standing(equity, required, positions[0]?.warnedLevel ?? 'safe');
}

/**
 * How an isolated position is liquidated: if cancelling the orders of its side is enough, only they are cancelled; otherwise it
 * is closed down to the next maintenance tier that it can sustain, or in full.
 */
export function closeIsolated(judged: HeldPosition, market: PricedMarket): ClosingGroup {
  const group = { ...groupOf([judged], '0'), cross: false };
  const held = withoutOrders(judged);
  const now = isolatedStanding(held, market);
  if (!now.liquidated) return { ...group, everything: false, sides: [decidedSide(judged)], items: [] };
  const lots = isolatedLots(held, market);
  const alone = { ...held, exposure: quantity(held).toFixed() };
  const isItsOwn = isolatedStanding(alone, market).liquidated && isolatedLots(alone, market) === lots;
  const bound = liquidationPrice(
    { side: held.side, quantity: quantity(held), entryPrice: held.entryPrice, margin: held.margin },
    { tiers: market.tiers, closeFeeRate: held.closeFeeRatio, exposure: held.exposure },
  );
  const everything = lots === held.lots;
  const sides = isItsOwn ? [] : [decidedSide(held)];
  return { ...group, everything, sides, items: [item(held, market, now, lots, bound)] };
}

function isolatedLots(held: HeldPosition, market: PricedMarket): number {
  return lotsToStand(held, market, (margin, retainedLots) => {
    const gain = profit(held.side, quantity(held, retainedLots), held.entryPrice, market.marks[held.side]);
    return margin.gt(0) && !isLiquidated(margin.plus(gain), requiredOf(held, market, retainedLots));
  });
}

/**
 * The fewest lots, tier by tier of the maintenance table, whose closing makes the rest sustainable; all when none does.
 * A position that is part of a larger exposure closes its share.
 * @param stands given the margin after the loss of the closed lots, and the lots that are kept.
 */
export function lotsToStand(
  held: HeldPosition,
  market: PricedMarket,
  stands: (margin: Decimal, retainedLots: number) => boolean,
): number {
  let retainedLots = held.lots;
  for (;;) {
    const whole = new Decimal(held.exposure).times(retainedLots).dividedBy(held.lots);
    const closed = lotsToNextTier(retainedLots, held.lotSize, market.marks[held.side], market.tiers, whole);
    retainedLots -= closed;
    if (retainedLots < 1) return held.lots;
    const part = realise(held, market, held.lots - retainedLots);
    if (stands(part.plus(held.margin), retainedLots)) return held.lots - retainedLots;
  }
}

/** Proceeds of closing lots: gain less fee. */
export function realise(held: HeldPosition, market: PricedMarket, lots: number): Decimal {
  const size = quantity(held, lots);
  const { price } = market.closing(held.side, size);
  const fee = tradingFee(size, price, held.closeFeeRatio, market.scale);
  return profit(held.side, size, held.entryPrice, price).minus(fee);
}

export function groupOf(positions: readonly HeldPosition[], accountSequence: string) {
  const { userId, demo, currencyId } = positions[0] as HeldPosition;
  const all = positions.map(({ id, version }): [string, string] => [id, version]);
  return { userId, demo, currencyId, accountSequence, all };
}

export function item(
  held: HeldPosition,
  market: PricedMarket,
  now: Standing,
  lots: number,
  bound: Decimal | null,
): ClosingItem {
  const { price, from, fills, takes } = market.closing(held.side, quantity(held, lots));
  const tier = tierOf(market.tiers, notional(held.exposure, market.marks[held.side]));
  const share = (amount: DecimalText): DecimalText => shareOf(amount, quantity(held), held.exposure).toFixed(18);
  const { id, version, marketId } = held;
  return {
    id,
    version,
    marketId,
    kind: lots < held.lots ? 'partial' : 'full',
    lots,
    price: price.toFixed(),
    priceFrom: from,
    fills,
    takes,
    equity: now.equity.toFixed(18),
    required: now.required.toFixed(18),
    tierFloor: share(tier.floor),
    tierRate: tier.rate,
    tierDeduction: share(tier.deduction),
    liquidationPrice: bound === null ? null : bound.toFixed(18),
  };
}
