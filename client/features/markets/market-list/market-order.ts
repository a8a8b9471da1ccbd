import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import type { Market } from './market';

export const COLUMNS = ['name', 'volume', 'price', 'change'] as const;
export type Column = (typeof COLUMNS)[number];
export interface Order {
  column: Column;
  descending: boolean;
}

/** First click: the natural direction; second: the other; third: the list's own order again. */
export function nextOrder(order: Order | null, column: Column): Order | null {
  const naturallyDescending = column !== 'name';
  if (order?.column !== column) return { column, descending: naturallyDescending };
  return order.descending === naturallyDescending ? { column, descending: !naturallyDescending } : null;
}

/**
 * The markets in the asked order; what is unknown stands last in either direction. Floats are good enough here: they
 * decide a place in a list and nothing else.
 */
export function inOrder(markets: Market[], order: Order | null, tickerOf: (market: Market) => TickerView): Market[] {
  if (order === null) return markets;
  const sign = order.descending ? -1 : 1;
  if (order.column === 'name') return [...markets].sort((a, b) => sign * a.symbol.localeCompare(b.symbol));
  const figure = (market: Market) => numberOf(order.column, tickerOf(market));
  return [...markets].sort((a, b) => {
    const [one, other] = [figure(a), figure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}

function numberOf(column: Column, ticker: TickerView): number | null {
  const text = { name: null, volume: ticker.quoteVolume ?? ticker.volume, price: ticker.last, change: ticker.change }[
    column
  ];
  return text === null ? null : Number(text);
}
