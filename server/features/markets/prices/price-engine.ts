import type { CandleView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { toUnits } from '../../../contract/money.js';
import type { FeedEvent, FeedNotice, FeedSink, InstrumentKey, VenueBar } from '../../../platform/feeds/feed.js';
import type { Metrics } from '../../../platform/metrics/metrics.js';
import { CandleSeries } from '../candle-series/index.js';
import type { MarketEntity, MarketUpdate } from '../market-board/index.js';
import { BadTickLog } from './bad-tick-log.js';
import { type IndexSources, MarketIndex } from './market-index.js';
import { InstrumentQuote } from './instrument-quote.js';
import { type MarketChange, type MarketConditions, MarketPricing } from './market-pricing.js';
import { FuturesPricing } from './futures-pricing.js';
import { barFault, barTimeFault, type Standing } from './tick-guard.rules.js';

/** A market with the instruments that are fed for it, which in a simulation are not those of its row. */
export interface FedMarket {
  market: MarketEntity;
  origin: PriceOrigin;
  priceInstrument: InstrumentKey;
  /** What futures are traded by; null without futures. */
  perpetualInstrument: InstrumentKey | null;
  markInstrument: InstrumentKey | null;
  constituents: readonly { instrument: InstrumentKey; weight: string }[];
  constituentsMin: number;
  /** Whether the venue opens a bar at the close of the one before. */
  opensAtPreviousClose: boolean;
}

/** A bar that changed, with what is needed to store it. */
export interface ChangedBar {
  marketId: number;
  bar: CandleView;
}

/** Which bars a venue was asked for: `from <= openAt < to`, each of this length. */
interface AskedBars {
  from: number;
  to: number;
  length: number;
}

/** What changed since the last beat, as it is published. */
export type MarketChanges = Omit<MarketUpdate, 'ep' | 's' | 'at' | 'kind'>;

/** All that one beat can bring. */
type BeatChanges = Required<MarketChanges>;

/**
 * Turns what venues say into prices: lets the guard judge every tick, keeps the latest of every instrument, folds
 * trades into bars, and at each beat gives what changed, conflated. Holds no clock: time is an argument.
 */
export class PriceEngine implements FeedSink {
  private readonly quotes = new Map<InstrumentKey, InstrumentQuote>();
  private readonly bySymbol = new Map<string, MarketPricing>();
  private readonly pricedBy = new Map<InstrumentKey, MarketPricing[]>();
  private readonly futuresBy = new Map<InstrumentKey, FuturesPricing[]>();
  /** Instruments that play a part in the same market, for agreement between sources. */
  private readonly peers = new Map<InstrumentKey, Set<InstrumentQuote>>();
  private readonly lostConnections = new Map<string, { venue: string; connection: string }>();
  private readonly badTicks: BadTickLog;

  constructor(
    private readonly metrics: Metrics,
    /** The market's row as it is now, and what its calendar says. */
    private readonly look: (
      symbol: string,
      now: number,
    ) => Pick<MarketConditions, 'closed' | 'opensAt'> & { market: MarketEntity | undefined },
    private readonly now: () => number,
  ) {
    this.badTicks = new BadTickLog(metrics);
  }

  add(fed: FedMarket): MarketPricing {
    const { market } = fed;
    const band = toUnits(market.bandRatio);
    const quote = (key: InstrumentKey) => this.quote(key, band);
    const perpetual = fed.perpetualInstrument === null ? null : quote(fed.perpetualInstrument);
    const sources: IndexSources = {
      symbol: market.symbol,
      priceScale: market.priceScale,
      price: quote(fed.priceInstrument),
      perpetual,
      mark: fed.markInstrument === null ? null : quote(fed.markInstrument),
      constituents: fed.constituents.map(({ instrument, weight }) => ({ quote: quote(instrument), weight })),
      constituentsMin: fed.constituentsMin,
      outlierRatio: market.outlierRatio,
      bandRatio: market.bandRatio,
    };
    const { id, symbol, priceScale, quantityScale } = market;
    const { origin, opensAtPreviousClose } = fed;
    const series = new CandleSeries({ id, symbol, origin, priceScale, quantityScale, opensAtPreviousClose });
    const pricing = new MarketPricing(market, origin, sources.price, new MarketIndex(sources), series);
    // Futures on the pair's own instrument have its row and its book.
    if (perpetual !== null && perpetual !== sources.price) this.addFutures(pricing, new FuturesPricing(perpetual));
    this.bySymbol.set(symbol, pricing);
    this.pricedBy.set(fed.priceInstrument, [...(this.pricedBy.get(fed.priceInstrument) ?? []), pricing]);
    this.introduce([sources.price, ...(perpetual ? [perpetual] : []), ...sources.constituents.map((one) => one.quote)]);
    return pricing;
  }

  private addFutures(pricing: MarketPricing, futures: FuturesPricing): void {
    const { key } = futures.quote;
    pricing.futures = futures;
    this.futuresBy.set(key, [...(this.futuresBy.get(key) ?? []), futures]);
  }

  all(): Iterable<MarketPricing> {
    return this.bySymbol.values();
  }

  pricing(symbol: string): MarketPricing | undefined {
    return this.bySymbol.get(symbol);
  }

  /** Instruments that the engine listens to. */
  instruments(): InstrumentKey[] {
    return [...this.quotes.keys()];
  }

  event(event: FeedEvent): void {
    const quote = this.quotes.get(event.instrument);
    if (!quote) return;
    this.metrics.feedEvents.inc({ venue: quote.venue, kind: event.kind });
    const now = this.now();
    const fault =
      event.kind === 'bar'
        ? quote.barFault(event.bar, now)
        : quote.take(event, now, (price) => this.elsewhere(quote, price, now));
    if (fault !== null) return this.badTicks.count(event.instrument, fault, now);
    for (const pricing of this.pricedBy.get(event.instrument) ?? []) pricing.take(event);
    for (const futures of this.futuresBy.get(event.instrument) ?? []) futures.take(event);
  }

  /** The bars of a venue's history without those that are wrong or were not asked for; these are counted as bad ticks. */
  soundHistory(instrument: InstrumentKey, bars: readonly VenueBar[], asked: AskedBars): VenueBar[] {
    const now = this.now();
    let before = Number.NEGATIVE_INFINITY;
    return bars.filter((bar) => {
      const early = bar.openAt <= before ? 'out-of-order' : null;
      const fault = barTimeFault(bar.openAt, asked.length, asked) ?? early ?? barFault(bar, asked.length);
      if (fault === null) before = bar.openAt;
      else this.badTicks.count(instrument, fault, now);
      return fault === null;
    });
  }

  notice(notice: FeedNotice): void {
    const { venue } = notice;
    if (notice.kind === 'gap') this.missed(notice);
    else if (notice.kind === 'alive') this.alive(notice.books);
    else if (notice.kind === 'unreadable') this.metrics.feedUnreadable.inc({ venue });
    else if (notice.kind === 'connected') this.connected(venue, notice.connection);
    else if (notice.kind === 'disconnected') this.disconnected(venue, notice.connection);
  }

  /** What changed up to `now`, for the gateways and for the store. */
  beat(now: number): { changes: BeatChanges; bars: ChangedBar[] } {
    const changes: BeatChanges = {
      tickers: [],
      candles: [],
      depths: [],
      trades: {},
      marks: [],
      perpetuals: [],
      perpetualDepths: [],
    };
    const bars: ChangedBar[] = [];
    for (const pricing of this.bySymbol.values()) {
      try {
        const change = this.beatOf(pricing, now);
        collect(change, pricing, changes);
        for (const bar of change.candles) bars.push({ marketId: pricing.market.id, bar });
      } catch (error) {
        // One market that cannot be computed must not silence the others.
        this.badTicks.failed(pricing.market.symbol, error, now);
      }
    }
    return { changes, bars };
  }

  private beatOf(pricing: MarketPricing, now: number): MarketChange {
    const { market, closed, opensAt } = this.look(pricing.market.symbol, now);
    if (market) pricing.market = market;
    const { futures } = pricing;
    const futuresConnected = futures !== null && !this.isLost(futures.quote.key);
    return pricing.beat(now, { closed, opensAt, connected: !this.isLost(pricing.price.key), futuresConnected });
  }

  private quote(key: InstrumentKey, band: bigint): InstrumentQuote {
    const quote = this.quotes.get(key) ?? new InstrumentQuote(key, band);
    this.quotes.set(key, quote);
    return quote;
  }

  private introduce(quotes: InstrumentQuote[]): void {
    for (const { key } of quotes) {
      const peers = this.peers.get(key) ?? new Set();
      for (const other of quotes) if (other.key !== key) peers.add(other);
      this.peers.set(key, peers);
    }
  }

  /** How firmly other venues are at this price now: as firmly as the firmest of them. */
  private elsewhere(quote: InstrumentQuote, price: bigint, now: number): Standing {
    let firmest: Standing = 'away';
    for (const peer of this.peers.get(quote.key) ?? []) {
      if (peer.venue === quote.venue) continue;
      const standing = peer.guard.standing(price, now);
      if (standing === 'there') return standing;
      if (standing === 'waiting') firmest = standing;
    }
    return firmest;
  }

  private missed({ venue, instrument, what }: Extract<FeedNotice, { kind: 'gap' }>): void {
    this.metrics.feedGaps.inc({ venue, what });
    if (what === 'book') this.quotes.get(instrument)?.dropBook();
  }

  private alive(books: readonly InstrumentKey[]): void {
    const now = this.now();
    for (const key of books) this.quotes.get(key)?.confirmBook(now);
  }

  private connected(venue: string, connection: string): void {
    this.lostConnections.delete(`${venue} ${connection}`);
    const whole = ![...this.lostConnections.values()].some((lost) => lost.venue === venue);
    this.metrics.feedConnected.set({ venue }, whole ? 1 : 0);
    const now = this.now();
    this.eachOn(venue, (pricing) => {
      if (!this.isLost(pricing.price.key)) pricing.series.outage(false, now);
    });
  }

  private disconnected(venue: string, connection: string): void {
    this.metrics.feedConnected.set({ venue }, 0);
    this.metrics.feedReconnects.inc({ venue });
    this.lostConnections.set(`${venue} ${connection}`, { venue, connection });
    for (const quote of this.quotes.values()) if (this.isLost(quote.key)) quote.dropBook();
    const now = this.now();
    this.eachOn(venue, (pricing) => {
      if (this.isLost(pricing.price.key)) pricing.series.outage(true, now);
    });
  }

  private eachOn(venue: string, act: (pricing: MarketPricing) => void): void {
    for (const pricing of this.bySymbol.values()) if (pricing.price.venue === venue) act(pricing);
  }

  /** Whether a connection that serves the instrument is lost: those of its venue and category, or of its venue. */
  private isLost(key: InstrumentKey): boolean {
    const [venue = '', category = ''] = key.split(':');
    for (const lost of this.lostConnections.values()) {
      if (lost.venue !== venue) continue;
      const [, served] = lost.connection.split(/[:/]/);
      if (served === undefined || served === category) return true;
    }
    return false;
  }
}

/** Adds the change of one market to what is published. Bars that the board does not show stay out. */
function collect(change: MarketChange, pricing: MarketPricing, into: BeatChanges): void {
  if (change.ticker) into.tickers.push(change.ticker);
  if (change.depth) into.depths.push(change.depth);
  if (change.mark) into.marks.push(change.mark);
  if (change.futuresQuote) into.perpetuals.push(change.futuresQuote);
  if (change.futuresDepth) into.perpetualDepths.push(change.futuresDepth);
  if (change.trades.length > 0) into.trades[pricing.market.symbol] = change.trades;
  for (const bar of change.candles) if (!bar.closed || pricing.isRecent(bar)) into.candles.push(bar);
}
