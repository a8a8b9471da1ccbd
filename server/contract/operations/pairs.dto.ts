import type { DecimalText } from '../money.js';

/** How much of one coin was decided. */
export class PairAmountView {
  coin: string;
  amount: DecimalText;
}

/** One of the two. */
export class PairSideView {
  operatorId: string;
  login: string;
  /** What they proposed and the other one approved. */
  proposed: number;
  /** All that they proposed or decided, with whomever. */
  all: number;
  /** Which part of it the two approved together: 0 to 1. */
  shareRatio: DecimalText;
}

/** Two operators who proposed and approved with each other in the last days. */
export class PairView {
  /** The one with the lower number, and the other one. */
  sides: PairSideView[];
  /** What one of them proposed and the other approved. */
  together: number;
  /** What one of them proposed and the other rejected. */
  rejected: number;
  /** Of what moves money; each coin once, without a sign. */
  amounts: PairAmountView[];
  /** In USDT, at the prices of now; null where a coin has none. */
  value: DecimalText | null;
  lastAt: number;
  /** They stand out: together in more than `PairPage.rules` let pass. */
  marked: boolean;
}

/** When a pair stands out. */
export class PairRulesView {
  days: number;
  /** From so many acts together on, always. */
  many: number;
  /** From so many on, where they are this part of all acts of one of the two. */
  few: number;
  shareRatio: DecimalText;
}

export class PairPage {
  /** Marked ones first, then by how much they did together. */
  list: PairView[];
  rules: PairRulesView;
  /** How many of all are marked. */
  marked: number;
  total: number;
  page: number;
  limit: number;
}
