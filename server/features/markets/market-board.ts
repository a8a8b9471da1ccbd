import { Injectable } from '@nestjs/common';
import type {
  CandlePeriod,
  CandleView,
  DepthView,
  MarkPriceView,
  TickerView,
  TradeView,
} from '../../contract/markets.dto.js';

/** What the process that feeds publishes once a beat: everything that changed, conflated. */
export interface MarketUpdate {
  /** Fencing number of the feeding process, as the epoch of all market channels. */
  ep: string;
  /** Grows by one with every update of an epoch. */
  s: number;
  /** When it was published, product time. */
  at: number;
  /** `snap`: the whole board, as asked for by a gateway that has just started. */
  kind: 'snap' | 'delta';
  tickers: TickerView[];
  candles: CandleView[];
  depths: DepthView[];
  /** New trades by symbol, oldest first. */
  trades: Record<string, TradeView[]>;
  marks: MarkPriceView[];
}

/**
 * The gateway's latest picture of all markets, kept from the updates of the feeding process. Every entry remembers
 * the sequence of its last change, so "what changed since s" is always exact. HTTP replies and realtime frames are
 * both read from here.
 */
@Injectable()
export class MarketBoard {
  /** Takes one update. Updates of an older epoch, and repeated or older ones of the same, change nothing. */
  apply(_update: MarketUpdate): void {
    throw new Error('not built yet');
  }

  /** The ticker with its status as of `now`; null for a symbol without any data yet. */
  ticker(_symbol: string, _now: number): TickerView | null {
    throw new Error('not built yet');
  }

  /** The bar before and the running bar, oldest first; fewer when there are none. */
  candles(_symbol: string, _period: CandlePeriod): CandleView[] {
    throw new Error('not built yet');
  }

  depth(_symbol: string): DepthView | null {
    throw new Error('not built yet');
  }

  /** The last trades, oldest first. */
  trades(_symbol: string): TradeView[] {
    throw new Error('not built yet');
  }

  mark(_symbol: string): MarkPriceView | null {
    throw new Error('not built yet');
  }
}
