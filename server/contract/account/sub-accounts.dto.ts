import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { Transform } from 'class-transformer';
import type { DecimalText } from '../money.js';
import { PlainText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';
import { SUB_ACCOUNT_LABEL_MAX, SUB_ACCOUNT_POCKETS, type SubAccountPocket } from '../rules/sub-accounts.rules.js';

/** A character may take two UTF-16 units, and blanks around a name are cut. */
const LABEL_UNITS = 2 * SUB_ACCOUNT_LABEL_MAX + 8;

/** The number of a sub-account, or nothing: the main account. */
export function OptionalSubAccount(): PropertyDecorator {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsString()(target, key);
    Matches(ID)(target, key);
  };
}

export class SubAccountRequest {
  /** Its number. */
  @IsString()
  @Matches(ID)
  id: string;
}

export class OpenSubAccountRequest {
  /** 1 to 32 characters, unlike those of the caller's other sub-accounts. */
  @PlainText(LABEL_UNITS)
  label: string;
}

export class RenameSubAccountRequest extends SubAccountRequest {
  /** As when it was opened. */
  @PlainText(LABEL_UNITS)
  label: string;
}

export class FreezeSubAccountRequest extends SubAccountRequest {
  /** `1`: its keys open nothing and its money stays where it is. `0`: it goes on. */
  @IsIn(['0', '1'])
  frozen: '0' | '1';
}

export class SubAccountTransferRequest {
  /** Decimal text. */
  @IsString()
  @Matches(AMOUNT)
  number: DecimalText;

  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  /** The sub-account that it comes from; empty: the main account. */
  @OptionalSubAccount()
  from_id?: string;

  /** `spot`, `contract` or `option`. */
  @IsIn(SUB_ACCOUNT_POCKETS)
  from_account: SubAccountPocket;

  /** The sub-account that it goes to; empty: the main account. */
  @OptionalSubAccount()
  to_id?: string;

  @IsIn(SUB_ACCOUNT_POCKETS)
  to_account: SubAccountPocket;
}

/** `disabled`: by the desk. */
export type SubAccountState = 'active' | 'frozen' | 'disabled';

export class SubAccountView {
  /** Its number. */
  id: string;
  label: string;
  /** Unix milliseconds. */
  createdAt: number;
  state: SubAccountState;
}

export class SubAccountBalanceView {
  currencyId: number;
  currency: string;
  account: SubAccountPocket;
  available: DecimalText;
  frozen: DecimalText;
}

/** What is in an account of a person, main or sub. */
export class AccountWorthView {
  /** In USDT, of everything that has a price, frozen money included. */
  usdt: DecimalText;
  /** Age of the oldest price in it; null where none was needed. */
  priceAgeMs: number | null;
  /** Codes of what is there and has no price. */
  unpriced: string[];
  /** Open positions of contracts and orders for such that wait. */
  positions: number;
  /** Open spot orders, and stops that wait. */
  orders: number;
  options: number;
  /** What is there and is not nothing, of the accounts that money goes to and from. */
  balances: SubAccountBalanceView[];
}

export class SubAccountWorthView extends SubAccountView {
  worth: AccountWorthView;
  /** Keys that are accepted. */
  keys: number;
}

export class SubAccountsView {
  /** Those that there are, the newest first. */
  list: SubAccountWorthView[];
  main: AccountWorthView;
  /** So many there may be. */
  most: number;
}
