import { IsString, IsUUID, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import { OptionalRatio } from '../amount-fields.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import type { RedemptionRule, YieldSource } from '../rules/trust.rules.js';
import { OptionalFlag, OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';

export class TrustProductsRequest extends PageRequest {
  /** Empty: products of all currencies. */
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency_id?: string;

  /** Whose quota `quota_left` tells of: real money and that of the demo have one each. */
  @AccountTypeField()
  account_type?: AccountType;
}

export class TrustProductRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  id: string;

  /** As in the list of products. */
  @AccountTypeField()
  account_type?: AccountType;
}

/** A product whose money is locked for a term. */
export class TrustProductView {
  id: number;
  name: string;
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  /** Percent of the whole cycle, simple: daily percent x days. Never a figure for a year. */
  interest_rate: DecimalText;
  /** Interest of a day as a part of the amount, `0.004`. */
  daily_ratio: DecimalText;
  day: number;
  save_min: DecimalText;
  /** Empty: no maximum. */
  save_max: DecimalText;
  /** What may still be brought; empty: there is no quota. */
  quota_left: DecimalText;
  /** Currency decimals: interest of a day is cut to them. */
  scale: number;
  redemption_rule: RedemptionRule;
  redemption_ratio: DecimalText;
  penalty_capped: boolean;
  yield_source: YieldSource;
  intro: string;
  /** Always 1: a locked term. */
  type: number;
  created_at: string;
}

export class TrustOrderRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  config_id: string;

  /** Decimal text. */
  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;

  /** Whether the service agreement is ticked. Old clients ask for it on their page and do not send it. */
  @OptionalFlag()
  agreement?: boolean;

  /** The interest of a day that the user was shown, `daily_ratio` of the product. Refused rather than bought at a lower one; nothing: at any. */
  @OptionalRatio()
  worst_daily_ratio?: DecimalText;

  @AccountTypeField()
  account_type?: AccountType;
}

/** What a purchase would do, by the same rules as the purchase. */
export class TrustPreviewView {
  product: TrustProductView;
  amount: DecimalText;
  daily_interest: DecimalText;
  total_interest: DecimalText;
  /** UTC days: of the purchase, and those at whose beginning the first interest is booked and everything returns. */
  start_day: string;
  first_interest_day: string;
  end_day: string;
  /** Of the spot account, now and after. */
  balance: DecimalText;
  balance_after: DecimalText;
  /** Of the trust account, which pays first. */
  trust_balance: DecimalText;
  trust_balance_after: DecimalText;
}

export class TrustOrdersRequest extends PageRequest {
  /** 1 in custody, 2 ended; everything else: all. */
  @OptionalText(4)
  status?: string;

  /** With status 2: 1 redeemed, 0 completed. */
  @OptionalText(4)
  is_cancel?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class TrustOrderView {
  id: string;
  config_id: number;
  currency_id: number;
  currency_name: string;
  logo: string;
  amount: DecimalText;
  /** What of it the trust account paid; the spot account paid the rest. Each gets back its share. */
  from_trust: DecimalText;
  /** Interest of a day as a part of the amount. */
  day_rate: DecimalText;
  day: number;
  /** Interest of a day. */
  day_interest: DecimalText;
  /** Interest that is booked so far. */
  total_interest: DecimalText;
  /** Interest of the whole term. */
  expected_interest: DecimalText;
  remain_day: number;
  return_days: number;
  /** UTC day. */
  start_at: string;
  /** UTC day on which it ends or, of an ended order, on which it ended. */
  end_at: string;
  /** When it ended, to the second; null while it runs. */
  ended_at: string | null;
  created_at: string;
  updated_at: string;
  /** 1 running, 2 ended. */
  status: number;
  state: 'custody' | 'completed' | 'redeemed';
  /** 1: broken off before its term. */
  is_cancel: number;
  cancel_fee: DecimalText;
  redemption_rule: RedemptionRule;
  account_type: AccountType;
  version: number;
}

export class TrustOrderListView {
  order_list: TrustOrderView[];
  total: number;
}

export class TrustAccrualView {
  /** UTC day. */
  day: string;
  amount: DecimalText;
}

/** An order with every day of interest, newest first. */
export class TrustOrderDetailView {
  order: TrustOrderView;
  accruals: TrustAccrualView[];
}

export class TrustOrderIdRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

export class TrustRedemptionRequest extends TrustOrderIdRequest {
  /** The quote that the user saw; without it the order ends at what the rule says at this moment. */
  @OptionalText(36)
  @IsUUID()
  quote_id?: string;
}

/** What breaking an order off costs, exactly, while the quote stands. */
export class RedemptionQuoteView {
  quote_id: string;
  penalty: DecimalText;
  returned: DecimalText;
  income: DecimalText;
  net: DecimalText;
  /** Where the net goes. */
  to_trust: DecimalText;
  to_spot: DecimalText;
  remain_day: number;
  /** Unix milliseconds. */
  expires_at: number;
  /** The money is back at once. */
  arrival: 'immediate';
}

/** Everything in USDT, cut to eight decimals. */
export class TrustReportView {
  /** All interest that was ever booked, less what breaking off took of it. */
  allprofit: DecimalText;
  /** Orders in custody. */
  count: number;
  /** Interest of today. */
  profit: DecimalText;
  /** In custody. */
  sum: DecimalText;
  /** Codes of currencies that have no price now and are not in the sums. */
  unpriced: string[];
}

export class TrustReportRequest {
  @AccountTypeField()
  account_type?: AccountType;
}
