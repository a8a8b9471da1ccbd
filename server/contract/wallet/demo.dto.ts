import type { DecimalText } from '../money.js';

/** Accounts that demo money is granted to. */
export const DEMO_ACCOUNTS = ['spot', 'option', 'contract'] as const;
export type DemoAccount = (typeof DEMO_ACCOUNTS)[number];

/** What each of the accounts gets, in USDT, when the demo is entered for the first time, and is topped up to. */
export const DEMO_GRANT: DecimalText = '100000';

/** Demo money of one account, in USDT: decimal text with eight decimals, truncated. */
export class DemoBalanceView {
  account: DemoAccount;
  available: DecimalText;
  frozen: DecimalText;
}

/**
 * Where a user stands with the demo. Demo money trades at the same prices by the same rules; it is never turned into
 * real money, and nothing of it can be transferred or withdrawn.
 */
export class DemoStateView {
  /** Whether the demo was ever entered: there is demo money from then on. */
  entered: boolean;
  /** Whether the user is in the demo now. Either book can be traded in either state; it is what pages open with. */
  active: boolean;
  account_type: 'simulation_account';
  /** The currency of the grant. */
  currency: number;
  currency_name: string;
  /** What each account is topped up to. */
  grant: DecimalText;
  balances: DemoBalanceView[];
  /** Whether topping up would give anything now. */
  can_top_up: boolean;
}
