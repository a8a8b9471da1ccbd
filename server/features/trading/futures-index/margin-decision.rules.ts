import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import {
  crossLiquidationPrice,
  liquidationPrice,
  lotsToNextTier,
} from '../../../contract/rules/liquidation-price.rules.js';
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
  tierOf,
  tradingFee,
} from '../../../contract/rules/margin.rules.js';

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
  /** The level of the last warning; for a cross position, of its account. */
  warnedLevel: MarginLevel;
}

/** What backs the cross positions of a user, beside their margins. */
export interface CrossBacking {
  /** On the contract account. */
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
}

/** A market as a decision sees it. */
export interface DecisionMarket {
  tiers: readonly MaintenanceTier[];
  /** For each side the more favourable of the last two samples. */
  marks: Record<PositionSide, DecimalText>;
  scale: number;
  closing: (side: PositionSide, quantity: Decimal) => ClosingPrice;
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
  equity: DecimalText;
  required: DecimalText;
  tierFloor: DecimalText;
  tierRate: DecimalText;
  tierDeduction: DecimalText;
  liquidationPrice: DecimalText | null;
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
  items: ClosingItem[];
}

/** Where a position or an account stands. */
export interface Standing {
  equity: Decimal;
  required: Decimal;
  level: MarginLevel;
  liquidated: boolean;
}

const quantity = (held: HeldPosition, lots = held.lots): Decimal => quantityOf(lots, held.lotSize);
const gainOf = (held: HeldPosition, mark: DecimalText): Decimal =>
  profit(held.side, quantity(held), held.entryPrice, mark);
const requiredOf = (held: HeldPosition, market: DecisionMarket, lots = held.lots): Decimal =>
  requirement(market.tiers, quantity(held, lots), market.marks[held.side], held.closeFeeRatio);

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
    equity = equity.plus(held.margin).plus(gainOf(held, market.marks[held.side]));
    required = required.plus(requiredOf(held, market));
  }
  return standing(equity, required, positions[0]?.warnedLevel ?? 'safe');
}

/** How an isolated position is liquidated: down to the next maintenance tier that it can sustain, or in full. */
export function closeIsolated(held: HeldPosition, market: DecisionMarket, now: Standing): ClosingGroup {
  const bound = liquidationPrice(
    { side: held.side, quantity: quantity(held), entryPrice: held.entryPrice, margin: held.margin },
    { tiers: market.tiers, closeFeeRate: held.closeFeeRatio },
  );
  const lots = lotsToStand(held, market, (margin, kept) => {
    const gain = profit(held.side, quantity(held, kept), held.entryPrice, market.marks[held.side]);
    return margin.gt(0) && !isLiquidated(margin.plus(gain), requiredOf(held, market, kept));
  });
  return {
    ...groupOf([held], '0'),
    cross: false,
    everything: lots === held.lots,
    items: [item(held, market, now, lots, bound)],
  };
}

/**
 * The fewest lots, tier by tier of the maintenance table, whose closing makes the rest sustainable; all when none does.
 * @param stands given the margin after the loss of the closed lots, and the lots that are kept.
 */
function lotsToStand(
  held: HeldPosition,
  market: DecisionMarket,
  stands: (margin: Decimal, kept: number) => boolean,
): number {
  let kept = held.lots;
  for (;;) {
    const closed = lotsToNextTier(kept, held.lotSize, market.marks[held.side], market.tiers);
    kept -= closed;
    if (kept < 1) return held.lots;
    const part = realise(held, market, held.lots - kept);
    if (stands(part.plus(held.margin), kept)) return held.lots - kept;
  }
}

/** What closing lots brings: gain less fee. */
function realise(held: HeldPosition, market: DecisionMarket, lots: number): Decimal {
  const size = quantity(held, lots);
  const { price } = market.closing(held.side, size);
  const fee = tradingFee(size, price, held.closeFeeRatio, market.scale);
  return profit(held.side, size, held.entryPrice, price).minus(fee);
}

/**
 * How a cross account is liquidated: the fewest positions, biggest requirement first and the first
 * of them in part where that is enough; everything when the account could not pay their losses alone. Gains are closed
 * before losses, so that they pay for them.
 */
