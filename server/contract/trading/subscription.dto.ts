import { IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import type { OfferPhase, ReturnSource, SubscriptionState } from '../rules/subscription.rules.js';
import { OptionalFlag, OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';

export class SubscriptionOffersRequest extends PageRequest {
  /** Part of a coin's code or name. */
  @OptionalText(40)
  keyword?: string;
}

export class SubscriptionOfferRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  id: string;
}

/** A new coin that is sold before its launch. */
export class SubscriptionOfferView {
  id: number;
  /** The new coin: its code, and its name in full. */
  new_currency_name: string;
  coin_name: string;
  /** Decimals of amounts of it. */
  coin_scale: number;
  /** The payment coin, and its decimals. */
  currency_id: number;
  currency_name: string;
  currency_logo: string;
  currency_scale: number;
  /** Price of one new coin in the payment coin. */
  change_rate: DecimalText;
  /** Percent of the coins over the whole lock-up; 0: no return. Never a figure for a year. */
  interest_rate: DecimalText;
  /** The same as text, `3%`; empty: no return. */
  predict_rate: string;
  /** The same as a part of the coins, and who owes it; empty: no return. */
  yield_ratio: DecimalText;
  yield_source: ReturnSource | '';
  /** Coins: of the whole offer, left, of one order at least, of one user at most. */
  num: DecimalText;
  last_num: DecimalText;
  buy_num: DecimalText;
  buy_max: DecimalText;
  /** How much is sold, in percent, cut. */
  sold_percent: DecimalText;
  /** Days that coins are locked after the launch. */
  day: number;
  send_start: string;
  send_end: string;
  /** Estimated launch, or the launch. */
  online_time: string;
  /** Unix milliseconds. `deadline_at`: without a launch until then everything is given back. */
  starts_at: number;
  ends_at: number;
  launches_at: number;
  deadline_at: number;
  /** Null before the launch. */
  launched_at: number | null;
  release_at: number | null;
  /** By the server's clock. */
  state: OfferPhase;
  issuer: string;
  introduction: string;
  rules: string;
  /** Symbol of the coin's market; empty before the launch. */
  market: string;
  is_recommend: number;
  recommend_title: string;
  recommend_content: string;
  created_at: string;
  updated_at: string;
}

export class SubscriptionOrderRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  config_id: string;

  /** In the payment coin, decimal text. What of it buys no whole unit of the coin is not taken. */
  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;

  /** Whether the rules are agreed to. Old clients ask for it on their page and do not send it. */
  @OptionalFlag()
  agreement?: boolean;

  /** Real money only; a demo account is refused. */
  @AccountTypeField()
  account_type?: AccountType;
}

/** What a purchase would do, by the same rules as the purchase. */
export class SubscriptionPreviewView {
  offer: SubscriptionOfferView;
  coins: DecimalText;
  /** What is taken of the amount. */
  amount: DecimalText;
  /** Return at the release, in coins. */
  expected_interest: DecimalText;
  /** With the estimated launch, Unix milliseconds. */
  estimated_release_at: number;
  /** Whether the caller's identity is verified; if not, the purchase is refused until it is. */
  verified: boolean;
  /** Coins that the caller may have beside what is bought already. */
  left_for_user: DecimalText;
  /** Of the spot account, now and after. */
  balance: DecimalText;
  balance_after: DecimalText;
}

export class SubscriptionOrdersRequest extends PageRequest {
  /** 1 subscribing or redeeming, 2 finished; everything else: all. */
  @OptionalText(4)
  status?: string;

  /** Part of a coin's code or name. */
  @OptionalText(40)
  keyword?: string;

  /** The demo has no orders. */
  @AccountTypeField()
  account_type?: AccountType;
}

export class SubscriptionOrderView {
  id: string;
  user_id: string;
  config_id: number;
  /** The payment coin. */
  currency_id: number;
  currency_name: string;
  new_currency_name: string;
  coin_name: string;
  /** What was paid. */
  amount: DecimalText;
  change_rate: DecimalText;
  new_currency_num: DecimalText;
  /** Percent over the whole lock-up. */
  interest_rate: DecimalText;
  /** Accumulated return so far and expected return, in coins. */
  interest: DecimalText;
  original_interest: DecimalText;
  day: number;
  /** Estimated launch, or the launch. */
  online_time: string;
  /** Lock-up, as days; empty before the launch. */
  start_at: string;
  end_at: string;
  /** Unix milliseconds; null before the launch, or before the end. */
  locked_at: number | null;
  release_at: number | null;
  completed_at: number | null;
  created_at: string;
  updated_at: string;
  /** 1 subscribing or redeeming, 2 finished. */
  status: number;
  /** 1 passed, 2 returned, 3 under review. */
  exam_status: number;
  state: SubscriptionState;
  version: number;
}

export class SubscriptionOrderListView {
  order_list: SubscriptionOrderView[];
  total: number;
  /** Returns that were paid, in coins, added up over all coins as old clients show it; `totals` has them apart. */
  total_interest: DecimalText;
  totals: SubscriptionTotalView[];
}

/** What a user has of one coin. */
export class SubscriptionTotalView {
  new_currency_name: string;
  /** Locked or bought and not delivered. */
  coins: DecimalText;
  /** Returns that were paid. */
  interest: DecimalText;
}

export class SubscriptionOrderIdRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

/** What becomes free of one offer, and when: an entry of the calendar. */
export class SubscriptionReleaseView {
  config_id: number;
  new_currency_name: string;
  coins: DecimalText;
  interest: DecimalText;
  orders: number;
  /** Unix milliseconds. `estimated`: the coin is not launched yet. */
  release_at: number;
  estimated: boolean;
  released: boolean;
}
