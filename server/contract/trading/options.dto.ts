import { IsIn, IsString, Matches } from 'class-validator';
import { type AccountType, AccountTypeField } from '../account-type.dto.js';
import type { DecimalText } from '../money.js';
import { PageRequest, PageView } from '../pages.dto.js';
import type { OptionDirection, OptionResult, VoidReason } from '../rules/option-settlement.rules.js';
import type { TapeProofView, TapeSample } from '../markets/tape.dto.js';
import { OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID, WalletView } from '../wallet/wallet.dto.js';
import { OptionContractView } from './option-contract.dto.js';

/** The wire's numbers of the directions. */
export const OPTION_TYPES = { rise: 1, fall: 2, even: 3 } as const satisfies Record<OptionDirection, number>;

/** The direction behind a number of the wire; null for any other number. */
export function directionOfType(type: string): OptionDirection | null {
  const found = Object.entries(OPTION_TYPES).find(([, number]) => String(number) === type);
  return found ? (found[0] as OptionDirection) : null;
}

/** Which money a list or an order is about. */
export class OptionAccountRequest {
  /** `real_account` where it is left out. */
  @AccountTypeField()
  account_type?: AccountType;
}

export class OptionTermsRequest {
  /** Id of a market; left out: what every market offers that has no terms of its own. */
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  match_id?: string;
}

export class PayableCurrenciesRequest extends OptionAccountRequest {
  /** Id of the market whose fee is shown. */
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  match_id?: string;
}

/** What an order or its preview asks for. */
export class PreviewOptionRequest extends OptionAccountRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  match_id: string;

  /** The currency that is paid in. */
  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  /** 1 rise, 2 fall, 3 even. */
  @IsIn(['1', '2', '3'])
  type: string;

  @IsString()
  @Matches(/^[1-9][0-9]{0,5}$/)
  seconds: string;

  /** The stake, decimal text. */
  @IsString()
  @Matches(AMOUNT)
  number: DecimalText;
}

export class SubmitOptionRequest extends PreviewOptionRequest {
  /**
   * Of a preview at most 3 s ago: at its entry, unless the first index after the order has left it. Left out (old clients): at
   * that index.
   */
  @OptionalText(600)
  quote_id?: string;

  /** Sent by old clients; not looked at. */
  @OptionalText(20)
  lang?: string;
}

export class OptionListRequest extends PageRequest {
  @AccountTypeField()
  account_type?: AccountType;

  /** 1 not settled yet, 2 those of them whose time is up, 3 settled or voided; everything else: all. */
  @OptionalText(4)
  status?: string;

  @OptionalText(9)
  @Matches(CURRENCY_ID)
  match_id?: string;

  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency_id?: string;
}

export class OptionReceiptRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

/** A time that orders can run. Ratios that the wire calls so are percentages, with two decimals. */
export class OptionTermView {
  id: number;
  /** Null: of every market that has no row of its own for these seconds. */
  match_id: number | null;
  seconds: number;
  /** Percent of the stake that rise and fall earn. */
  profit_ratio: string;
  /** Percent of the stake that is lost: all of it. */
  loss_ratio: string;
  /** Percent of the stake that even earns. */
  even_profit_ratio: string;
  /** How far from the entry even still wins, as a fraction of the entry. */
  even_band_ratio: DecimalText;
  /** Percent of the stake that is charged, not given back unless nobody wins; null here where each market has its own. */
  fee_ratio: string | null;
  /** Numbers of the directions that are offered. */
  types: number[];
  min_num: DecimalText;
  max_num: DecimalText;
  /** Seconds of the window that settles. */
  window_seconds: number;
  /** Always 1: what is not offered is not listed. */
  status: number;
  created_at: string;
  updated_at: string;
}

export class OptionAmountView {
  id: number;
  currency_id: number;
  number: DecimalText;
  currency_name: string;
}

/** The whole wallet of the currency; `micro_balance` can be staked, `lock_micro_balance` is what open orders hold. */
export class OptionWalletView extends WalletView {
  /** What can be staked, by the old clients' second name for it. */
  micro_with_insurance: string;
}

export class PayableCurrencyView {
  id: number;
  name: string;
  /** Percent of the stake, of the market that was asked for or else the highest of any. */
  micro_trade_fee: string;
  /** Smallest and largest stake of any term. */
  micro_min: DecimalText;
  micro_max: DecimalText;
  /** Most that open orders may hold together, stakes and fees. */
  micro_holdtrade_max: DecimalText;
  micro_numbers: OptionAmountView[];
  user_wallet: OptionWalletView;
  /** Not offered: always empty. */
  insurance_types: string[];
  user_insurance: string | null;
}