export function closeCross(
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: ReadonlyMap<number, DecisionMarket>,
  now: Standing,
): ClosingGroup {
  const marketOf = (held: HeldPosition): DecisionMarket => markets.get(held.marketId) as DecisionMarket;
  const bySize = [...positions].sort((a, b) => requiredOf(b, marketOf(b)).cmp(requiredOf(a, marketOf(a))));
  const free = new Decimal(backing.available).plus(backing.reserved);
  let chosen: { held: HeldPosition; lots: number }[] = [];
  for (const held of bySize) {
    const others = bySize
      .slice(chosen.length + 1)
      .reduce((sum, each) => sum.plus(requiredOf(each, marketOf(each))), new Decimal(0));
    const paid = chosen.reduce(
      (sum, each) => sum.plus(cost(each.held, marketOf(each.held), each.lots)),
      new Decimal(0),
    );
    const lots = lotsToStand(held, marketOf(held), (_margin, kept) => {
      const equity = now.equity.minus(paid).minus(cost(held, marketOf(held), held.lots - kept));
      return !isLiquidated(equity, others.plus(requiredOf(held, marketOf(held), kept)));
    });
    chosen.push({ held, lots });
    if (lots < held.lots) break;
    if (!isLiquidated(now.equity.minus(paid).minus(cost(held, marketOf(held), lots)), others)) break;
  }
  const result = ({ held, lots }: { held: HeldPosition; lots: number }): Decimal => realise(held, marketOf(held), lots);
  const payable = chosen.reduce(
    (sum, each) =>
      sum.plus(result(each)).plus(new Decimal(each.held.margin).times(each.lots).dividedBy(each.held.lots)),
    free,
  );
  if (payable.lte(0)) chosen = bySize.map((held) => ({ held, lots: held.lots }));
  chosen.sort((a, b) => result(b).cmp(result(a)));
  return {
    ...groupOf(positions, backing.sequence),
    cross: true,
    everything: chosen.length === positions.length && chosen.every(({ held, lots }) => lots === held.lots),
    items: chosen.map(({ held, lots }) =>
      item(held, marketOf(held), now, lots, crossBound(held, positions, backing, markets)),
    ),
  };
}

/** What closing lots costs against the mark: slippage plus fee. */
function cost(held: HeldPosition, market: DecisionMarket, lots: number): Decimal {
  const atMark = profit(held.side, quantity(held, lots), held.entryPrice, market.marks[held.side]);
  return atMark.minus(realise(held, market, lots));
}

function crossBound(
  held: HeldPosition,
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: ReadonlyMap<number, DecisionMarket>,
): Decimal | null {
  const market = markets.get(held.marketId) as DecisionMarket;
  const others = positions.filter(({ id }) => id !== held.id);
  const { equity, required } = crossStanding(others, backing, markets);
  return crossLiquidationPrice(
    { side: held.side, quantity: quantity(held), entryPrice: held.entryPrice },
    { wallet: equity.plus(held.margin), otherRequirement: required, otherProfit: '0' },
    { tiers: market.tiers, closeFeeRate: held.closeFeeRatio },
  );
}

function groupOf(positions: readonly HeldPosition[], accountSequence: string) {
  const { userId, demo, currencyId } = positions[0] as HeldPosition;
  const all = positions.map(({ id, version }): [string, string] => [id, version]);
  return { userId, demo, currencyId, accountSequence, all };
}

function item(
  held: HeldPosition,
  market: DecisionMarket,
  now: Standing,
  lots: number,
  bound: Decimal | null,
): ClosingItem {
  const { price, from, fills } = market.closing(held.side, quantity(held, lots));
  const tier = tierOf(market.tiers, notional(quantity(held), market.marks[held.side]));
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
    equity: now.equity.toFixed(18),
    required: now.required.toFixed(18),
    tierFloor: tier.floor,
    tierRate: tier.rate,
    tierDeduction: tier.deduction,
    liquidationPrice: bound === null ? null : bound.toFixed(18),
  };
}
