import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ChannelName } from '../../../contract/channels.js';
import type { DepthView, MarkPriceView, PerpetualQuoteView } from '../../../contract/markets/markets.dto.js';
import {
  ChannelRegistry,
  type ChannelSource,
  type SerialisedState,
} from '../../../platform/realtime/channel-source.js';
import type { Payload } from '../../../platform/realtime/websocket-frame.js';
import type { BoardEntry } from './board-entry.js';
import { MarketBoard } from './market-board.js';
import { MarketCatalog } from './market-catalog.js';
import { TickerViews } from './ticker-views.js';

/** In by socket: the public channels of the markets, all read from the board. */
@Injectable()
export class MarketsChannels implements OnModuleInit {
  constructor(
    private readonly board: MarketBoard,
    private readonly catalog: MarketCatalog,
    private readonly registry: ChannelRegistry,
  ) {}

  onModuleInit(): void {
    const sources: Partial<Record<ChannelName, ChannelSource>> = {
      'markets.ticker': this.rows((symbol) => this.board.tickerEntry(symbol)),
      'markets.trades': this.trades(),
      'markets.depth': this.single(
        this.fed((symbol) => this.board.depthEntry(symbol)),
        emptyBook,
      ),
      'markets.perpetual': this.single((symbol) => this.board.futuresEntry(symbol), emptyFuturesQuote),
      'markets.perpetual-quotes': this.rows((symbol) => this.board.futuresEntry(symbol)),
      'markets.perpetual-depth': this.single(
        this.fed((symbol) => this.board.futuresDepthEntry(symbol)),
        emptyBook,
      ),
      'markets.mark': this.single(
        this.fed((symbol) => this.board.markEntry(symbol)),
        emptyMark,
      ),
    };
    for (const [name, source] of Object.entries(sources)) this.registry.serve(name as ChannelName, source);
    this.board.onTaken(() => this.registry.announce());
  }

  /** Rows of the symbols on a screen; a delta has only the rows that changed. */
  private rows<View>(entryOf: (symbol: string) => BoardEntry<View> | undefined): ChannelSource {
    const views = new TickerViews();
    const rows = (id: string) =>
      views.symbols(id).flatMap((symbol) => {
        const entry = entryOf(symbol);
        return entry ? [entry] : [];
      });
    return {
      resolve: (key) => {
        const { symbols } = (key ?? {}) as { symbols?: unknown };
        return views.name(symbols, (symbol) => this.catalog.bySymbol(symbol) !== undefined);
      },
      snapshot: (id) => this.state(rows(id)),
      since: (id, ep, s) => {
        if (!this.board.covers(ep, s)) return 'unknown';
        const changed = rows(id).filter((entry) => entry.s > s);
        return changed.length === 0 ? 'unchanged' : this.state(changed);
      },
      released: (id) => views.forget(id),
    };
  }

  /** The last trades; a delta has the new ones, or there is a snapshot when some of them are no longer kept. */
  trades(): ChannelSource {
    return {
      resolve: (key) => this.symbol(key),
      snapshot: (symbol) => this.state(list(this.board.tradeTape(symbol)?.all() ?? [])),
      since: (symbol, ep, s) => {
        if (!this.board.covers(ep, s)) return 'unknown';
        const added = this.board.tradeTape(symbol)?.after(s) ?? [];
        if (this.board.tradeTape(symbol)?.after(s) === null) return 'unknown';
        return added.length === 0 ? 'unchanged' : this.state(list(added));
      },
    };
  }

  /** A stream whose every frame is the whole state of one symbol. */
  private single<View>(
    entryOf: (symbol: string) => BoardEntry<View> | undefined,
    empty: (symbol: string) => View,
  ): ChannelSource {
    return {
      resolve: (key) => this.symbol(key),
      snapshot: (symbol) => this.state(entryOf(symbol)?.json ?? JSON.stringify(empty(symbol))),
      since: (symbol, ep, s) => {
        if (!this.board.covers(ep, s)) return 'unknown';
        const entry = entryOf(symbol);
        return entry === undefined || entry.s <= s ? 'unchanged' : this.state(entry.json);
      },
    };
  }

  /**
   * What bears no status of its own is told only while it is fed: nobody could see of a book, a mark or an index that it
   * stands still. The epoch changes with the feed, both ways, so everybody is sent the whole.
   */
  private fed<View>(
    entryOf: (symbol: string) => BoardEntry<View> | undefined,
  ): (symbol: string) => BoardEntry<View> | undefined {
    return (symbol) => (this.board.unfed ? undefined : entryOf(symbol));
  }

  private symbol(key: unknown): string | null {
    const { symbol } = (key ?? {}) as { symbol?: unknown };
    return typeof symbol === 'string' && this.catalog.bySymbol(symbol) !== undefined ? symbol : null;
  }

  private state(payload: Payload): SerialisedState {
    return { ep: this.board.epoch, s: this.board.sequence, payload, at: this.board.publishedAt };
  }
}

function list(entries: readonly BoardEntry<unknown>[]): string {
  return `[${entries.map((entry) => entry.json).join(',')}]`;
}

function emptyBook(symbol: string): DepthView {
  return { symbol, bids: [], asks: [], at: 0, confirmedAt: 0 };
}

function emptyFuturesQuote(symbol: string): PerpetualQuoteView {
  return { symbol, last: null, status: 'stale', reason: 'no-data', origin: 'live', pricedAt: null };
}

function emptyMark(symbol: string): MarkPriceView {
  return {
    symbol,
    mark: null,
    index: null,
    last: null,
    indexState: 'stale',
    method: 'constituents',
    constituents: [],
    fundingRate: null,
    nextFundingAt: null,
    sampledAt: 0,
  };
}
