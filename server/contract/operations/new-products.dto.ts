import { IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min, ValidateIf } from 'class-validator';
import type { DecimalText } from '../money.js';
import { NEW_PRODUCT_BOUNDS, PRODUCT_CODE } from '../rules/new-products.rules.js';
import { REDEMPTION_RULES, type RedemptionRule, YIELD_SOURCES, type YieldSource } from '../rules/trust.rules.js';
import { PlainText } from '../text-fields.js';
import { AMOUNT } from '../wallet/wallet.dto.js';

const FILLED = /\S/;
const isGiven = (_: object, value: unknown) => value !== null;

/** What is said of any new product beside what it is. */
class NewProductRequest {
  /** Whether it is on offer from the start. */
  @IsBoolean()
  enabled: boolean;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

/** A trust product as it is to be. Its currency, term, way out and source of interest never change afterwards. */
export class ProposeTrustProductRequest extends NewProductRequest {
  /** What the house calls it; users see a name in their language. */
  @IsString()
  @Matches(PRODUCT_CODE)
  code: string;

  /** Its code. */
  @PlainText(16)
  currency: string;

  @IsInt()
  @Min(NEW_PRODUCT_BOUNDS.termDays.least)
  @Max(NEW_PRODUCT_BOUNDS.termDays.most)
  termDays: number;

  @IsString()
  @Matches(AMOUNT)
  minimum: DecimalText;

  /** Null: no maximum of one order. */
  @ValidateIf(isGiven)
  @IsString()
  @Matches(AMOUNT)
  maximum: DecimalText | null;

  @IsString()
  @Matches(AMOUNT)
  dailyPercent: DecimalText;

  /** Null: as much as anybody brings. */
  @ValidateIf(isGiven)
  @IsString()
  @Matches(AMOUNT)
  quota: DecimalText | null;

  @IsIn(REDEMPTION_RULES)
  redemptionRule: RedemptionRule;

  /**
   * `discounted-rate`: the lower interest of a day, in percent; `fixed-fee`: days of interest; `remaining-days`: percent of
   * the amount for each remaining day; null: the rule has none. The penalty is never more than the interest so far.
   */
  @ValidateIf(isGiven)
  @IsString()
  @Matches(AMOUNT)
  redemptionRate: DecimalText | null;

  @IsIn(YIELD_SOURCES)
  yieldSource: YieldSource;
}

/** A time that options can run, with its terms. The band of even and the bound of quotes go by the time. */
export class ProposeOptionTimeRequest extends NewProductRequest {
  /** Its symbol; null: every market with options that has no row of its own for the time. */
  @ValidateIf(isGiven)
  @PlainText(32)
  market: string | null;

  @IsInt()
  @Min(NEW_PRODUCT_BOUNDS.seconds.least)
  @Max(NEW_PRODUCT_BOUNDS.seconds.most)
  seconds: number;

  @IsString()
  @Matches(AMOUNT)
  payoutPercent: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  evenPayoutPercent: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  minimum: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  maximum: DecimalText;

  /** Null: the market's own. */
  @ValidateIf(isGiven)
  @IsString()
  @Matches(AMOUNT)
  feePercent: DecimalText | null;
}
