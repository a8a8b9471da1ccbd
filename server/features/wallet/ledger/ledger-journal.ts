import type { DecimalText } from '../../../contract/money.js';

/** Accounts of users. Frozen money is an account of its own, held by name. */
export const USER_ACCOUNT_KINDS = [
  'spot',
  'spot_frozen',
  'option',
  'option_frozen',
  'contract',
  'contract_frozen',
  'trust',
  'trust_frozen',
] as const;

/**
 * Accounts of the house; `external` is the world outside. `issuance` is what stands between users and the issuers of new
 * coins: below zero in a coin, what issuers have still to deliver; above it in another currency, what users paid for it.
 */
export const HOUSE_ACCOUNT_KINDS = [
  'external',
  'fee',
  'insurance',
  'house_pnl',
  'interest_expense',
  'rebate_expense',
  'penalty',
  'escrow',
  'issuance',
  'sim_mint',
  'adjustment',
] as const;

export type UserAccountKind = (typeof USER_ACCOUNT_KINDS)[number];
export type HouseAccountKind = (typeof HOUSE_ACCOUNT_KINDS)[number];
export type AccountKind = UserAccountKind | HouseAccountKind;

/** One side of a movement. */
export interface Leg {
  /** The user; null for the house. */
  owner: string | null;
  kind: AccountKind;
  currencyId: number;
  /** Signed decimal text: positive into the account, negative out of it; no more decimals than the currency has. */
  amount: DecimalText;
  /**
   * What holds the money, `withdrawal:17`; needed with a frozen kind and refused with any other. Money into a frozen
   * account opens or raises the hold, money out of it lowers the hold, and at zero it is closed for good.
   */
  hold?: string;
}

/** A movement of money. Its legs sum to zero in each currency. */
export interface Journal {
  /** The business reason, `wallet.transfer`; registered with `registerReason`. */
  reason: string;
  /** The business row that it happened to. Reason and reference are unique together: they are the idempotency key. */
  reference: string;
  /** Unix milliseconds. */
  at: number;
  /** Demo money; false by default. Demo and real money never meet. */
  demo?: boolean;
  /** 2 to 64. */
  legs: Leg[];
}

export interface Posted {
  journalId: string;
  /** Whether it was posted before (idempotent replay), so that nothing was moved this time. */
  replayed: boolean;
  /** Balances that the journal left, leg by leg; null for the house's. */
  balances: (DecimalText | null)[];
}
