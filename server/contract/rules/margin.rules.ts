import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/**
 * The margin of perpetual contracts: one set of pure rules for order, preview, worker, verifier and page. Liquidation
 * prices are in `liquidation-price.rules.ts`, funding in `funding.rules.ts`, fills in `book-walk.rules.ts`.
 *
 * Figures come in as decimal text or as `Decimal`; what comes out is exact unless the function's name says to whose
 * disadvantage it rounds. Ratios are 0 to 1, never percent. Quantities are in the base currency (lots × lot size),
 * prices and amounts in the quote currency.
 */
export type Figure = DecimalText | Decimal;

export type PositionSide = 'long' | 'short';
export type MarginMode = 'isolated' | 'cross';

/** One step of a maintenance table; steps ascend by floor and the first one's floor is 0. */
export interface MaintenanceTier {
  /** Notional above which the step holds; up to and including it the step before does, which asks for the same there. */
  floor: DecimalText;
  /** Part of the notional that must be there, 0 to 1. */
  rate: DecimalText;
  /** What is taken off again, so that the margin does not jump from step to step. */
  deduction: DecimalText;
  /** Highest leverage that a position of this size may have. */
  maxLeverage: number;
}

/** A table without its deductions, as exchanges publish it. */
export type TierRow = Omit<MaintenanceTier, 'deduction'>;

/** A position's figures that decide about its margin. */
export interface MarginPosition {
  side: PositionSide;
  /** Lots × lot size. */
  quantity: Figure;
  entryPrice: Figure;
  /** What is reserved for it: initial margin and what was added. */
  margin: Figure;
}

/** +1 long, −1 short. */
export function sign(side: PositionSide): 1 | -1 {
  return side === 'long' ? 1 : -1;
}

export function opposite(side: PositionSide): PositionSide {
  return side === 'long' ? 'short' : 'long';
}

/** Whole lots as a quantity of the base currency. */
export function quantityOf(lots: number, lotSize: Figure): Decimal {
  return new Decimal(lotSize).times(lots);
}

/** What a quantity is worth at a price. */
export function notional(quantity: Figure, price: Figure): Decimal {
  return new Decimal(quantity).times(price);
}

/** A price against the user: a long's raised (more was paid, it is closed earlier), a short's lowered. */
export function priceAgainst(side: PositionSide, price: Decimal, scale: number): Decimal {
  return price.toDecimalPlaces(scale, side === 'long' ? Decimal.ROUND_CEIL : Decimal.ROUND_FLOOR);
}

/** What a user pays, raised to the scale. */
export function charged(value: Decimal, scale: number): Decimal {
  return value.toDecimalPlaces(scale, Decimal.ROUND_CEIL);
}

/** What a user gains (or loses, below zero), lowered to the scale. */
export function gained(value: Decimal, scale: number): Decimal {
  return value.toDecimalPlaces(scale, Decimal.ROUND_FLOOR);
}

/** What must be reserved to open: notional / leverage, raised to the currency's scale. */
export function initialMargin(quantity: Figure, price: Figure, leverage: number, scale: number): Decimal {
  return charged(notional(quantity, price).dividedBy(leverage), scale);
}

/** The fee of a fill: notional × rate, raised to the currency's scale. */
export function tradingFee(quantity: Figure, price: Figure, feeRate: Figure, scale: number): Decimal {
  return charged(notional(quantity, price).times(feeRate), scale);
}

/** Gain (below zero: loss) of a quantity between two prices, exact. */
export function profit(side: PositionSide, quantity: Figure, entryPrice: Figure, price: Figure): Decimal {
  return new Decimal(price).minus(entryPrice).times(quantity).times(sign(side));
}

/** The gain that is booked when a quantity closes, lowered to the currency's scale. */
export function realisedProfit(
  position: Pick<MarginPosition, 'side' | 'entryPrice'>,
  quantity: Figure,
  price: Figure,
  scale: number,
): Decimal {
  return gained(profit(position.side, quantity, position.entryPrice, price), scale);
}

/** Gain against what was put in, as a ratio: 0.1 is ten percent. Zero margin has no ratio. */
export function returnRatio(gain: Figure, margin: Figure): Decimal | null {
  const base = new Decimal(margin);
  return base.isPositive() && !base.isZero() ? new Decimal(gain).dividedBy(base) : null;
}

/**
 * Gives every step its deduction: deduction(n) = deduction(n−1) + floor(n) × (rate(n) − rate(n−1)), B.4.
 * @throws RangeError for a table that does not start at 0 or does not ascend.
 */
export function withDeductions(rows: readonly TierRow[]): MaintenanceTier[] {
  let deduction = new Decimal(0);
  return rows.map((row, index) => {
    const before = rows[index - 1];
    const floor = new Decimal(row.floor);
    if (before ? floor.lte(before.floor) || new Decimal(row.rate).lt(before.rate) : !floor.isZero()) {
      throw new RangeError(`Step ${index + 1} of the maintenance table does not follow the one before.`);
    }
    if (before) deduction = deduction.plus(floor.times(new Decimal(row.rate).minus(before.rate)));
    return { ...row, deduction: deduction.toFixed() };
  });
}

