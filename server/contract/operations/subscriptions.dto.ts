import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { LANGUAGES, type Language } from '../errors.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import {
  OFFER_STATUSES,
  type OfferPhase,
  type OfferStatus,
  RETURN_SOURCES,
  type ReturnSource,
  type SubscriptionState,
} from '../rules/subscription.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT } from '../wallet/wallet.dto.js';

const FILLED = /\S/;
/** Text of several lines, never markup. */
const LINES = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|\n)*$/u;
/** The last instant of the year 9999. */
const LATEST_MS = 253_402_300_799_000;

export class DeskOffersRequest extends PageRequest {
  @OptionalText(10)
  @IsIn(OFFER_STATUSES)
  status?: OfferStatus;

  /** Part of a coin's code or name. */
  @OptionalText(40)
  keyword?: string;
}

export class OfferTextRequest {
  @IsIn(LANGUAGES)
  language: Language;

  @IsString()
  @MaxLength(2000)
  @Matches(LINES)
  @Matches(FILLED)
  introduction: string;

  @IsString()
  @MaxLength(4000)
  @Matches(LINES)
  @Matches(FILLED)
  rules: string;
}

/** A new coin to be offered. Nobody sees it before another operator agrees, and its terms never change afterwards. */
export class ProposeOfferRequest {
  @IsString()
  @Matches(/^[A-Z][A-Z0-9]{1,11}$/)
  coinCode: string;

  @PlainText(60)
  @Matches(FILLED)
  coinName: string;

  /** Decimals of amounts of the coin. */
  @IsInt()
  @Min(0)
  @Max(18)
  coinScale: number;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  paymentCurrencyId: number;

  /** Of one coin, in the payment coin. */
  @IsString()
  @Matches(AMOUNT)
  price: DecimalText;

  /** Coins: of the whole offer, of one order at least, of one user at most. */
  @IsString()
  @Matches(AMOUNT)
  total: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  minimum: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  maximum: DecimalText;

  @IsInt()
  @Min(0)
  @Max(3650)
  lockDays: number;

  /** Return of the whole lock-up as a part of the coins, `0.03`; `0`: none. */
  @IsString()
  @Matches(/^(0(\.[0-9]{1,8})?|1)$/)
  yieldRatio: DecimalText;

  /** Who owes it; left out where there is none. */
  @IsOptional()
  @IsIn(RETURN_SOURCES)
  yieldSource?: ReturnSource;

  /** Unix milliseconds. */
  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  startsAt: number;

  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  endsAt: number;

  /** Estimated; 30 days later at most, or everything is given back. */
  @IsInt()
  @Min(0)
  @Max(LATEST_MS)
  launchesAt: number;

  /** Who issues the coin. */
  @PlainText(120)
  @Matches(FILLED)
  issuer: string;

  /** English is one of them: who reads another language gets it. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LANGUAGES.length)
  @ValidateNested({ each: true })
  @Type(() => OfferTextRequest)
  texts: OfferTextRequest[];

  /** Shown where clients recommend one. */
  @IsBoolean()
  recommended: boolean;

  /** The smallest stands first. */
  @IsInt()
  @Min(0)
  @Max(9999)
  sort: number;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

export class DeskOfferRow {
  id: number;
  coinCode: string;
  coinName: string;
  paymentCurrency: string;
  price: DecimalText;
  total: DecimalText;
  left: DecimalText;
  status: OfferStatus;
  phase: OfferPhase;
  startsAt: number;
  endsAt: number;
  launchesAt: number;
  launchedAt: number | null;
}

export class DeskOfferPage {
  list: DeskOfferRow[];
  total: number;
  page: number;
  limit: number;
}

export class OfferFiguresView {
  state: SubscriptionState;
  orders: number;
  coins: DecimalText;
  cost: DecimalText;
}

export class OfferTextView {
  language: Language;
  introduction: string;
  rules: string;
}

export class DeskOfferView extends DeskOfferRow {
  coinScale: number;
  minimum: DecimalText;
  maximum: DecimalText;
  lockDays: number;
  yieldRatio: DecimalText;
  yieldSource: ReturnSource | null;
  issuer: string;
  recommended: boolean;
  texts: OfferTextView[];
  /** Without a launch until then everything is given back. */
  deadlineAt: number;
  cancelledAt: number | null;
  cancelReason: 'operators' | 'not-launched' | null;
  market: string | null;
  figures: OfferFiguresView[];
}
