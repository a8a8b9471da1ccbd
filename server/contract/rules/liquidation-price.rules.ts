import { Decimal } from '../decimal.js';
import {
  type Figure,
  type MaintenanceTier,
  type MarginPosition,
  notional,
  quantityOf,
  shareOf,
  sign,
  tierIndex,
} from './margin.rules.js';

/** What the liquidation price of a position depends on. */
export interface LiquidationTerms {
  tiers: readonly MaintenanceTier[];
  /** Rate of the fee of closing, which must be left as well; '0' leaves it out. */
  closeFeeRate: Figure;
  /** Margin ratio to find the price of: 1 (or absent) is liquidation, 0.7 and 0.9 are the warnings. */
  ratio?: Figure;
  /** Quantity of everything that the account has open and ordered in the market and side; absent: the position alone. */
  exposure?: Figure;
}

/** The other parts of a cross account. */
export interface CrossAccount {
  /** Everything that backs the account's cross positions: available money and the margin of all of them. */
  wallet: Figure;
  /** Sum of what the other positions require, fees of closing included. */
  otherRequirement: Figure;
  /** Sum of the other positions' unrealised gains. */
  otherProfit: Figure;
}

/**
 * The price below which (a short: above which) an isolated position is liquidated, exact; null when no price above
 * zero does it. B.4: (WB − side·Q·E + cum) / (Q·mmr − side·Q), with the fee of closing added to the rate.
 */
export function liquidationPrice(position: MarginPosition, terms: LiquidationTerms): Decimal | null {
  return priceWhere(position, new Decimal(position.margin), terms);
}

/** The same for a position of a cross account, as long as everything else in the account stays as it is. */
export function crossLiquidationPrice(
  position: Omit<MarginPosition, 'margin'>,
  account: CrossAccount,
  terms: LiquidationTerms,
): Decimal | null {
  const ratio = terms.ratio ?? '1';
  const others = new Decimal(account.otherRequirement).dividedBy(ratio);
  return priceWhere(position, new Decimal(account.wallet).minus(others).plus(account.otherProfit), terms);
}

/**
 * Where backing + profit(p) = requirement(p) / ratio. Equity less requirement is continuous and strictly monotone in
 * the price, so exactly one step of the table holds the solution: it is tried step by step instead of iterated.
 */
function priceWhere(
  { side, quantity, entryPrice }: Omit<MarginPosition, 'margin'>,
  backing: Decimal,
  { tiers, closeFeeRate, ratio = '1', exposure = quantity }: LiquidationTerms,
): Decimal | null {
  const size = new Decimal(quantity);
  const whole = Decimal.max(size, exposure);
  const direction = sign(side);
  let found: Decimal | null = null;
  for (const [index, tier] of tiers.entries()) {
    const rate = new Decimal(tier.rate).plus(closeFeeRate).dividedBy(ratio);
    const slope = size.times(rate.minus(direction));
    if (slope.isZero()) continue;
    const constant = backing
      .minus(notional(size, entryPrice).times(direction))
      .plus(shareOf(tier.deduction, size, whole).dividedBy(ratio));
    const price = constant.dividedBy(slope);
    found = price;
    if (tierIndex(tiers, notional(whole, price)) === index) break;
  }
  return found && found.gt(0) ? found : null;
}

/**
 * Lots that must be closed so that what is left falls into the next lower step at this price; all of them in the
 * lowest step, or when less than one lot would be left. Of a part of a larger `exposure` it is the part's share of what
 * one position of that size would close.
 */
export function lotsToNextTier(
  lots: number,
  lotSize: Figure,
  price: Figure,
  tiers: readonly MaintenanceTier[],
  exposure: Figure = quantityOf(lots, lotSize),
): number {
  const perLot = notional(lotSize, price);
  const own = quantityOf(lots, lotSize);
  const whole = Decimal.max(own, exposure);
  const index = tierIndex(tiers, whole.times(price));
  if (index === 0) return lots;
  const floor = shareOf((tiers[index] as MaintenanceTier).floor, own, whole);
  const retainedLots = floor.dividedBy(perLot).floor();
  return retainedLots.lt(1) ? lots : new Decimal(lots).minus(retainedLots).toNumber();
}
