import { Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest, PageView } from '../pages.dto.js';
import { OptionalFlag, OptionalText, PlainText } from '../text-fields.js';

const DAY = /^20[0-9]{2}-[01][0-9]-[0-3][0-9]$/;

/** Why a day's fees of somebody brought nothing. */
export type RebateOutcome = 'earned' | 'self' | 'unverified' | 'disabled';

export class ReferralAmountView {
  currency_id: number;
  currency_name: string;
  amount: DecimalText;
}

/** A place in the ranking. */
export class RankedInviterView {
  /** In USDT, cut to eight decimals. */
  total: DecimalText;
  /** The place, from 1; old clients have a user's number here, which nobody is told. */
  user_id: number;
  /** The nickname of somebody who agreed to stand here. */
  account: string;
}

/** What one person's fees of one day in one currency brought. */
export class RebateView {
  /** Place from the first; no user's number. */
  id: string;
  /** Who paid the fees, masked. */
  from_account_number: string;
  /** When it was booked. */
  created_time: string;
  /** UTC day of the fees. */
  day: string;
  value: DecimalText;
  currency_name: string;
  fee: DecimalText;
  /** Percent of the fee. */
  rate: DecimalText;
  outcome: RebateOutcome;
  info: string;
}

export class ReferralPictureView {
  id: number;
  pic: string;
}

export class ReferralAdView {
  /** Always empty: the page draws its own. */
  image: string;
}

/** The caller's invitations at a glance. */
export class InvitationView {
  extension_code: string;
  /** Clients append `?code=` and the code. */
  share_url: string;
  /** The whole link. */
  share_link: string;
  invite_num: number;
  /** What rebates brought so far, in USDT, cut to eight decimals. */
  invite_return_total: DecimalText;
  /** Percent of a fee that comes back, over all levels: there is one. */
  total_return_rate: DecimalText;
  return_rate1: DecimalText;
  /** Always 0: nobody earns by people whom somebody else invited. */
  return_rate2: DecimalText;
  return_rate3: DecimalText;
  /** The first three of the ranking. */
  inviteList: RankedInviterView[];
  /** The newest rebates. */
  list: RebateView[];
  ad: ReferralAdView;
  /** 1: a partner, with a rate of their own. */
  is_partner: number;
  /** Place in the ranking; 0 for none of the first ten. */
  rank: number;
  /** Empty: none was chosen. */
  nickname: string;
  /** 1: the nickname may stand in the ranking. */
  listed: number;
  returns: ReferralAmountView[];
  /** Codes of what has no price now, and is not in the total. */
  unpriced: string[];
  /** The last UTC day that was rebated; empty: none yet. */
  rebated_day: string;
  /** A rate that is decided and begins later, with its UTC day; empty: none. */
  next_rate: DecimalText;
  next_rate_day: string;
}

export class RankingRequest {
  /** A UTC day, `2026-11-25`; without it, of all time. */
  @OptionalText(10)
  @Matches(DAY)
  time?: string;
}

export class InvitedListRequest extends PageRequest {
  /** 0 active, 1 disabled; everything else: all. */
  @OptionalText(4)
  status?: string;

  /** Part of a name as the list shows it. */
  @OptionalText(40)
  search?: string;
}

export class InvitedUserView {
  /** Place from the first; no user's number. */
  id: string;
  /** Masked. */
  account: string;
  /** When they registered. */
  time: string;
  /** 0 active, 1 disabled. */
  status: number;
  /** 1: identity verified, so that fees bring rebates. */
  verified: number;
  /** 1: found to be the inviter's own account, which brings nothing. */
  self: number;
  returns: ReferralAmountView[];
}

export class InvitedUserPage extends PageView {
  data: InvitedUserView[];
}

export class RebateListRequest extends PageRequest {
  /** A UTC day, `2026-11-25`. */
  @OptionalText(10)
  @Matches(DAY)
  time?: string;

  /** Part of a name as the list shows it. */
  @OptionalText(40)
  search?: string;
}

export class RebatePage extends PageView {
  data: RebateView[];
}

/** What a poster is drawn from. */
export class PosterView {
  extension_code: string;
  share_url: string;
  share_link: string;
  /** Always empty: posters are drawn on the page, in the reader's language, without anybody else's pictures. */
  pics: ReferralPictureView[];
}

export class ShareView {
  extension_code: string;
  share_url: string;
  share_link: string;
  /** What a share sheet says beside the link, in the caller's language. */
  title: string;
  content: string;
}

export class ReferralProfileRequest {
  /** 2 to 20 letters and digits. */
  @PlainText(40)
  nickname: string;

  /** Whether it may stand in the public ranking. */
  @OptionalFlag()
  listed?: boolean;
}
