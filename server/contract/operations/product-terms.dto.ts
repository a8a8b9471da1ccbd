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
} from 'class-validator';
import type { DecimalText } from '../money.js';
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
  maxLeverage: number;
  maintenancePercent: DecimalText;
}

export class PerpetualTermsView extends OfferedProductView {
  /** The maintenance table, which is nobody's to set here: its steps by notional. */
  steps: MaintenanceStepView[];
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
}
