import type { DecimalText } from '../money.js';
import type { FuturesMarginMode } from './futures.dto.js';

/** What changing a pending order would do, by the rules that change it. */
export class FuturesAmendmentPreviewView {
  market: string;
  side: 'long' | 'short';
  marginMode: FuturesMarginMode;
  lots: number;
  limitPrice: DecimalText;
  /** What it would be filled at now; where it would wait: its limit. */
  price: DecimalText;
  /** The worst price of the book that it would touch, spread included. */
  worstPrice: DecimalText;
  /** Whether it would go on waiting. */
  waits: boolean;
  notional: DecimalText;
  /** Frozen as its margin afterwards, with the fee beside it while it waits. */
  margin: DecimalText;
  fee: DecimalText;
  reservedBefore: DecimalText;
  /** Zero: it is filled at once. */
  reservedAfter: DecimalText;
  /** Free in the contract account. */
  balanceBefore: DecimalText;
  /** Below zero: not enough. */
  balanceAfter: DecimalText;
  liquidationPriceAfter: DecimalText | null;
  liquidationIsEstimate: boolean;
  /** Null: lots are taken away and nothing else, which no price is asked for. */
  priceAgeMs: number | null;
  origin: string | null;
}

/** One change of an order that waits to close lots of a position, by its owner. */
export class FuturesClosingAmendmentView {
  limitBefore: DecimalText;
  limitAfter: DecimalText;
  /** That waited, and that waited from then on. */
  lotsBefore: number;
  lotsAfter: number;
  /** That had been filled by then. */
  lotsFilled: number;
  at: number;
}
