import type { TradingState } from '../books.js';

/** Whether new orders, transfers and withdrawals are taken, with real and with demo money. */
export class TradingStatusView {
  real: TradingState;
  demo: TradingState;
}
