import { useEffect, useSyncExternalStore } from 'react';
import { VIEW_SYMBOLS_MAX } from '../../../../server/contract/channels';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { type Observable, observable } from '../../../platform/observable';
import { pace } from '../../../platform/pace';
import { subscribeChannel } from '../../../platform/socket';
import { REDRAW_MS } from '../../../platform/use-channel';
import { DELAYED_AFTER_MS } from '../../../ui/age';

/** The newest ticker of each symbol, from the quotation replies and from the stream; each row listens to its own. */
const tickers = new Map<string, Observable<TickerView | null>>();

function tickerOf(symbol: string): Observable<TickerView | null> {
  const known = tickers.get(symbol);
  if (known) return known;
  const ticker = observable<TickerView | null>(null);
  tickers.set(symbol, ticker);
  return ticker;
}

/** Takes the tickers of an HTTP reply, but for those that the stream has overtaken. */
export function seedTickers(seeds: TickerView[]): void {
  for (const seed of seeds) {
    const ticker = tickerOf(seed.symbol);
    if ((ticker.get()?.pricedAt ?? 0) <= (seed.pricedAt ?? 0)) ticker.set(seed);
  }
}

/** Takes what the stream says; rows that did not change keep their object and are not drawn again. */
export function applyTickers(next: TickerView[]): void {
  for (const ticker of next) tickerOf(ticker.symbol).set(ticker);
}

/** Nothing vouches for these prices any more: their stream has stopped. The next word of a stream or a reply ends that. */
export function tickersStopped(symbols: readonly string[]): void {
  for (const symbol of symbols) {
    const ticker = tickerOf(symbol);
    const known = ticker.get();
    if (known?.status === 'live') ticker.set({ ...known, status: 'stale', reason: 'price-too-old' });
  }
}

export function tickerNow(symbol: string): TickerView | null {
  return tickerOf(symbol).get();
}

export function useTicker(symbol: string): TickerView | null {
  const ticker = tickerOf(symbol);
  return useSyncExternalStore(ticker.subscribe, ticker.get);
}

/** Keeps the tickers of the symbols live while the component is on the screen. */
export function useTickerView(symbols: readonly string[]): void {
  const id = [...new Set(symbols)].sort().slice(0, VIEW_SYMBOLS_MAX).join(' ');
  useEffect(() => {
    if (id === '') return undefined;
    const shown = id.split(' ');
    const paced = pace(applyTickers, REDRAW_MS);
    let stopping: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeChannel('markets.ticker', { symbols: shown }, ({ state, status }) => {
      // A gap that heals at once is nothing to tell, as with a lost connection.
      if (status === 'live') {
        clearTimeout(stopping);
        stopping = undefined;
        if (state) paced.push(state);
      } else stopping ??= setTimeout(() => tickersStopped(shown), DELAYED_AFTER_MS);
    });
    return () => {
      stop();
      paced.cancel();
      clearTimeout(stopping);
    };
  }, [id]);
}
