import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';
import { type TierRow, withDeductions } from './margin.rules.js';
import { isAmountText, isShareText, livesAtBirth, type FuturesTerms, wrongTerm } from './product-terms.rules.js';

/** A step of a perpetual's maintenance table as two operators agree on it. */
export interface TierTerms {
  /** Notional above which it holds, in the quote currency; 0 for the first. */
  floor: DecimalText;
  /** Of the notional. */
  maintenancePercent: DecimalText;
  /** Highest leverage of what is so large. */
  maxLeverage: number;
}

/** How long another table is announced before it judges anybody: whole days, of 24 hours. It takes effect as a day (UTC) begins. */
export const TIERS_ANNOUNCED_DAYS = 7;

/** Bounds that no table passes, whoever agrees to it. */
export const TIER_BOUNDS = { tiers: 30, maxLeverage: 200, floor: 1_000_000_000_000 } as const;

/**
 * The name of a field that no table can have, `tiers.2.floor` for one of the third step; null where the table can be
 * agreed on. Steps ascend by floor and by maintenance, and descend by leverage; every leverage that is offered is one
 * that the first step allows, and no position is liquidated as it is born.
 * @param offered the terms of the product as they are.
 */
export function wrongTier(tiers: readonly TierTerms[], offered: FuturesTerms): string | null {
  if (tiers.length < 1 || tiers.length > TIER_BOUNDS.tiers) return 'tiers';
  for (const [place, tier] of tiers.entries()) {
    const field = wrongField(tier, tiers[place - 1]);
    if (field !== null) return `tiers.${place}.${field}`;
  }
  if (wrongTerm('perpetual', offered, tiers) === 'leverages') return 'tiers.0.maxLeverage';
  const { leverages, feePercent } = offered;
  const dead = tiers.findIndex((tier) => !livesAtBirth(leverages, feePercent, tier));
  return dead < 0 ? null : `tiers.${dead}.maintenancePercent`;
}

function wrongField(tier: TierTerms, before: TierTerms | undefined): keyof TierTerms | null {
  const { floor, maintenancePercent, maxLeverage } = tier;
  const isFloor = isAmountText(floor) && new Decimal(floor).lte(TIER_BOUNDS.floor);
  if (!isFloor || !(before ? new Decimal(floor).gt(before.floor) : new Decimal(floor).isZero())) return 'floor';
  const isPercent = isShareText(maintenancePercent, 100) && new Decimal(maintenancePercent).lt(100);
  if (!isPercent || !new Decimal(maintenancePercent).gt(before?.maintenancePercent ?? 0)) return 'maintenancePercent';
  const highest = before ? before.maxLeverage - 1 : TIER_BOUNDS.maxLeverage;
  return Number.isInteger(maxLeverage) && maxLeverage >= 1 && maxLeverage <= highest ? null : 'maxLeverage';
}

/** A whole step as the table of the product keeps it. Ratios are 0 to 1. */
export interface WholeTier extends TierRow {
  /** Where the next one begins. */
  cap: DecimalText;
  deduction: DecimalText;
}

/**
 * The steps with what follows from them. Nothing is refused above the last cap: it is said for readers alone, and stays
 * as it was where it is still above the last floor, twice which it is else.
 * @throws RangeError for steps that {@link wrongTier} refuses.
 */
export function wholeTiers(tiers: readonly TierTerms[], lastCap: DecimalText): WholeTier[] {
  const rows = tiers.map(({ floor, maintenancePercent, maxLeverage }) => ({
    floor: new Decimal(floor).toFixed(),
    rate: new Decimal(maintenancePercent).dividedBy(100).toFixed(),
    maxLeverage,
  }));
  return withDeductions(rows).map((row, place) => ({ ...row, cap: rows[place + 1]?.floor ?? endOf(row, lastCap) }));
}

function endOf({ floor }: TierRow, lastCap: DecimalText): DecimalText {
  if (new Decimal(lastCap).gt(floor)) return new Decimal(lastCap).toFixed();
  return Decimal.max(1, new Decimal(floor).times(2)).toFixed();
}

/** Whether two tables say the same, whatever closing zeros their figures have. */
export function areSameTiers(one: readonly TierTerms[], other: readonly TierTerms[]): boolean {
  return one.length === other.length && one.every((tier, place) => isSameTier(tier, other[place]));
}

function isSameTier(one: TierTerms, other: TierTerms | undefined): boolean {
  if (!other || one.maxLeverage !== other.maxLeverage) return false;
  return new Decimal(one.floor).eq(other.floor) && new Decimal(one.maintenancePercent).eq(other.maintenancePercent);
}