/** Number of the step that a notional falls into, 0 the lowest. @throws RangeError for an empty table. */
export function tierIndex(tiers: readonly MaintenanceTier[], value: Figure): number {
  if (tiers.length === 0) throw new RangeError('A maintenance table has at least one step.');
  const size = new Decimal(value);
  for (let index = tiers.length - 1; index > 0; index--) {
    if (size.gt((tiers[index] as MaintenanceTier).floor)) return index;
  }
  return 0;
}

/** The step that a notional falls into. */
export function tierOf(tiers: readonly MaintenanceTier[], value: Figure): MaintenanceTier {
  return tiers[tierIndex(tiers, value)] as MaintenanceTier;
}

/** Highest leverage for a position of this notional. */
export function maxLeverage(tiers: readonly MaintenanceTier[], value: Figure): number {
  return tierOf(tiers, value).maxLeverage;
}

/**
 * What an account has open and ordered in each market and side, by {@link sideKey}: the maintenance table is looked up by
 * it, and each position needs its share, so that many small positions need what one large one does.
 */
export type Exposures = ReadonlyMap<string, Decimal>;

export function sideKey(marketId: number, side: PositionSide): string {
  return `${marketId}:${side}`;
}

/** Sums what pending and held rows of one account have open and ordered. */
export function exposuresOf(
  rows: readonly { marketId: number; side: PositionSide; lots: number; lotSize: Figure }[],
): Exposures {
  const exposures = new Map<string, Decimal>();
  for (const { marketId, side, lots, lotSize } of rows) {
    const key = sideKey(marketId, side);
    exposures.set(key, quantityOf(lots, lotSize).plus(exposures.get(key) ?? 0));
  }
  return exposures;
}

/**
 * Maintenance margin of a notional, B.4: notional × rate − deduction, by the step that `whole` falls into. Where it is
 * a part of a larger whole it needs its share: all parts together need what the whole does.
 */
export function maintenanceMargin(tiers: readonly MaintenanceTier[], value: Figure, whole: Figure = value): Decimal {
  const tier = tierOf(tiers, whole);
  return new Decimal(value).times(tier.rate).minus(shareOf(tier.deduction, value, whole));
}

/** What falls to a part of a whole: `amount` × part / whole. */
export function shareOf(amount: Figure, part: Figure, whole: Figure): Decimal {
  const [own, all] = [new Decimal(part), new Decimal(whole)];
  return own.gte(all) ? new Decimal(amount) : new Decimal(amount).times(own).dividedBy(all);
}

/**
 * What closes a position when its equity falls below it: maintenance margin and the fee of closing at that price.
 * @param exposure quantity of everything that the account has open and ordered in the market and side.
 */
export function requirement(
  tiers: readonly MaintenanceTier[],
  quantity: Figure,
  price: Figure,
  closeFeeRate: Figure,
  exposure: Figure = quantity,
): Decimal {
  const value = notional(quantity, price);
  return maintenanceMargin(tiers, value, notional(exposure, price)).plus(value.times(closeFeeRate));
}

/** What an isolated position is worth at a mark: its margin and its unrealised gain. */
export function equity(position: MarginPosition, mark: Figure): Decimal {
  return profit(position.side, position.quantity, position.entryPrice, mark).plus(position.margin);
}

/** Whether equity no longer covers what is required: strictly below (B.4). */
export function isLiquidated(equityNow: Figure, required: Figure): boolean {
  return new Decimal(equityNow).lt(required);
}

/** Requirement / equity: 1 is where liquidation begins. Null when there is no equity left, which is worse than any. */
export function marginRatio(equityNow: Figure, required: Figure): Decimal | null {
  const base = new Decimal(equityNow);
  return base.isPositive() && !base.isZero() ? new Decimal(required).dividedBy(base) : null;
}

export type MarginLevel = 'safe' | 'warning' | 'critical';

/** Margin ratios at which a user is warned. */
export const WARNING_RATIO = '0.7';
export const CRITICAL_RATIO = '0.9';
/** A level is left only this far below its ratio, so that a price that trembles there warns once. */
export const LEVEL_HYSTERESIS = '0.05';

/**
 * The level of a margin ratio (null: no equity left), given the level that was told last.
 */
export function marginLevel(ratio: Figure | null, before: MarginLevel = 'safe'): MarginLevel {
  const reached = (level: MarginLevel, bound: DecimalText): boolean => {
    const from = before === level || (before === 'critical' && level === 'warning');
    return ratio === null || new Decimal(ratio).gte(from ? new Decimal(bound).minus(LEVEL_HYSTERESIS) : bound);
  };
  if (reached('critical', CRITICAL_RATIO)) return 'critical';
  return reached('warning', WARNING_RATIO) ? 'warning' : 'safe';
}
