import { IsIn, IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OTC_WAYS, type OtcWay } from '../rules/otc-market.rules.js';
import { OTC_APPEAL_REASONS, type OtcAppealReason, type OtcEvent, type OtcState } from '../rules/otc-order.rules.js';
import { OptionalText, WrittenText } from '../text-fields.js';
import { AMOUNT, ID } from '../wallet/wallet.dto.js';
import { OtcPaymentView, type OtcSide } from './otc-market.dto.js';

const PICTURES = /^[0-9a-f]{32}(?:,[0-9a-f]{32}){0,2}$/;
/** Old clients' numbers, and `open` for all that have not ended. */
export const OTC_ORDER_FILTERS = ['all', 'open', '1', '2', '3', '4', '5'] as const;
export type OtcOrderFilter = (typeof OTC_ORDER_FILTERS)[number];

export class OtcOrderRequest {
  /** The advert. */
  @IsString()
  @Matches(ID)
  id: string;

  @IsString()
  @Matches(AMOUNT)
  value: DecimalText;

  /** What `value` is: money that is paid, or a number of coins. */
  @IsString()
  @IsIn(['money', 'number'])
  means: 'money' | 'number';

  /** The way to pay; the advert's first when it is not given. */
  @OptionalText(10)
  @IsIn(OTC_WAYS)
  way?: OtcWay;

  /** Of who sells: the own payment method that the money is to come to. */
  @OptionalText(20)
  @Matches(ID)
  payment_id?: string;

  /** The price that was shown: a worse one is refused. Who sells sends it with the order. */
  @OptionalText(40)
  @Matches(AMOUNT)
  price?: DecimalText;
}

export class OtcPlaceRequest extends OtcOrderRequest {
  /** The fund password: needed to sell. */
  @OptionalText(20)
  pay_password?: string;
}

/** What an order would be, by the same rules as the order. */
export class OtcPreviewView {
  side: 'buy' | 'sell';
  price: DecimalText;
  number: DecimalText;
  deal_money: DecimalText;
  coin_code: string;
  currency_name: string;
  way: OtcWay;
  window: number;
  /** As whom the caller was verified: the payment has to come from, or goes to, an account in this name. */
  name: string;
  /** Of a seller: the spot account now and after; empty for a buyer. */
  balance: DecimalText;
  balance_after: DecimalText;
}

export class OtcOrdersRequest extends PageRequest {
  @OptionalText(4)
  @IsIn(OTC_ORDER_FILTERS)
  status?: OtcOrderFilter;

  /** What the caller did. */
  @OptionalText(4)
  @IsIn(['buy', 'sell'])
  type?: OtcSide;

  /** Part of an order's number. */
  @OptionalText(30)
  keyword?: string;
}

export class OtcOrderView {
  id: string;
  order_no: string;
  product_id: string;
  /** 1 paying, 2 paid, 3 released, 4 appeal, 5 cancelled. */
  status: number;
  state: OtcState;
  /** What the caller does. */
  type: OtcSide;
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  coin_code: string;
  price: DecimalText;
  number: DecimalText;
  deal_money: DecimalText;
  way: OtcWay;
  merchant_name: string;
  /** Whether the caller is the merchant. */
  is_merchant: 0 | 1;
  create_time: string;
  update_time: string;
  /** Unix milliseconds, by the server's clock. */
  created_at: number;
  pay_until: number;
  extended: boolean;
  paid_at: number | null;
  appealed_at: number | null;
  released_at: number | null;
  ended_at: number | null;
  ended_by: OtcEvent | null;
  reminded: boolean;
  reopened: boolean;
  version: number;
}

export class OtcOrderPage {
  data: OtcOrderView[];
  page: number;
  pages: number;
  total: number;
}

export class OtcStepView {
  from: number;
  to: number;
  actor: string;
  event: OtcEvent;
  at: number;
}

/** An order with all that its two sides may know. */
export class OtcOrderDetailView {
  order: OtcOrderView;
  /** Where the money goes; null when the order has ended. */
  payment: OtcPaymentView | null;
  /** As whom the payer was verified: the payment has to come from an account in this name. Null when the order has ended. */
  payer_name: string | null;
  /** What the payer writes beside the payment. */
  reference: string;
  terms: string;
  /** What the caller can do now. */
  choices: OtcEvent[];
  /** Of an appeal. */
  appeal: { by: string; reason: string; decision_until: number } | null;
  steps: OtcStepView[];
  /** Server's clock, Unix milliseconds. */
  now: number;
  /** Whether lines can be written. */
  chat_open: boolean;
  /** Minutes of pause that the next unpaid order costs the buyer; 0: the rest of the day. Null where the caller can neither cancel nor give in. */
  pause_minutes: number | null;
}

export class OtcOrderMadeView {
  id: string;
}

export class OtcOrderIdRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

/** Gives coins away for good: a release of the seller's, or a buyer who has not paid. */
export class OtcEndRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** The fund password. */
  @OptionalText(20)
  pay_password?: string;
}

export class OtcAppealRequest {
  @IsString()
  @Matches(ID)
  id: string;

  @IsString()
  @IsIn(OTC_APPEAL_REASONS)
  reason: OtcAppealReason;

  /** What happened. */
  @WrittenText(1000)
  text: string;

  /** References of uploads, with commas, at most three. */
  @OptionalText(120)
  @Matches(PICTURES)
  images?: string;
}

export class OtcReopenRequest {
  @IsString()
  @Matches(ID)
  id: string;

  @WrittenText(1000)
  text: string;

  /** The proof of the payment. */
  @IsString()
  @Matches(PICTURES)
  images: string;
}

export class OtcLinesRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** Lines after this number; the newest 50 when it is not given. */
  @OptionalText(9)
  @Matches(/^[0-9]{1,9}$/)
  after?: string;

  /** Lines before this number. */
  @OptionalText(9)
  @Matches(/^[0-9]{1,9}$/)
  before?: string;
}

export class RoomLineView {
  number: number;
  /** `buyer`, `seller`, `desk`, `system`. */
  voice: string;
  mine: boolean;
  /** `note`: something that happened, by the name of the step in `body`. */
  kind: 'text' | 'picture' | 'note';
  body: string;
  /** Reference of the picture. */
  picture: string | null;
  /** SHA-256 of the picture, hexadecimal. */
  digest: string | null;
  at: number;
  /** SHA-256 over this line and the chain before it, hexadecimal. */
  chain: string;
}

export class RoomLinesView {
  lines: RoomLineView[];
  /** Whether there are older ones than the first of these. */
  more: boolean;
}

export class OtcSayRequest {
  @IsString()
  @Matches(ID)
  id: string;

  @OptionalText(1000, { lines: true })
  text?: string;

  /** Reference of an upload. */
  @OptionalText(32)
  @Matches(/^[0-9a-f]{32}$/)
  image?: string;
}

export class OtcPictureRequest {
  @IsString()
  @Matches(ID)
  id: string;

  @IsString()
  @Matches(/^[1-9][0-9]{0,8}$/)
  number: string;
}

/** Everything about an order, to be kept: nothing in it can be changed without its digests telling. */
export class OtcEvidencePackView {
  format: 'otc-evidence-1';
  order: Record<string, string | number | boolean | null>;
  steps: OtcStepView[];
  lines: RoomLineView[];
  /** How the lines are chained, in words. */
  chain_rule: string;
  made_at: number;
  /** SHA-256 of the pack's JSON without this field, hexadecimal. */
  digest: string;
}
