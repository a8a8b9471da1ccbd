import type { MarketCategory, PriceOrigin, TickerView } from '../../../../server/contract/markets/markets.dto';
import type { QuotationPairView } from '../../../../server/contract/markets/quotations.dto';
import { isDecimalText } from '../../../../server/contract/money';
import { serverNow } from '../../../platform/server-clock';

/** A market as the pages know it: what does not change with the price, and the ticker it was listed with. */
export interface Market {
  /** Commands and the wire call it match id. */
  id: number;
  symbol: string;
  /** Ids of the base and of the quote currency, which commands name. */
  baseId: number;
  quoteId: number;
  name: string;
  base: string;
  quote: string;
  category: MarketCategory;
  spot: boolean;
  perpetual: boolean;
  option: boolean;
  recommended: boolean;
  priceDecimals: number;
  quantityDecimals: number;
  /** Hourly closes of the last day, for a small line. */
  spark: number[];
  ticker: TickerView;
}

const DAY_MS = 86_400_000;
/** The wire says "nothing" with an empty text. */
const known = (value: string | undefined) => (isDecimalText(value) ? value : null);

/** Reads one market of the quotation replies. */
export function readMarket(pair: QuotationPairView): Market {
  return {
    id: pair.id,
    symbol: pair.symbol,
    baseId: pair.currency_id,
    quoteId: pair.legal_id,
    name: pair.name,
    base: pair.currency_name,
    quote: pair.legal_name,
    category: pair.category,
    spot: pair.open_coin_trade === 1,
    perpetual: pair.open_lever === 1,
    option: pair.open_microtrade === 1,
    recommended: pair.recommended === 1,
    priceDecimals: pair.price_decimals,
    quantityDecimals: pair.quantity_decimals,
    spark: (pair.spark ?? []).map(Number),
    ticker: pair.ticker ?? tickerOf(pair),
  };
}

function tickerOf(pair: QuotationPairView): TickerView {
  return {
    symbol: pair.symbol,
    last: known(pair.now_price),
    mark: null,
    index: null,
    indexState: 'stale',
    open: known(pair.open),
    high: known(pair.high),
    low: known(pair.low),
    volume: known(pair.volume),
    quoteVolume: null,
    change: pair.change === '' ? null : pair.change,
    windowMs: DAY_MS,
    status: pair.status,
    reason: pair.reason,
    opensAt: null,
    origin: pair.origin,
    pricedAt: pair.price_age_ms === null ? null : serverNow() - pair.price_age_ms,
  };
}

export const LIST_TABS = ['favourites', 'spot', 'contracts', 'options', 'stocks', 'commodities'] as const;
export type ListTab = (typeof LIST_TABS)[number];

const BELONGS: Record<ListTab, (market: Market, favourites: string[]) => boolean> = {
  favourites: (market, favourites) => favourites.includes(market.symbol),
  spot: (market) => market.category === 'crypto' && market.spot,
  contracts: (market) => market.category === 'crypto' && market.perpetual,
  options: (market) => market.category === 'crypto' && market.option,
  stocks: (market) => market.category === 'stock',
  commodities: (market) => market.category === 'commodity',
};

export function marketsOf(tab: ListTab, markets: Market[], favourites: string[]): Market[] {
  return markets.filter((market) => BELONGS[tab](market, favourites));
}

/** Where all prices come from; null when it is not the same for all: then each row says it. */
export function originOfAll(markets: readonly Market[]): PriceOrigin | null {
  const [origin, ...others] = new Set(markets.map(({ ticker }) => ticker.origin));
  return others.length === 0 ? (origin ?? null) : null;
}
