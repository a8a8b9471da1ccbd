import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';

/** Of what two operators may agree on other terms. What is bought already keeps those that it was bought on. */
export const PRODUCT_TERM_KINDS = ['option', 'spot', 'perpetual', 'trust'] as const;
export type ProductTermKind = (typeof PRODUCT_TERM_KINDS)[number];

/** Terms of new orders for one time. Shares are in percent. */
export interface OptionTerms {
  /** Earned beside the stake. */
  payoutPercent: DecimalText;
  evenPayoutPercent: DecimalText;
  /** Stakes, in the currency that pays. */
  minimum: DecimalText;
  maximum: DecimalText;
  /** Of the stake; null: the market's own. */
  feePercent: DecimalText | null;
  enabled: boolean;
}

export interface SpotTerms {
  /** Of the quote amount. */
  feePercent: DecimalText;
  /** Of an order, in the quote currency. */
  minimumAmount: DecimalText;
  maximumAmount: DecimalText;
  enabled: boolean;
}

export interface FuturesTerms {
  /** What may be chosen, ascending. */
  leverages: number[];
  /** Most lots that are open on a side. */
  openLotsMax: number;
  /** Most lots of one order. */
  lotsMax: number;
  /** Of the notional, at opening and at closing. */
  feePercent: DecimalText;
  enabled: boolean;
}

export interface TrustProductTerms {
  minimum: DecimalText;
  /** Null: no maximum of one order. */
  maximum: DecimalText | null;
  /** Interest of a day. */
  dailyPercent: DecimalText;
  /** Null: as much as anybody brings. */
  quota: DecimalText | null;
  enabled: boolean;
}

export interface ProductTerms {
  option: OptionTerms;
  spot: SpotTerms;
  perpetual: FuturesTerms;
  trust: TrustProductTerms;
}

/** Bounds that no setting passes, whoever agrees to it; in percent where they are shares. */
export const TERM_BOUNDS = {
  /** An option that pays more than its stake beside it is worth more than it costs at even odds. */
  payoutPercent: 100,
  /** Even is what one of four or five orders comes to, since its band goes by the time; the band is nobody's to set. */
  evenPayoutPercent: 400,
  optionFeePercent: 10,
  spotFeePercent: 5,
  perpetualFeePercent: 1,
  /** A day; 365 % a year. */
  dailyPercent: 1,
  leverages: 20,
  lots: 1_000_000_000,
} as const;

/** Decimals of amounts and of shares in percent, as the tables keep them. */
const AMOUNT_DECIMALS = 8;
const PERCENT_DECIMALS = 4;
const DAILY_DECIMALS = 6;
const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/;

/** A step of a perpetual's maintenance table, as far as its terms go by it. */
export interface MaintenanceStep {
  maxLeverage: number;
  /** Of the notional. */
  maintenancePercent: DecimalText;
}

/**
 * The name of a field that no product can have; null where the terms can be agreed on.
 * @param steps of a perpetual: its maintenance table.
 */
export function wrongTerm<Kind extends ProductTermKind>(
  kind: Kind,
  terms: ProductTerms[Kind],
  steps: readonly MaintenanceStep[] = [],
): string | null {
  const rules = RULES[kind] as (terms: ProductTerms[Kind], steps: readonly MaintenanceStep[]) => [string, boolean][];
  return rules(terms, steps).find(([, isRight]) => !isRight)?.[0] ?? null;
}

