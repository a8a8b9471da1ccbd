import type { DecimalText } from '../../../contract/money.js';

/** What one of a currency is in yuan. */
export interface YuanRate {
  yuan: DecimalText;
  /** When two operators agreed on it, Unix milliseconds; null of the yuan itself, and where nobody knows. */
  setAt: number | null;
  /** Milliseconds since two operators agreed on it. */
  ageMs: number;
}
