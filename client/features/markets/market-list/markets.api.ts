import { type QueryClient, queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { QuotationGroupView, StockPriceView } from '../../../../server/contract/markets/quotations.dto';
import { CallFailed, get } from '../../../platform/api';
import { saveLastPrices, lastPrices, lastPricesAt } from './last-prices';
import { seedTickers } from './live-tickers';
import { type Market, readMarket } from './market';

const AGAIN_AFTER_MS = 60_000;
/** Where others stand in for them: browsers do not tell of every network that is back. */
const SOON_AGAIN_MS = 10_000;

/** Without a network they are asked for all the same, and again as soon as there is one. */
const ALWAYS = {
  networkMode: 'always',
  refetchOnReconnect: 'always',
  refetchInterval: () => (lastPricesAt.get() === null ? AGAIN_AFTER_MS : SOON_AGAIN_MS),
} as const;
const heard = new Set<string>();

async function read(path: string, signal: AbortSignal, pick: (answer: unknown) => Market[]): Promise<Market[]> {
  const markets = await get(path, {}, { signal, quiet: true }).then(
    (answer) => {
      heard.add(path);
      saveLastPrices(path, answer);
      return pick(answer);
    },
    (failure: unknown) => {
      const isCut = failure instanceof CallFailed && (failure.kind === 'unreachable' || failure.kind === 'timeout');
      // What this page has heard itself is newer than what is kept.
      const known = isCut && !heard.has(path) ? lastPrices(path, pick) : null;
      if (known === null) throw failure;
      return known;
    },
  );
  seedTickers(markets.map((market) => market.ticker));
  return markets;
}

const quotations = queryOptions({
  queryKey: ['markets', 'quotation'],
  queryFn: ({ signal }) =>
    read('currency/quotation_new', signal, (answer) =>
      (answer as QuotationGroupView[]).flatMap((group) =>
        group.quotation.filter((pair) => pair.is_display === 1).map(readMarket),
      ),
    ),
  ...ALWAYS,
});

const stocks = queryOptions({
  queryKey: ['markets', 'stocks'],
  queryFn: ({ signal }) => read('usstock/quotation', signal, (answer) => (answer as StockPriceView[]).map(readMarket)),
  ...ALWAYS,
});

/** Asks for the markets before anything is drawn, so that their prices are there with the page's first picture. */
export function prefetchMarkets(queries: QueryClient): void {
  // A failure is kept too; the page asks again and shows it in words.
  void queries.prefetchQuery(quotations);
  void queries.prefetchQuery(stocks);
}

export interface MarketsResult {
  markets: Market[];
  /** Nothing has arrived yet. */
  loading: boolean;
  /** More may arrive: a market that is not there may be in the reply that is still on its way. */
  arriving: boolean;
  /** Why nothing can be shown; null while something can. */
  failure: Error | null;
  reload: () => Promise<unknown>;
}

/** All markets of all categories, each symbol once. The list is there as soon as the first of the two replies is. */
export function useMarkets(): MarketsResult {
  return useQueries({ queries: [quotations, stocks], combine: together });
}

// One function for ever: the query library combines anew only when a reply has changed.
function together(results: UseQueryResult<Market[]>[]): MarketsResult {
  const bySymbol = new Map(results.flatMap(({ data }) => data ?? []).map((market) => [market.symbol, market]));
  const failed = results.find(({ error }) => error !== null);
  return {
    markets: [...bySymbol.values()],
    loading: results.every(({ isPending }) => isPending),
    arriving: results.some(({ isPending }) => isPending),
    failure: bySymbol.size === 0 ? (failed?.error ?? null) : null,
    reload: () => Promise.all(results.map((result) => result.refetch())),
  };
}

/** One market by its symbol; null when the list has arrived and does not have it. */
export function useMarket(symbol: string): { market: Market | null; result: MarketsResult } {
  const result = useMarkets();
  return { market: result.markets.find((market) => market.symbol === symbol) ?? null, result };
}
