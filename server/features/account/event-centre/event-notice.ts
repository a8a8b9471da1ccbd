import type { MoneyNoticeKind, OrderEndNoticeKind, TradingNoticeKind } from '../notices/index.js';

export type EventNoticeKind = MoneyNoticeKind | OrderEndNoticeKind | TradingNoticeKind;

/** A line for a user. Coins and markets are named by their rows until it is written. */
export interface EventNotice {
  kind: EventNoticeKind;
  parameters: Record<string, string>;
  /** Its code becomes the parameter `coin`. */
  currencyId?: number;
  /** Its symbol becomes the parameter `market`. */
  marketId?: number;
}
