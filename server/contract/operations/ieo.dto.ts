import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { LANGUAGES, type Language } from '../errors.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import type { IeoPhase } from '../rules/ieo.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT } from '../wallet/wallet.dto.js';

const FILLED = /\S/;
const CODE = /^[a-z0-9-]{1,40}$/;
/** Whole coins. */
const UNITS = /^[1-9][0-9]{0,12}$/;
/** The last instant of the year 9999. */
const LATEST_MS = 253_402_300_799_000;
const DAY_MAX = 365;
const PARTS_MAX = 60;

function Units(): PropertyDecorator {
  return (target, key) => {
    IsString()(target, key);
    Matches(UNITS)(target, key);
  };
}

function Instant(): PropertyDecorator {
  return (target, key) => {
    IsInt()(target, key);
    Min(0)(target, key);
    Max(LATEST_MS)(target, key);
  };
}

export class IeoTextRequest {
  @IsIn(LANGUAGES)
  language: Language;

  @PlainText(200)
  @Matches(FILLED)
  summary: string;

  /** What is sold, by whom, what conflicts there are, and that it may become worthless. */
  @PlainText(4000)
  @Matches(FILLED)
  description: string;
}

/** A sale of a new coin, with everything that will ever hold of it: nothing of it is changed once it is agreed on. */
export class ProposeIeoRequest {
  @PlainText(40)
  @Matches(CODE)
  code: string;

  @PlainText(80)
  @Matches(FILLED)
  name: string;

  @PlainText(120)
  @Matches(FILLED)
  issuer: string;

  /** The coin, which its listing makes. */
  @IsString()
  @Matches(/^[A-Z][A-Z0-9]{1,11}$/)
  coinCode: string;

  @PlainText(60)
  @Matches(FILLED)
  coinName: string;

  /** Decimals of amounts of it, once it is traded; a sale is in whole coins. */
  @IsInt()
  @Min(0)
  @Max(18)
  coinScale: number;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  payCurrencyId: number;

  /** Coins that there will ever be. */
  @Units()
  coinSupply: string;

  /** Coins that are sold. */
  @Units()
  supply: string;

  @Units()
  least: string;

  @Units()
  most: string;

  /** The most that one account is allotted. */
  @Units()
  cap: string;

  /** Of one coin, in the payment coin. */
  @IsString()
  @Matches(AMOUNT)
  price: DecimalText;

  /** Unix milliseconds, as all that follow. */
  @Instant()
  applyFrom: number;

  @Instant()
  applyUntil: number;

  @Instant()
  allotAt: number;

  @Instant()
  payUntil: number;

  @Instant()
  secondPayUntil: number;

  /** Not before; without a listing 30 days later everything is given back. */
  @Instant()
  listAt: number;

  @Instant()
  lockUntil: number;

  @IsInt()
  @Min(1)
  @Max(PARTS_MAX)
  releaseParts: number;

  @IsInt()
  @Min(1)
  @Max(DAY_MAX)
  releaseDays: number;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LANGUAGES.length)
  @ValidateNested({ each: true })
  @Type(() => IeoTextRequest)
  texts: IeoTextRequest[];

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

export class IeoDeskListRequest extends PageRequest {
  /** Words of the name, the coin, the issuer or the code. */
  @OptionalText(60)
  keyword?: string;
}

export class IeoDeskRowView {
  id: number;
  code: string;
  name: string;
  issuer: string;
  coin: string;
  payCoin: string;
  phase: IeoPhase;
  supply: string;
  cap: string;
  least: string;
  most: string;
  price: DecimalText;
  applications: number;
  applied: string;
  applyFrom: number;
  applyUntil: number;
  allotAt: number;
  payUntil: number;
  secondPayUntil: number;
  listAt: number;
  lockUntil: number;
  releaseParts: number;
  releaseDays: number;
}

export class IeoDeskPage {
  list: IeoDeskRowView[];
  total: number;
  page: number;
  limit: number;
}

export class IeoCoinView {
  id: number;
  code: string;
}

export class IeoDeskRoundView {
  round: number;
  root: string;
  rows: number;
  supply: string;
  units: string;
  sealedAt: number;
  settledAt: number | null;
}

/** What the desk sees of a sale: sums and seals, never whose applications they are. */
export class IeoDeskDetailView extends IeoDeskRowView {
  rounds: IeoDeskRoundView[];
  texts: IeoTextView[];
  coinName: string;
  coinScale: number;
  /** The market whose prices it is drawn by, and when their hour begins, Unix milliseconds; null: it is drawn without. */
  drawMarket: string | null;
  drawHour: number | null;
  /** Whether it stands which prices it is drawn by. */
  isDrawn: boolean;
  /** Without a listing until then everything is given back. */
  deadlineAt: number;
  listedAt: number | null;
  market: string | null;
  cancelledAt: number | null;
  cancelReason: 'operators' | 'not-listed' | null;
  /** The proposal to list it that waits for a second person; null: none. */
  listProposalId: string | null;
  /** When the listing that two have agreed on takes effect; null: none waits. */
  listDueAt: number | null;
  /** The proposal to end it that waits for a second person; null: none. */
  cancelProposalId: string | null;
  /** When the end that two have agreed on takes effect; null: none waits. */
  cancelDueAt: number | null;
}

export class IeoTextView {
  language: Language;
  summary: string;
  description: string;
}
