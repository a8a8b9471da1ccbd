import { TRADES_RETAINED } from '../../../contract/channels.js';
import type {
  CandleView,
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from '../../../contract/markets/markets.dto.js';
import { BoardEntry, TradeTape } from './board-entry.js';
import type { MarketUpdate } from './market-update.js';

/** What an update is about, without its place in the stream. */
export type MarketContent = Omit<MarketUpdate, 'ep' | 's' | 'at' | 'kind'>;

/** The entries of the board by kind. Knows nothing of epochs: every change comes with its sequence. */
export class BoardShelves {
  readonly tickers = new Map<string, BoardEntry<TickerView>>();
  /** By `SYMBOL:period`, the bar before and the running one. */
  readonly bars = new Map<string, BoardEntry<CandleView>[]>();
  readonly books = new Map<string, BoardEntry<DepthView>>();
  readonly tapes = new Map<string, TradeTape<TradeView>>();
  readonly marks = new Map<string, BoardEntry<MarkPriceView>>();
  readonly futuresQuotes = new Map<string, BoardEntry<PerpetualQuoteView>>();
  readonly futuresBooks = new Map<string, BoardEntry<DepthView>>();

  put(
    { tickers, candles, depths, trades, marks, perpetuals = [], perpetualDepths = [] }: MarketContent,
    s: number,
  ): void {
    for (const row of tickers) this.tickers.set(row.symbol, new BoardEntry(row, s));
    for (const bar of candles) this.putBar(bar, s);
    for (const book of depths) this.books.set(book.symbol, new BoardEntry(book, s));
    for (const mark of marks) this.marks.set(mark.symbol, new BoardEntry(mark, s));
    for (const quote of perpetuals) this.futuresQuotes.set(quote.symbol, new BoardEntry(quote, s));
    for (const book of perpetualDepths) this.futuresBooks.set(book.symbol, new BoardEntry(book, s));
    for (const [symbol, added] of Object.entries(trades)) {
      const tape = this.tapes.get(symbol) ?? new TradeTape<TradeView>(TRADES_RETAINED);
      tape.add(added, s);
      this.tapes.set(symbol, tape);
    }
  }

  /** Puts exactly this content on the shelves, all of it changed at `s`. */
  replace(content: MarketContent, s: number): void {
    const { tickers, bars, books, tapes, marks, futuresQuotes, futuresBooks } = this;
    for (const shelf of [tickers, bars, books, tapes, marks, futuresQuotes, futuresBooks]) shelf.clear();
    this.put(content, s);
  }

  content(): MarketContent {
    const trades: Record<string, TradeView[]> = {};
    for (const [symbol, tape] of this.tapes) trades[symbol] = tape.all().map((entry) => entry.value);
    return {
      tickers: values(this.tickers),
      candles: [...this.bars.values()].flatMap((entries) => entries.map((entry) => entry.value)),
      depths: values(this.books),
      trades,
      marks: values(this.marks),
      perpetuals: values(this.futuresQuotes),
      perpetualDepths: values(this.futuresBooks),
    };
  }

  /** Keeps the two newest bars of a series. A correction of an older bar is history's business, not the board's. */
  private putBar(bar: CandleView, s: number): void {
    const key = `${bar.symbol}:${bar.period}`;
    const others = (this.bars.get(key) ?? []).filter(({ value }) => value.openAt !== bar.openAt);
    const series = [...others, new BoardEntry(bar, s)].sort((a, b) => a.value.openAt - b.value.openAt);
    this.bars.set(key, series.slice(-2));
  }
}

function values<Value>(entries: Map<string, BoardEntry<Value>>): Value[] {
  return [...entries.values()].map((entry) => entry.value);
}
