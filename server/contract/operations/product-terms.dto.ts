import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Matches,
  Max,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Type } from 'class-transformer';
import type { DecimalText } from '../money.js';
import { TIER_BOUNDS } from '../rules/maintenance-tiers.rules.js';
import { TERM_BOUNDS } from '../rules/product-terms.rules.js';
import { PlainText } from '../text-fields.js';
import { AMOUNT } from '../wallet/wallet.dto.js';

const FILLED = /\S/;
const isGiven = (_: object, value: unknown) => value !== null;

/** What is said of any product's terms beside themselves. */
class ProposedTermsRequest {
  @IsBoolean()
  enabled: boolean;

  /** The version of the terms that the operator looked at. */
  @PlainText(64)
  seen: string;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

/** The whole terms of new options for one time, as they are to be. */
export class ProposeOptionTermsRequest extends ProposedTermsRequest {
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

/** The whole terms of new spot orders, as they are to be. */
export class ProposeSpotTermsRequest extends ProposedTermsRequest {
  @IsString()
  @Matches(AMOUNT)
  feePercent: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  minimumAmount: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  maximumAmount: DecimalText;
}

/** The whole terms of new contracts, as they are to be. */
export class ProposePerpetualTermsRequest extends ProposedTermsRequest {
  /** Ascending. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(TERM_BOUNDS.leverages)
  @IsInt({ each: true })
  leverages: number[];

  @IsInt()
  @Min(1)
  @Max(TERM_BOUNDS.lots)
  openLotsMax: number;

  @IsInt()
  @Min(1)
  @Max(TERM_BOUNDS.lots)
  lotsMax: number;

  @IsString()
  @Matches(AMOUNT)
  feePercent: DecimalText;
}

/** One step of a maintenance table, as it is to be. */
export class TierTermsRequest {
  /** Notional above which it holds; 0 for the first. */
  @IsString()
  @Matches(AMOUNT)
  floor: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  maintenancePercent: DecimalText;

  @IsInt()
  @Min(1)
  @Max(TIER_BOUNDS.maxLeverage)
  maxLeverage: number;
}

/** The whole maintenance table of a market, as it is to be; it takes effect a week after it was agreed on at the earliest. */
export class ProposeTiersRequest {
  /** Ascending by floor. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(TIER_BOUNDS.tiers)
  @ValidateNested({ each: true })
  @Type(() => TierTermsRequest)
  tiers: TierTermsRequest[];

  /** The version of the table that the operator looked at. */
  @PlainText(64)
  seen: string;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

/** The whole terms of new trust orders, as they are to be. */
export class ProposeTrustTermsRequest extends ProposedTermsRequest {
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
}

/** What an operator sees of any product's terms, beside the terms themselves. */
class OfferedProductView {
  id: string;
  /** The market's symbol, or the trust product's code; `*`: every market that has no row of its own. */
  name: string;
  /** Another one with every change of the terms: what is proposed says which it looked at. */
  version: string;
  /** The proposal about it that waits for a second person; null: none. */
  proposalId: string | null;
}

export class OptionTermsView extends OfferedProductView {
  seconds: number;
  /** How far from the entry an order on even still wins: it goes by the time, and is nobody's to set here. */
  evenBandPercent: DecimalText;
  payoutPercent: DecimalText;
  evenPayoutPercent: DecimalText;
  minimum: DecimalText;
  maximum: DecimalText;
  feePercent: DecimalText | null;
  enabled: boolean;
}

export class SpotTermsView extends OfferedProductView {
  /** The currency of the amounts. */
  currency: string;
  feePercent: DecimalText;
  minimumAmount: DecimalText;
  maximumAmount: DecimalText;
  enabled: boolean;
}

export class MaintenanceStepView {
  /** Notional above which it holds. */
  floor: DecimalText;
  maxLeverage: number;
  maintenancePercent: DecimalText;
}

/** A maintenance table that is proposed, or announced. */
export class LaterTiersView {
  /** Number of the proposal, or of what is announced. */
  id: string;
  /** Unix milliseconds; null: only proposed. */
  from: number | null;
  steps: MaintenanceStepView[];
}

export class PerpetualTermsView extends OfferedProductView {
  /** The maintenance table: its steps by notional. */
  steps: MaintenanceStepView[];
  /** Another one with every change of that table. */
  stepsVersion: string;
  /** The table that waits for a second person; null: none. */
  proposedSteps: LaterTiersView | null;
  /** The one that two have agreed on and that does not hold yet; null: none. */
  announcedSteps: LaterTiersView | null;
  leverages: number[];
  openLotsMax: number;
  lotsMax: number;
  feePercent: DecimalText;
  enabled: boolean;
}

export class TrustTermsView extends OfferedProductView {
  currency: string;
  termDays: number;
  minimum: DecimalText;
  maximum: DecimalText | null;
  dailyPercent: DecimalText;
  quota: DecimalText | null;
  enabled: boolean;
}

/** What is offered, product by product; what is switched off is there, too. */
export class ProductTermsView {
  options: OptionTermsView[];
  spot: SpotTermsView[];
  perpetuals: PerpetualTermsView[];
  trust: TrustTermsView[];
  /** Codes of the coins that a new trust product can be in. */
  currencies: string[];
  /** Symbols of the markets that have options, for a new time. */
  optionMarkets: string[];
}