/** Each field with whether it is right; what is compared comes after what it is compared with. */
const RULES: {
  [Kind in ProductTermKind]: (terms: ProductTerms[Kind], steps: readonly MaintenanceStep[]) => [string, boolean][];
} = {
  option: (terms) => [
    ['payoutPercent', isAbove(0, terms.payoutPercent) && isShareText(terms.payoutPercent, TERM_BOUNDS.payoutPercent)],
    [
      'evenPayoutPercent',
      isAbove(0, terms.evenPayoutPercent) && isShareText(terms.evenPayoutPercent, TERM_BOUNDS.evenPayoutPercent),
    ],
    ['minimum', isAmountText(terms.minimum) && isAbove(0, terms.minimum)],
    ['maximum', isAmountText(terms.maximum) && isAtLeast(terms.minimum, terms.maximum)],
    ['feePercent', terms.feePercent === null || isShareText(terms.feePercent, TERM_BOUNDS.optionFeePercent)],
  ],
  spot: (terms) => [
    ['feePercent', isShareText(terms.feePercent, TERM_BOUNDS.spotFeePercent)],
    // Without one an order of nothing would be one.
    ['minimumAmount', isAmountText(terms.minimumAmount) && isAbove(0, terms.minimumAmount)],
    ['maximumAmount', isAmountText(terms.maximumAmount) && isAtLeast(terms.minimumAmount, terms.maximumAmount)],
  ],
  perpetual: (terms, steps) => [
    ['leverages', areLeverages(terms.leverages, Math.max(0, ...steps.map(({ maxLeverage }) => maxLeverage)))],
    ['openLotsMax', isCount(terms.openLotsMax, TERM_BOUNDS.lots)],
    ['lotsMax', isCount(terms.lotsMax, TERM_BOUNDS.lots)],
    [
      'feePercent',
      isShareText(terms.feePercent, TERM_BOUNDS.perpetualFeePercent) &&
        steps.every((step) => livesAtBirth(terms.leverages, terms.feePercent, step)),
    ],
  ],
  trust: (terms) => [
    ['minimum', isAmountText(terms.minimum) && isAbove(0, terms.minimum)],
    ['maximum', terms.maximum === null || (isAmountText(terms.maximum) && isAtLeast(terms.minimum, terms.maximum))],
    ['dailyPercent', isShareText(terms.dailyPercent, TERM_BOUNDS.dailyPercent, DAILY_DECIMALS)],
    ['quota', terms.quota === null || isAmountText(terms.quota)],
  ],
};

function isDecimal(text: string, decimals: number): boolean {
  return DECIMAL.test(text) && new Decimal(text).decimalPlaces() <= decimals;
}

/** Whether it is an amount with no more decimals than the tables keep. */
export function isAmountText(text: string): boolean {
  return isDecimal(text, AMOUNT_DECIMALS);
}

/** Whether it is a share in percent, up to a bound. */
export function isShareText(text: string, most: number, decimals = PERCENT_DECIMALS): boolean {
  return isDecimal(text, decimals) && new Decimal(text).lte(most);
}

function isAbove(least: number, text: string): boolean {
  return DECIMAL.test(text) && new Decimal(text).gt(least);
}

function isAtLeast(least: string, text: string): boolean {
  return DECIMAL.test(least) && new Decimal(text).gte(least);
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

function areLeverages(leverages: number[], highest: number): boolean {
  return (
    leverages.length >= 1 &&
    leverages.length <= TERM_BOUNDS.leverages &&
    leverages.every((leverage, place) => isCount(leverage, highest) && leverage > (leverages[place - 1] ?? 0))
  );
}

/**
 * Whether what is opened with the highest leverage of a step has more margin than it must keep: the maintenance and the
 * fee of closing, and as much as a fee again for the spread. A position that has not is liquidated as soon as it is there.
 */
export function livesAtBirth(
  leverages: readonly number[],
  feePercent: string,
  { maxLeverage, maintenancePercent }: MaintenanceStep,
): boolean {
  const highest = Math.max(0, ...leverages.filter((leverage) => leverage <= maxLeverage));
  if (highest === 0) return true;
  return new Decimal(feePercent).times(2).plus(maintenancePercent).lt(new Decimal(100).dividedBy(highest));
}

/** The names of the fields that differ, in the order of the terms. Amounts are compared as numbers. */
export function changedTerms<Kind extends ProductTermKind>(
  before: ProductTerms[Kind],
  after: ProductTerms[Kind],
): (keyof ProductTerms[Kind] & string)[] {
  const names = Object.keys(before) as (keyof ProductTerms[Kind] & string)[];
  return names.filter((name) => !isSame(before[name], after[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.join(' ') === other.join(' ');
  const isText = typeof one === 'string' && typeof other === 'string';
  if (isText && DECIMAL.test(one) && DECIMAL.test(other)) return new Decimal(one).eq(other);
  return one === other;
}
