import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { VIEW_SYMBOLS_MAX } from '../../../../server/contract/channels';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { pace } from '../../../platform/pace';
import { subscribeChannel } from '../../../platform/socket';
import { REDRAW_MS } from '../../../platform/use-channel';

/** The newest ticker of each symbol, from the quotation replies and from the stream; each row listens to its own. */
const tickers = new Map<string, TickerView>();
const listeners = new Map<string, Set<() => void>>();

function put(ticker: TickerView): void {
  tickers.set(ticker.symbol, ticker);
  for (const listener of listeners.get(ticker.symbol) ?? []) listener();
}

/** Takes the tickers of an HTTP reply, but for those that the stream has overtaken. */
export function seedTickers(seeds: TickerView[]): void {
  for (const seed of seeds) {
    const held = tickers.get(seed.symbol);
    if (!held || (held.pricedAt ?? 0) <= (seed.pricedAt ?? 0)) put(seed);
  }
}

/** Takes what the stream says; rows that did not change keep their object and are not drawn again. */
export function applyTickers(next: TickerView[]): void {
  for (const ticker of next) if (tickers.get(ticker.symbol) !== ticker) put(ticker);
}

export function tickerNow(symbol: string): TickerView | null {
  return tickers.get(symbol) ?? null;
}

export function useTicker(symbol: string): TickerView | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const own = listeners.get(symbol) ?? new Set();
      listeners.set(symbol, own.add(listener));
      return () => own.delete(listener);
    },
    [symbol],
  );
  return useSyncExternalStore(subscribe, () => tickerNow(symbol));
}

/** Keeps the tickers of the symbols live while the component is on the screen. */
export function useTickerView(symbols: readonly string[]): void {
  const id = [...new Set(symbols)].sort().slice(0, VIEW_SYMBOLS_MAX).join(' ');
  useEffect(() => {
    if (id === '') return undefined;
    const paced = pace(applyTickers, REDRAW_MS);
    const stop = subscribeChannel('markets.ticker', { symbols: id.split(' ') }, ({ state }) => {
      if (state) paced.push(state);
    });
    return () => {
      stop();
      paced.cancel();
    };
  }, [id]);
}
