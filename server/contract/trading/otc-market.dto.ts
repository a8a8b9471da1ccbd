import { IsIn, IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OTC_FIAT_CODES, OTC_WAYS, type OtcFiat, type OtcWay } from '../rules/otc-market.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';

export const OTC_SIDES = ['buy', 'sell'] as const;
/** What the merchant of an advert does. */
export type OtcSide = (typeof OTC_SIDES)[number];

export const MERCHANT_STATES = ['none', 'applied', 'admitted', 'refused', 'suspended'] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];
export const ADVERT_STATES = ['online', 'offline', 'closed'] as const;
export type AdvertState = (typeof ADVERT_STATES)[number];

export class OtcCoinView {
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  /** The least that is ordered at once. */
  min_number: DecimalText;
  /** Decimals of quantities. */
  scale: number;
  /** Adverts that are open now: merchants who sell, and those who buy. */
  sell_count: number;
  buy_count: number;
}

export class OtcFiatView {
  code: string;
  decimals: number;
  /** Decimals of prices. */
  price_decimals: number;
}

/** Everything that can be traded between users. */
export class OtcOfferView {
  coins: OtcCoinView[];
  fiats: OtcFiatView[];
  ways: string[];
  /** Minutes that an advert may give for its payment. */
  windows: number[];
}

/** What orders of the last 30 days show; nothing of it is typed in. */
export class OtcRecordView {
  /** Orders that ended. */
  orders: number;
  /**
   * Of those that hung on this merchant, how many came to a good end, in percent with two decimals, cut: what a taker did not pay
   * does not count, and what the desk had to give a buyer is no good end of the seller's. Empty: there was none.
   */
  completion_rate: string;
  /** The median of the seconds from payment to release, where this merchant sold; null: nothing was released. */
  release_seconds: number | null;
}

export class OtcMerchantView extends OtcRecordView {
  id: string;
  seller_name: string;
  since: string;
}

export class OtcAdvertView {
  id: string;
  seller_id: string;
  seller_name: string;
  /** What the merchant does: who takes a `sell` buys. */
  type: OtcSide;
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  /** The currency that is paid with. */
  coin_code: string;
  pricing: 'fixed' | 'floating';
  /** As it is now; empty: the index is not known, and nobody can order. */
  price: DecimalText;
  /** Of a floating price: the part of the index. */
  ratio: DecimalText;
  total_number: DecimalText;
  /** What is left, and covered: a seller's coins are where they can be held. */
  surplus_number: DecimalText;
  /** Least and most of one order, in what is paid with. */
  min_number: DecimalText;
  max_number: DecimalText;
  /** Ways to pay, with commas. */
  way: string;
  /** Minutes to pay in. */
  window: number;
  terms: string;
  state: AdvertState;
  is_done: 0 | 1;
  scale: number;
  create_time: string;
  version: number;
  merchant: OtcMerchantView;
}

export class OtcAdvertPage {
  data: OtcAdvertView[];
  page: number;
  pages: number;
  total: number;
}

export class OtcAdvertsRequest extends PageRequest {
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency_id?: string;

  /** `sell`: merchants who sell; `buy`: those who buy. `sell` when it is not given. */
  @OptionalText(4)
  @IsIn(OTC_SIDES)
  type?: OtcSide;

  /** Paid with. */
  @OptionalText(3)
  @IsIn(OTC_FIAT_CODES)
  coin_code?: OtcFiat;

  @OptionalText(10)
  @IsIn(OTC_WAYS)
  way?: OtcWay;

  /** What somebody wants to pay or get: adverts whose limits allow it. */
  @OptionalText(40)
  @Matches(AMOUNT)
  amount?: DecimalText;

  /** Part of a merchant's name. */
  @OptionalText(40)
  keyword?: string;
}

export class OtcIdRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

export class OtcOwnAdvertsRequest extends PageRequest {
  @OptionalText(10)
  @IsIn(ADVERT_STATES)
  state?: AdvertState;

  /** A coin's or a currency's code. */
  @OptionalText(10)
  keyword?: string;
}

/** What an advert says. */
export class OtcAdvertTerms {
  /** Fixed, in what is paid with; empty where `ratio` is given. */
  @OptionalText(40)
  @Matches(AMOUNT)
  price?: DecimalText;

  /** A part of the index, `1.02`; for what is paid in US dollars. */
  @OptionalText(40)
  @Matches(AMOUNT)
  ratio?: DecimalText;

  /** Coins. */
  @IsString()
  @Matches(AMOUNT)
  total_number: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  min_number: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  max_number: DecimalText;

  /** Ways to pay, with commas. Of a seller they follow from `payment_ids`. */
  @OptionalText(60)
  way?: string;

  /** Of a seller: own payment methods, with commas, one for each way. Of a buyer with cash: the own place for it. */
  @OptionalText(120)
  @Matches(/^[1-9][0-9]{0,17}(?:,[1-9][0-9]{0,17}){0,5}$/)
  payment_ids?: string;

  /** Minutes to pay in. */
  @IsString()
  @IsIn(['15', '20', '30'])
  window: string;

  @OptionalText(500)
  terms?: string;
}

export class OtcNewAdvertRequest extends OtcAdvertTerms {
  @IsString()
  @IsIn(OTC_SIDES)
  type: OtcSide;

  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  @IsString()
  @IsIn(OTC_FIAT_CODES)
  coin_code: OtcFiat;

  /** The fund password. */
  @OptionalText(20)
  pay_password?: string;
}

export class OtcAdvertChangeRequest extends OtcAdvertTerms {
  @IsString()
  @Matches(ID)
  id: string;

  /** The fund password. */
  @OptionalText(20)
  pay_password?: string;
}

export class OtcAdvertStateRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** `closed` is for good. */
  @IsString()
  @IsIn(ADVERT_STATES)
  state: AdvertState;

  /** The fund password; only `online` needs it. */
  @OptionalText(20)
  pay_password?: string;
}

export class OtcAdvertMadeView {
  id: string;
}

export class OtcApplyRequest {
  /** 2 to 24 letters, digits, blanks, `-` and `_`. */
  @PlainText(48)
  nickname: string;
}

/** Where the caller stands as a merchant. */
export class OtcOwnMerchantView extends OtcRecordView {
  state: MerchantState;
  nickname: string;
  /** Why it was refused or suspended. */
  reason: string;
  /** As whom the caller was verified; empty: as nobody. Payments go out and come in under this name. */
  name: string;
  /** Until when no new orders are taken because some ended unpaid; null: they may be. */
  paused_until: string | null;
}

export class OtcPaymentView {
  id: string;
  way: OtcWay;
  /** As whom the owner was verified. */
  holder: string;
  /** Number, address or name of the account; of cash: what the place is called. */
  account: string;
  bank: string;
  branch: string;
  /** Of cash: where it is handed over, latitude and longitude; empty for other ways. */
  place: string;
}

export class OtcNewPaymentRequest {
  @IsString()
  @IsIn(OTC_WAYS)
  way: OtcWay;

  /** Number, address or name of the account. */
  @PlainText(80)
  @Matches(/\S{3}/)
  account: string;

  @OptionalText(80)
  bank?: string;

  @OptionalText(80)
  branch?: string;

  /** Of cash: `48.13743,11.57549`. */
  @OptionalText(24)
  place?: string;

  /** The fund password. */
  @OptionalText(20)
  pay_password?: string;
}
