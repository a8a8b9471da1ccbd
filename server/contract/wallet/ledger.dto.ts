import type { DecimalText } from '../money.js';

/** One line of an account: what a posting changed, and why. */
export interface StatementLine {
  journalId: string;
  accountId: string;
  /** Position in the account, from 1 without a gap. */
  sequence: string;
  /** `spot`, `option_frozen`, … */
  kind: string;
  currencyId: number;
  /** Signed: into the account or out of it. */
  amount: DecimalText;
  before: DecimalText;
  after: DecimalText;
  /** What happened, `wallet.transfer`. */
  reason: string;
  /** The business row that it happened to. */
  reference: string;
  at: Date;
}

/** A page of lines, newest first. */
export interface Statement {
  lines: StatementLine[];
  /** Lines there are on all pages. */
  total: number;
}
