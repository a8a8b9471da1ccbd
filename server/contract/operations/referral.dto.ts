import { IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { ID } from '../wallet/wallet.dto.js';

const FILLED = /\S/;

export class ReferralTermsView {
  /** UTC day from which it holds. */
  effectiveDay: string;
  /** Percent of a fee. */
  percent: DecimalText;
}

export class ReferralDeskView {
  /** The newest first; those that have not begun included. */
  terms: ReferralTermsView[];
  /** The most that can be agreed on, percent of a fee. */
  percentMax: DecimalText;
  /** UTC. */
  today: string;
}

export class ReferralDaySumView {
  currencyId: number;
  coin: string;
  payers: number;
  inviters: number;
  fees: DecimalText;
  rebates: DecimalText;
}

export class ReferralDayView {
  /** UTC. */
  day: string;
  status: 'gathering' | 'booking' | 'booked';
  firstJournal: string;
  lastJournal: string;
  bookedAt: number | null;
  sums: ReferralDaySumView[];
}

export class ReferralDayPage {
  list: ReferralDayView[];
  total: number;
  page: number;
  limit: number;
}

export class ReferralSearchRequest extends PageRequest {
  /** A user's number, or part of a name as it is shown. */
  @OptionalText(40)
  search?: string;
}

export class ReferralPartnerView {
  userId: string;
  /** Masked. */
  account: string;
  effectiveDay: string;
  /** Null: a partner no more. */
  percent: DecimalText | null;
  invited: number;
}

export class ReferralPartnerPage {
  list: ReferralPartnerView[];
  total: number;
  page: number;
  limit: number;
}

/** Somebody who was invited by themselves: what the two accounts share. */
export class SelfReferralView {
  payerId: string;
  inviterId: string;
  shares: 'device' | 'address' | 'account';
  foundAt: number;
}

export class SelfReferralPage {
  list: SelfReferralView[];
  total: number;
  page: number;
  limit: number;
}

export class ProposeReferralTermsRequest {
  /** Percent of a fee, two decimals at most. */
  @PlainText(8)
  percent: DecimalText;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}

export class ProposePartnerRequest {
  @IsString()
  @Matches(ID)
  userId: string;

  /** Percent of a fee; left out: a partner no more. */
  @OptionalText(8)
  percent?: DecimalText;

  @PlainText(500)
  @Matches(FILLED)
  reason: string;
}