/** What an order would be. Valid for 3 s: the order has this entry and this close, or is refused. */
export class OptionQuoteView {
  /** To be sent as `quote_id`. */
  quoteId: string;
  expiresAt: number;
  market: string;
  marketId: number;
  direction: OptionDirection;
  seconds: number;
  demo: boolean;
  currencyId: number;
  stake: DecimalText;
  fee: DecimalText;
  /** Stake and fee. */
  cost: DecimalText;
  payoutRatio: DecimalText;
  /** Earned beside the stake if it wins. */
  winnings: DecimalText;
  /** Share of orders that must win so that nothing is lost over many. */
  breakEvenRate: DecimalText;
  /** The second whose index is the entry. */
  entryAt: number;
  entryPrice: DecimalText;
  /** The settlement price at which even wins: from, to. Null for rise and fall. */
  evenFrom: DecimalText | null;
  evenTo: DecimalText | null;
  /** Seconds of the first and the last sample of the window; the last is the close. */
  windowFrom: number;
  closesAt: number;
  windowSeconds: number;
  priceDecimals: number;
  balance: DecimalText;
  balanceAfter: DecimalText;
  /** Server time of the quote. */
  at: number;
}

/** An order. The first fields are those of the old clients, with eight decimals. */
export class OptionOrderView {
  id: string;
  user_id: string;
  match_id: number;
  currency_id: number;
  /** 1 rise, 2 fall, 3 even. */
  type: number;
  is_insurance: number;
  seconds: number;
  /** The stake. */
  number: string;
  open_price: string;
  /** The settlement price; the empty text while there is none, or when there was none. */
  end_price: string;
  fee: string;
  /** Percent. */
  profit_ratio: string;
  /** What was won or lost, the fee apart; begins with `-` for a loss. */
  fact_profits: string;
  /** 1 running, 2 its time is up, 3 settled or voided. */
  status: number;
  /** -1 loss, 0 nobody has won, 1 profit. */
  profit_result: number;
  /** `YYYY-MM-DD HH:mm:ss`, UTC. */
  created_at: string;
  updated_at: string;
  handled_at: string;
  complete_at: string;
  return_at: string;
  currency_name: string;
  symbol_name: string;
  type_name: string;
  status_name: string;
  profit_result_name: string;
  account: string;
  /** Until the close, by the server's clock; 0 afterwards. */
  remain_milli_seconds: number;
  /** What the specification calls the account of an order. */
  account_type: AccountType;
  direction: OptionDirection;
  /** Null while the order is open. */
  result: OptionResult | null;
  void_reason: VoidReason | null;
  /** What came back; the empty text while the order is open. */
  paid: string;
  /** Earned beside the stake if it wins. */
  winnings: string;
  /** How far from the entry even still wins. */
  even_band: string;
  /** Unix milliseconds. */
  opened_at_ms: number;
  window_from_ms: number;
  closes_at_ms: number;
  window_seconds: number;
  price_decimals: number;
  constituents_min: number;
  /** Grows with every change: 1 open, 2 ended. As in the events. */
  entity_version: number;
}

export class OptionPage extends PageView {
  data: OptionOrderView[];
}

/** Everything that is needed to settle the order again: `settle` of `option-settlement.rules.ts`. */
export class OptionReceiptView {
  order: OptionOrderView;
  symbol: string;
  contract: OptionContractView;
  /** The second of the entry and its index before it was rounded. */
  entryAt: number;
  entryIndex: DecimalText;
  /** The tape's sample of the entry; null before the order is settled, or when the tape has none. */
  entrySample: TapeSample | null;
  /**
   * The way of the entry's sample to its hour's published root; null before the order is settled or while there is no root. It is kept with
   * the order when the tape's day is gone, as `proof` is.
   */
  entryProof: TapeProofView | null;
  /** The samples of the window that the order was settled from; those that are known so far while it is open. */
  samples: TapeSample[];
  result: OptionResult | null;
  price: DecimalText | null;
  reason: VoidReason | null;
  /** When the tape was read for the result. */
  decidedAt: number | null;
  /** The way of the window's last sample to its hour's published root; null while there is no root, or no sample. */
  proof: TapeProofView | null;
}
