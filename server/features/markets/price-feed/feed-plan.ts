import type { ChosenFeeds } from '../../../platform/feeds/choose-feeds.js';
import type { Feed, Instrument, InstrumentKey } from '../../../platform/feeds/feed.js';
import {
  type SimulatedInstrument,
  type SimulatedSources,
  simulatedInstruments,
} from '../../../platform/feeds/simulated/simulated-instruments.js';
import type { MarketCatalog, MarketEntity } from '../market-board/index.js';
import type { FedMarket } from '../prices/index.js';

type Catalog = Pick<MarketCatalog, 'all' | 'constituents' | 'session'>;

/** Bybit opens a bar at the close of the one before; others at the first trade. */
const OPENS_AT_PREVIOUS_CLOSE = new Set(['bybit']);
const SIMULATED_PREFIX = 'simulated';

/** Everything that the simulation can be asked to play: any market may have to be simulated. */
export function playable(catalog: Catalog): SimulatedInstrument[] {
  return catalog.all().flatMap((market) => simulatedSources(catalog, market).instruments);
}

/**
 * Decides for every market which instruments feed it: those of its row, or simulated ones where no live venue is
 * connected or the row names a simulated one: then all of it is simulated, and says so. Only a market whose row says that one venue is enough
 * has an index of one: where only one venue was chosen and the row names its instrument, that venue's own.
 */
export function planMarkets(catalog: Catalog, { origin, feeds: chosen }: ChosenFeeds): FedMarket[] {
  const venues = new Set(chosen.filter(({ simulated }) => !simulated).map(({ venue }) => venue));
  return catalog.all().map((market) => {
    if (origin === 'simulated' || namesSimulated(catalog, market)) {
      const { instruments: _instruments, ...sources } = simulatedSources(catalog, market);
      return { market, origin: 'simulated', ...sources, opensAtPreviousClose: false };
    }
    const { priceInstrument, perpetualInstrument, markInstrument } = market;
    const constituents = catalog.constituents(market.id);
    const isOwnIndex = market.isSingleVenue && markInstrument !== null && venues.size === 1;
    const constituentsMin = isOwnIndex ? 1 : leastOf(market);
    const opensAtPreviousClose = OPENS_AT_PREVIOUS_CLOSE.has(instrumentOf(priceInstrument).venue);
    const instruments = { priceInstrument, perpetualInstrument, markInstrument };
    return { market, origin, ...instruments, constituents, constituentsMin, opensAtPreviousClose };
  });
}

/** One constituent agrees with itself, whatever it says: who does not say that one is enough needs two at least. */
function leastOf({ isSingleVenue, constituentsMin }: MarketEntity): number {
  return isSingleVenue ? constituentsMin : Math.max(2, constituentsMin);
}

/** The instrument of a key, `bybit:linear:BTCUSDT`. */
export function instrumentOf(key: InstrumentKey): Instrument {
  const [venue = '', category = '', ...symbol] = key.split(':');
  return { venue, category, symbol: symbol.join(':') };
}

/** Whether the feed brings the instrument. The simulation plays several venues, whose names begin with its own. */
export function feeds(feed: Feed, { venue }: Instrument): boolean {
  return venue === feed.venue || (feed.simulated && venue.startsWith(`${feed.venue}-`));
}

/** One price of a market says for the whole of it whose prices they are. */
function namesSimulated(catalog: Catalog, { id, priceInstrument, perpetualInstrument, markInstrument }: MarketEntity) {
  const constituents = catalog.constituents(id).map(({ instrument }) => instrument);
  const named = [priceInstrument, perpetualInstrument, markInstrument, ...constituents];
  return named.some((key) => key?.startsWith(SIMULATED_PREFIX) === true);
}

function simulatedSources(catalog: Catalog, market: MarketEntity): SimulatedSources {
  if (market.calendar === 'always') return simulatedInstruments(market);
  return simulatedInstruments(market, (now) => catalog.session(market, now).open);
}
