import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CANDLE_PERIODS,
  type CandlePeriod,
  type CandleView,
  type DepthLevel,
  type DepthView,
  type TickerView,
  type TradeView,
} from '../../../contract/markets/markets.dto.js';
import { type LegacyEvent, LegacyRegistry, type LegacySource } from '../../../platform/realtime/channel-source.js';
import { MarketBoard, MarketCatalog, type MarketEntity } from '../market-board/index.js';

/** Rows of each side that old clients have room for. */
const LEGACY_DEPTH_ROWS = 10;

/**
 * The broadcasts that clients of the older protocol expect (`kline`, `daymarket`, `market_depth`, `match_trade`), read
 * from the board when somebody asks: nothing is gathered while no old client is connected.
 */
@Injectable()
export class LegacyEvents implements LegacySource, OnModuleInit {
  private ep = '';
  private s = 0;
  /** Where the newest bar of each series began, as it was told last. */
  private announcedBars: ReadonlyMap<string, number> = new Map();

  constructor(
    private readonly board: MarketBoard,
    private readonly catalog: MarketCatalog,
    private readonly registry: LegacyRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.serveLegacy(this);
  }

  begin(): void {
    this.ep = this.board.epoch;
    this.s = this.board.sequence;
    this.announcedBars = this.newestBars();
  }

  collect(): LegacyEvent[] {
    // After a change of epoch everything on the board may be new to an old client.
    const since = this.board.covers(this.ep, this.s) ? this.s : 0;
    const events = this.catalog.all().flatMap((market) => this.changesOf(market, since));
    this.begin();
    return events;
  }

  private changesOf(market: MarketEntity, since: number): LegacyEvent[] {
    const events: LegacyEvent[] = [];
    const row = this.board.tickerEntry(market.symbol);
    if (row && row.s > since && row.value.last !== null) events.push(dayMarket(market, row.value));
    for (const period of CANDLE_PERIODS) {
      events.push(...this.barsOf(market, period, since).map((bar) => kline(market, bar, row?.value.change ?? null)));
    }
    const book = this.board.depthEntry(market.symbol);
    if (book && book.s > since) events.push(marketDepth(market, book.value));
    const tape = this.board.tradeTape(market.symbol);
    const trades = tape?.after(since) ?? tape?.all() ?? [];
    if (trades.length > 0) {
      events.push(
        matchTrade(
          market,
          trades.map((entry) => entry.value),
        ),
      );
    }
    return events;
  }

  /**
   * The oldest first. A bar that closed since the last beat comes before the one that opened; one that closes after the next was told is
   * left out, as old clients take the close of whatever comes last for the price now.
   */
  private barsOf({ symbol }: MarketEntity, period: CandlePeriod, since: number): CandleView[] {
    const lastAnnounced = this.announcedBars.get(seriesKey(symbol, period)) ?? 0;
    return this.board
      .candleEntries(symbol, period)
      .filter(({ s, value }) => s > since && value.openAt >= lastAnnounced)
      .map(({ value }) => value);
  }

  private newestBars(): Map<string, number> {
    const newest = new Map<string, number>();
    for (const { symbol } of this.catalog.all()) {
      for (const period of CANDLE_PERIODS) {
        const bar = this.board.candleEntries(symbol, period).at(-1);
        if (bar) newest.set(seriesKey(symbol, period), bar.value.openAt);
      }
    }
    return newest;
  }
}

function seriesKey(symbol: string, period: CandlePeriod): string {
  return `${symbol}:${period}`;
}

/** What every event repeats. */
function pair(market: MarketEntity) {
  return {
    currency_id: market.base.id,
    currency_name: market.base.code,
    legal_id: market.quote.id,
    legal_name: market.quote.code,
    symbol: market.symbol,
  };
}

/** @param change the pair's change of 24 h, in percent, which clients read off any bar; left out while it is not known. */
function kline(market: MarketEntity, bar: CandleView, change: string | null): LegacyEvent {
  const { period, open, close, high, low, volume, openAt } = bar;
  const payload = { type: 'kline', period, match_id: market.id, ...pair(market), open, close, high, low, volume };
  return { name: 'kline', payload: { ...payload, ...(change !== null && { change }), time: openAt } };
}

/** The 24 h figures. Figures that are not known are left out: an old client would show null as zero. */
function dayMarket(market: MarketEntity, row: TickerView): LegacyEvent {
  const figures = { open: row.open, high: row.high, low: row.low, volume: row.volume, change: row.change };
  const payload = {
    type: 'daymarket',
    period: '1day',
    match_id: market.id,
    ...pair(market),
    ...Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== null)),
    close: row.last,
    now_price: row.last,
    time: row.pricedAt,
  };
  return { name: 'daymarket', payload };
}

/** Both sides descend: bids best first, asks with the best one last, as old clients print the list top-down. */
function marketDepth(market: MarketEntity, book: DepthView): LegacyEvent {
  const payload = {
    type: 'market_depth',
    ...pair(market),
    'base-currency': market.base.code,
    'quote-currency': market.quote.code,
    bids: book.bids.slice(0, LEGACY_DEPTH_ROWS).map(level),
    asks: book.asks.slice(0, LEGACY_DEPTH_ROWS).map(level).reverse(),
  };
  return { name: 'market_depth', payload };
}

/** Old clients add quantities up for their bars: those must be JSON numbers. Prices are only shown. */
function level([price, quantity]: DepthLevel): [string, number] {
  return [price, Number(quantity)];
}

function matchTrade(market: MarketEntity, trades: TradeView[]): LegacyEvent {
  const payload = {
    type: 'match_trade',
    ...pair(market),
    'base-currency': market.base.code,
    'quote-currency': market.quote.code,
    data: trades.map(({ id, at, price, quantity, side }) => ({
      id,
      tradeId: id,
      ts: at,
      price,
      amount: Number(quantity),
      direction: side,
    })),
  };
  return { name: 'match_trade', payload };
}
