import type {
  CandleView,
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from '../../../contract/markets/markets.dto.js';

/** What the process that feeds publishes once a beat: everything that changed, conflated. */
export interface MarketUpdate {
  /** Fencing number of the feeding process, as the epoch of all market channels. */
  ep: string;
  /** Grows by one with every update of an epoch; a snapshot repeats the number of the update before it. */
  s: number;
  /** When it was published, product time. */
  at: number;
  /** `snap`: the whole board, as asked for by a gateway that has just started. */
  kind: 'snap' | 'delta';
  tickers: TickerView[];
  candles: CandleView[];
  depths: DepthView[];
  /** New trades by symbol, oldest first; never more than a tape keeps. */
  trades: Record<string, TradeView[]>;
  marks: MarkPriceView[];
  /**
   * What futures are traded by, where it is not the pair's own instrument. A feeding process of the version before says
   * nothing of it: then there is nothing to trade them by.
   */
  perpetuals?: PerpetualQuoteView[];
  perpetualDepths?: DepthView[];
}

/** What became of an update. `gap`: something was missed, the whole board must be asked for. */
export type UpdateFate = 'taken' | 'ignored' | 'gap';

const EPOCH = /^[0-9]{1,19}$/;

/** Reads an update from its JSON text; null for anything that is not one. */
export function readUpdate(text: string): MarketUpdate | null {
  try {
    const update = JSON.parse(text) as Partial<MarketUpdate> | null;
    const wellFormed =
      update !== null &&
      typeof update.ep === 'string' &&
      EPOCH.test(update.ep) &&
      Number.isSafeInteger(update.s) &&
      (update.kind === 'snap' || update.kind === 'delta') &&
      [update.tickers, update.candles, update.depths, update.marks].every(Array.isArray) &&
      [update.perpetuals ?? [], update.perpetualDepths ?? []].every(Array.isArray) &&
      typeof update.trades === 'object';
    return wellFormed ? (update as MarketUpdate) : null;
  } catch {
    return null;
  }
}
