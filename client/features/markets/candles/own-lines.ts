import type { DecimalText } from '../../../../server/contract/money';

/** Something of the user's own at a price: an order that waits, an entry, a stop, a liquidation. */
export interface OwnLine {
  key: string;
  price: DecimalText;
  /** What it is, in few words. */
  words: string;
  tone: 'gain' | 'loss' | 'accent' | 'warn';
  /** Where the price is out of sight, the chart's edge says so and on which side. */
  isEdgeShown?: boolean;
  /**
   * Asks the user about the price that the line was dropped at; nothing is done without an answer. Without it the line
   * stays where it is.
   */
  onDrop?: ((price: DecimalText) => void) | undefined;
}

/** An execution of the user's own. */
export interface OwnFill {
  key: string;
  /** Unix milliseconds. */
  at: number;
  price: DecimalText;
  side: 'buy' | 'sell';
}

export interface OwnMarks {
  lines: readonly OwnLine[];
  fills: readonly OwnFill[];
}

export const NO_MARKS: OwnMarks = { lines: [], fills: [] };
