import { IsIn, IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import { PageRequest, PageView } from '../pages.dto.js';
import { OptionalText } from '../text-fields.js';

/** Accounts that a user's money can be in, apart from what is frozen of it. */
export const WALLET_ACCOUNTS = ['spot', 'option', 'contract', 'trust'] as const;
export type WalletAccount = (typeof WALLET_ACCOUNTS)[number];

/** The wire's words for them. `legal` (money of a country) is known to the clients, but nothing of ours is in it. */
export const WIRE_ACCOUNTS = ['legal', 'change', 'lever', 'micro', 'trust'] as const;
export type WireAccount = (typeof WIRE_ACCOUNTS)[number];

export const WIRE_OF_ACCOUNT: Record<WalletAccount, WireAccount> = {
  spot: 'change',
  contract: 'lever',
  option: 'micro',
  trust: 'trust',
};

/** The account behind a word of the wire; null for `legal`. */
export function accountOfWire(word: WireAccount): WalletAccount | null {
  return WALLET_ACCOUNTS.find((account) => WIRE_OF_ACCOUNT[account] === word) ?? null;
}

/** Money as it is sent: digits with an optional fraction. */
export const AMOUNT = /^(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/;
/** The id of a currency or of a row. */
export const ID = /^[1-9][0-9]{0,17}$/;
export const CURRENCY_ID = /^[1-9][0-9]{0,8}$/;

export class WalletListRequest {
  /** Part of a currency's code; empty: all. */
  @OptionalText(20)
  currency_name?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class WalletDetailRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;

  @IsIn(WIRE_ACCOUNTS)
  type: WireAccount;

  @AccountTypeField()
  account_type?: AccountType;
}

export class StatementRequest extends PageRequest {
  /** Id of a currency; empty: all. */
  @OptionalText(9)
  @Matches(/^[1-9][0-9]{0,8}$/)
  currency?: string;

  /** 2 spot, 3 or `lever` contract, 4 option, 7 trust, 1 or `legal` nothing; everything else: all. */
  @OptionalText(10)
  type?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

/**
 * A currency in a user's accounts. Balances are decimal text with eight decimals, truncated; `lock_…` is what is
 * frozen. Flags are 0 or 1 and say which accounts may hold the currency.
 */
export class WalletView {
  /** The currency's id: a user has one wallet a currency. */
  id: number;
  user_id: string;
  currency: number;
  currency_name: string;
  /** Its code in small letters, for clients that sort by it. */
  currency_type: string;
  currency_logo: string;
  /** Always empty here: addresses come from `wallet/deposit_address`. */
  address: string;
  /** Nothing of ours is in this account: always zero. */
  legal_balance: string;
  lock_legal_balance: string;
  /** Spot account. */
  change_balance: string;
  lock_change_balance: string;
  /** Contract account. */
  lever_balance: string;
  lock_lever_balance: string;
  /** Option account. */
  micro_balance: string;
  lock_micro_balance: string;
  trust_balance: string;
  lock_trust_balance: string;
  is_legal: number;
  is_match: number;
  is_lever: number;
  is_micro: number;
  is_trust: number;
  /** USDT for one; the empty text when there is no price. */
  usdt_price: string;
  /** How old the price is, in milliseconds; null when there is none. */
  price_age_ms: number | null;
  /** Yuan for one, at the rate that the desk set; zero where there is no price, as in all sums, and `price_age_ms` says so. */
  cny_price: string;
  /** How old that rate is, in milliseconds. */
  cny_age_ms: number;
  /** Not kept; the empty text. */
  pb_price: string;
}

/** One account over all currencies. */
export class AccountTotalView {
  balance: WalletView[];
  /** Worth in USDT, available and frozen, of what has a price. The old clients' spelling. */
  totle: string;
  usdt_totle: string;
  /** The same in yuan, at the rate that the desk set. */
  CNY: string;
  /** Codes of currencies that are held here and have no price, so that the total is without them. */
  unpriced: string[];
}

export class WalletListView {
  /** Whether this is real money or that of the demo. */
  account_type: AccountType;
  legal_wallet: AccountTotalView;
  change_wallet: AccountTotalView;
  lever_wallet: AccountTotalView;
  micro_wallet: AccountTotalView;
  trust_wallet: AccountTotalView;
  /** All accounts together, in USDT. */
  usdt_totle: string;
  /** Age of the oldest price in the totals, in milliseconds; null when none was needed. */
  price_age_ms: number | null;
  unpriced: string[];
  /** Yuan for one USDT, as the desk set it; for showing alone. */
  ExRate: string;
  /** How old that rate is, in milliseconds. */
  ExRate_age_ms: number;
}

/** One currency in one account. Of the balances those of the account that was asked for, free and frozen, and no others. */
export class WalletDetailView {
  id: number;
  currency: number;
  currency_name: string;
  address: string;
  is_legal: number;
  is_lever: number;
  is_match: number;
  is_micro: number;
  is_trust: number;
  /** 1: can be deposited. */
  is_charge: number;
  /** Percent of a spot trade: on the coin's market against USDT, else on its first; of a coin that only others are quoted in the highest. */
  coin_trade_fee: string;
  /** Yuan for one USDT, as the desk set it; for showing alone. */
  ExRate: string;
  /** How old that rate is, in milliseconds. */
  ExRate_age_ms: number;
  usdt_price: string;
  price_age_ms: number | null;
  legal_balance?: string;
  lock_legal_balance?: string;
  change_balance?: string;
  lock_change_balance?: string;
  lever_balance?: string;
  lock_lever_balance?: string;
  micro_balance?: string;
  lock_micro_balance?: string;
  trust_balance?: string;
  lock_trust_balance?: string;
}

export class UserCurrencyView {
  id: number;
  name: string;
  is_legal: number;
  is_lever: number;
  is_match: number;
  is_micro: number;
  is_trust: number;
  wallet: WalletView;
}

/** A coin of the wallet. */
export class CurrencyRowView {
  id: number;
  /** Its code. */
  name: string;
  logo: string;
  /** 1: others are quoted in it. */
  is_legal: number;
  is_match: number;
  is_lever: number;
  is_micro: number;
  is_trust: number;
  /** Always 1: what is not shown is not listed. */
  is_display: number;
  /** Decimals that amounts may have. */
  decimal_scale: number;
  sort: number;
}

export class CurrencyListView {
  currency: CurrencyRowView[];
  /** Those that others are quoted in. */
  legal: CurrencyRowView[];
}

/** A line of a user's accounts. */
export class StatementLineView {
  /** Account and position in it: unique. */
  id: string;
  user_id: string;
  /** Signed. */
  value: string;
  before: string;
  after: string;
  /** `YYYY-MM-DD HH:mm:ss`, UTC; in `wallet/hzhistory` seconds since 1970, as its clients expect. */
  created_time: string | number;
  created_at: string;
  /** What happened, in words. */
  info: string;
  /** What happened, for programs: `wallet.transfer`. */
  reason: string;
  /** What happened, as a number: 9 to 16 are transfers. */
  type: number;
  /** Which account: `change`, `change_frozen`, … */
  wallet_type: string;
  currency: number;
  currency_name: string;
  /** The row that it happened to. */
  transaction_info: string;
  account_number: string;
  account: string;
  from_user_id: number;
}

export class StatementView {
  list: StatementLineView[];
  count: number;
  page: number;
  limit: number;
}

export class ChargeLinesRequest extends PageRequest {
  /** Id of a currency; empty or `-1`: all. */
  @OptionalText(9)
  @Matches(/^(-1|[1-9][0-9]{0,8})$/)
  currency?: string;
}

/** The whole statement in the form of older clients. */
export class AccountLinesView {
  user_id: string;
  data: StatementLineView[];
  page: number;
  limit: number;
}

export class StatementPage extends PageView {
  data: StatementLineView[];
}
