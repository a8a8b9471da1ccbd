import { IsIn, IsString, Matches, ValidateIf } from 'class-validator';
import type { DecimalText } from '../money.js';
import { OptionalText } from '../text-fields.js';
import {
  accountOfWire,
  AMOUNT,
  CURRENCY_ID,
  WIRE_ACCOUNTS,
  type WalletAccount,
  type WireAccount,
} from './wallet.dto.js';

/** The oldest clients' numbers of the ways between two accounts. */
const TRANSFER_TYPES = {
  '1': ['legal', 'lever'],
  '2': ['lever', 'legal'],
  '3': ['change', 'lever'],
  '4': ['lever', 'change'],
} as const satisfies Record<string, readonly [WireAccount, WireAccount]>;
type TransferType = keyof typeof TRANSFER_TYPES;

/** Accounts that are named go before a number, and before whatever else a client means by a `type`. */
function isByType({ from_field, to_field, type }: TransferRequest): boolean {
  return type !== undefined && !from_field && !to_field;
}

function isByName(request: TransferRequest): boolean {
  return !isByType(request);
}

export class TransferRequest {
  /** Decimal text. */
  @IsString()
  @Matches(AMOUNT)
  number: DecimalText;

  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  /** `change` is the spot account, `lever` the contract account, `micro` the option account. Needed without `type`. */
  @ValidateIf(isByName)
  @IsIn(WIRE_ACCOUNTS)
  from_field?: WireAccount;

  @ValidateIf(isByName)
  @IsIn(WIRE_ACCOUNTS)
  to_field?: WireAccount;

  /** The oldest clients', in the place of both: 1 `legal` to `lever`, 2 back, 3 `change` to `lever`, 4 back. */
  @ValidateIf(isByType)
  @OptionalText(1)
  @IsIn(Object.keys(TRANSFER_TYPES))
  type?: TransferType;
}

/** From which account to which a transfer goes. */
export function accountsOfTransfer(request: TransferRequest): {
  from: WalletAccount | null;
  to: WalletAccount | null;
} {
  const { from_field, to_field, type } = request;
  const [from, to] = type && isByType(request) ? TRANSFER_TYPES[type] : [from_field, to_field];
  return { from: from ? accountOfWire(from) : null, to: to ? accountOfWire(to) : null };
}
