import { Decimal } from '../decimal.js';
import type { DecimalText } from '../money.js';
import {
  isShareText,
  type OptionTerms,
  TERM_BOUNDS,
  type TrustProductTerms,
  wrongTerm,
} from './product-terms.rules.js';
import { REDEMPTION_RULES, type RedemptionRule } from './trust.rules.js';

/** What a new trust product is called by the house; users see a name in their language. */
export const PRODUCT_CODE = /^[a-z0-9-]{1,64}$/;

/** Bounds of what two people add, as the tables have them, and of what is taken where a term is broken off. */
export const NEW_PRODUCT_BOUNDS = {
  termDays: { least: 1, most: 3650 },
  seconds: { least: 30, most: 86_400 },
  /** `fixed-fee`: days of interest. The penalty is never more than the interest so far. */
  feeDays: 30,
} as const;

/** Decimals of the rate, as the column keeps them: of a share in percent, and of days. */
const RATE_DECIMALS = 6;

/** A trust product as it is to be. What it is (all but {@link TrustProductTerms}) never changes afterwards. */
export interface NewTrustProduct extends TrustProductTerms {
  code: string;
  termDays: number;
  redemptionRule: RedemptionRule;
  /**
   * `discounted-rate`: the lower interest of a day, in percent; `fixed-fee`: days of interest; `remaining-days`: percent of
   * the amount for each remaining day; null: the rule has none.
   */
  redemptionRate: DecimalText | null;
}

/** A time of options with its terms. */
export interface NewOptionTime extends OptionTerms {
  seconds: number;
}

/** The name of a field that no trust product can have; null where it can be agreed on. */
export function wrongTrustProduct(product: NewTrustProduct): string | null {
  if (!PRODUCT_CODE.test(product.code)) return 'code';
  if (!isWithin(product.termDays, NEW_PRODUCT_BOUNDS.termDays)) return 'termDays';
  const wrong = wrongTerm('trust', product);
  if (wrong !== null) return wrong;
  if (!REDEMPTION_RULES.includes(product.redemptionRule)) return 'redemptionRule';
  return isRate(product) ? null : 'redemptionRate';
}

/** The name of a field that no time of options can have; null where it can be agreed on. */
export function wrongOptionTime(time: NewOptionTime): string | null {
  return isWithin(time.seconds, NEW_PRODUCT_BOUNDS.seconds) ? wrongTerm('option', time) : 'seconds';
}

/** Whether the rule has a rate. */
export function hasRate(rule: RedemptionRule): boolean {
  return rule !== 'none' && rule !== 'forfeit-interest';
}

/** The rate as the product keeps it: a fraction, or days; zero where the rule has none. */
export function redemptionRatio(rule: RedemptionRule, rate: DecimalText | null): DecimalText {
  if (rate === null) return '0';
  return rule === 'fixed-fee' ? rate : new Decimal(rate).dividedBy(100).toFixed();
}

/** A rate that is none would be another rule; a lower interest is lower. */
function isRate({ redemptionRule, redemptionRate, dailyPercent, termDays }: NewTrustProduct): boolean {
  if (!hasRate(redemptionRule)) return redemptionRate === null;
  if (redemptionRate === null) return false;
  const most = {
    'discounted-rate': TERM_BOUNDS.dailyPercent,
    'fixed-fee': Math.min(termDays, NEW_PRODUCT_BOUNDS.feeDays),
    'remaining-days': TERM_BOUNDS.dailyPercent,
  }[redemptionRule as 'discounted-rate' | 'fixed-fee' | 'remaining-days'];
  if (!isShareText(redemptionRate, most, RATE_DECIMALS) || !new Decimal(redemptionRate).gt(0)) return false;
  return redemptionRule !== 'discounted-rate' || new Decimal(redemptionRate).lt(dailyPercent);
}

function isWithin(value: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
