import { IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import type { IeoPhase, IeoResult, IeoState } from '../rules/ieo.rules.js';
import { OptionalFlag, OptionalText } from '../text-fields.js';
import { CURRENCY_ID, ID } from '../wallet/wallet.dto.js';

/** Whole coins. */
const UNITS = /^[1-9][0-9]{0,12}$/;

export class IeoListRequest extends PageRequest {
  /** A phase of {@link IeoPhase}; empty: all. */
  @OptionalText(12)
  @Matches(/^(announced|applying|allotting|paying|second|listing|listed|cancelled)$/)
  status?: IeoPhase;

  /** Words of the name, the coin or the issuer. */
  @OptionalText(60)
  keyword?: string;
}

export class IeoProjectRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  id: string;
}

/** A sale of a new coin. Units are whole coins, `…_at` UTC, `…_ms` Unix milliseconds. */
export class IeoProjectView {
  id: number;
  name: string;
  /** Who makes the coin and sells it. */
  issuer: string;
  /** 0 until it is listed, which makes the coin. */
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  pay_currency_id: number;
  pay_currency_name: string;
  /** Of one coin, in the payment coin. */
  price: DecimalText;
  /** What the market says of one coin once it is listed, in USDT; empty before, and while nobody says. */
  listing_price: DecimalText;
  /** Coins that are sold here. */
  total_supply: string;
  /** Coins that there will ever be. */
  coin_supply: string;
  min_number: string;
  max_number: string;
  /** The most that one account is allotted. */
  cap_number: string;
  apply_time: string;
  apply_end: string;
  allotment_date: string;
  pay_date: string;
  second_pay_date: string;
  /** When it was listed; before, the day before which it is not. */
  listing_date: string;
  /** Without a listing until then everything is given back. */
  list_deadline: string;
  lock_date: string;
  apply_from_ms: number;
  apply_until_ms: number;
  allot_at_ms: number;
  pay_until_ms: number;
  second_pay_until_ms: number;
  list_at_ms: number;
  lock_until_ms: number;
  /** After the lock: so many equal parts, one each so many days. */
  release_parts: number;
  release_days: number;
  /** `NOVA/USDT`; empty before the listing. */
  market: string;
  /** Why it ended before the listing; empty where it did not. */
  cancel_reason: 'operators' | 'not-listed' | '';
  status: IeoPhase;
  summary: string;
  description: string;
  /** Applications until now, and what they are for. */
  applications: number;
  applied_number: string;
  /** Whether the allotment can be looked at and checked. */
  is_sealed: number;
  /** `BTC/USDT`: the market whose prices the sale is drawn by; empty where it is drawn without, as sales were before. */
  draw_market: string;
  /**
   * When the hour of those prices begins: the first one that nobody could apply in, or the later one that it was because the tape
   * had no price in that; 0 where it is drawn without.
   */
  draw_hour_ms: number;
  /** From when to when, as all dates; empty where it is drawn without. */
  draw_from: string;
  draw_until: string;
  /** Whether it stands which prices it is drawn by. */
  is_drawn: number;
  /** The server's clock. */
  now_ms: number;
}

export class IeoProjectPage {
  data: IeoProjectView[];
  page: number;
  pages: number;
  total: number;
}

export class IeoApplyRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  project_id: string;

  /** Whole coins; beside what was applied for already. */
  @IsString()
  @Matches(UNITS)
  number: string;

  /** Whether the risks are agreed to. Clients that ask on their page may leave it out. */
  @OptionalFlag()
  agreement?: boolean;

  /** Real money alone. */
  @AccountTypeField()
  account_type?: AccountType;
}

/** What an application would do, by the same rules as the application. */
export class IeoPreviewView {
  project: IeoProjectView;
  number: string;
  /** What is frozen. */
  amount: DecimalText;
  /** With what was applied for before. */
  number_after: string;
  balance: DecimalText;
  balance_after: DecimalText;
}

export class IeoApplicationsRequest extends PageRequest {
  /** 1 to 6; empty: all. */
  @OptionalText(1)
  @Matches(/^[1-6]$/)
  status?: string;

  /** Words of the project's name or its coin, or the serial number. */
  @OptionalText(60)
  keyword?: string;
}

export class IeoApplicationRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

export class IeoApplicationView {
  id: string;
  serial_number: string;
  project_id: number;
  name: string;
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  pay_currency_id: number;
  pay_currency_name: string;
  price: DecimalText;
  /** 1 subscription completed, 2 allotment failed, 3 allotment completed, 4 payment completed, 5 listed and locked, 6 not locked. */
  status: number;
  state: IeoState;
  result: IeoResult;
  /** Coins applied for, and their price. */
  number: string;
  amount: DecimalText;
  /** Coins that are allotted; empty before. */
  allotment_number: string;
  /** Coins that are paid for. */
  success_number: string;
  /** Coins that wait for their payment. */
  pending_number: string;
  pending_amount: DecimalText;
  /** Which round the payment is for, 1 or 2; 0: there is none to make. */
  pay_round: number;
  /** Until when; 0: there is none to make. */
  pay_until_ms: number;
  /** Coins of the second round; empty where there is none. */
  second_number: string;
  second_state: 'offered' | 'paid' | 'lapsed' | '';
  /** Coins that are free already. */
  released_number: string;
  project_status: IeoPhase;
  created_at: string;
  updated_at: string;
  version: number;
  now_ms: number;
}

export class IeoApplicationPage {
  data: IeoApplicationView[];
  page: number;
  pages: number;
  total: number;
}

/** One part of the release. */
export class IeoReleaseView {
  part: number;
  /** UTC, as all dates. */
  at: string;
  at_ms: number;
  number: string;
  done: boolean;
}

/** Where an application stands in the tree of a round, told to its owner. */
export class IeoProofView {
  round: number;
  place: number;
  rows: number;
  path: string[];
  root: string;
}

/** An application with its calendar and all that its owner needs to check the allotment. */
export class IeoApplicationDetailView {
  application: IeoApplicationView;
  project: IeoProjectView;
  releases: IeoReleaseView[];
  /** The owner's own number, salt and account hash: SHA-256 of `ieo-account1`, project, number and salt, line by line. */
  user_id: string;
  salt: string;
  account: string;
  paid: boolean | null;
  proofs: IeoProofView[];
}

export class IeoPayRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** 1 or 2; empty: whichever is to be paid now. */
  @OptionalText(1)
  @Matches(/^[12]$/)
  round?: string;

  @AccountTypeField()
  account_type?: AccountType;
}
