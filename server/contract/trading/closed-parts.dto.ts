import type { DecimalText } from '../money.js';

/** A part of a position that was closed by itself: at the market, at a limit, or what was left by such parts. */
export class FuturesClosedPartView {
  partId: string;
  positionId: string;
  market: string;
  /** Of the position. */
  side: 'long' | 'short';
  lots: number;
  price: DecimalText;
  /** Before the fee. */
  profit: DecimalText;
  fee: DecimalText;
  demo: boolean;
  at: number;
}
