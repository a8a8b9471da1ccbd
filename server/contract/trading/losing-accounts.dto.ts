/** Products in which accounts can lose what they stake. */
export const LOSING_PRODUCTS = ['option', 'contract'] as const;
export type LosingProduct = (typeof LOSING_PRODUCTS)[number];

/**
 * How many of the accounts that traded a product with real money lost by it: profit after fees and funding, over all
 * orders that ended in the period, below zero. Counted every hour from the orders themselves.
 */
export class LosingAccountsView {
  product: LosingProduct;
  /** Accounts with an order that ended in the period. Null when there are fewer than `accountsMin`. */
  accounts: number | null;
  /** Of these, how many in a hundred lost, rounded up. Null when there are fewer than `accountsMin`. */
  percent: number | null;
  accountsMin: number;
  /** Unix milliseconds: the period's beginning; it ends when it was counted. */
  since: number;
  countedAt: number;
}
