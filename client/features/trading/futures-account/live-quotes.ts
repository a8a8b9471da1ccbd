import { useEffect, useSyncExternalStore } from 'react';
import { VIEW_SYMBOLS_MAX } from '../../../../server/contract/channels';
import type { PerpetualQuoteView } from '../../../../server/contract/markets/markets.dto';
import { type Observable, observable } from '../../../platform/observable';
import { pace } from '../../../platform/pace';
import { subscribeChannel } from '../../../platform/socket';
import { REDRAW_MS } from '../../../platform/use-channel';

/** The newest quote of each symbol that a list of futures follows; each row listens to its own. */
const quotes = new Map<string, Observable<PerpetualQuoteView | null>>();

function quoteOf(symbol: string): Observable<PerpetualQuoteView | null> {
  const known = quotes.get(symbol);
  if (known) return known;
  const quote = observable<PerpetualQuoteView | null>(null);
  quotes.set(symbol, quote);
  return quote;
}

/** Rows that did not change keep their object and are not drawn again. */
function apply(next: readonly PerpetualQuoteView[]): void {
  for (const quote of next) quoteOf(quote.symbol).set(quote);
}

export function quoteNow(symbol: string): PerpetualQuoteView | null {
  return quoteOf(symbol).get();
}

export function useQuote(symbol: string): PerpetualQuoteView | null {
  const quote = quoteOf(symbol);
  return useSyncExternalStore(quote.subscribe, quote.get);
}

/**
 * Keeps the quotes of the symbols live, by one stream, while the component is on the screen.
 * @param onKnown told which they are once the first word of them has come; stays the same function
 */
export function useQuoteView(symbols: readonly string[], onKnown: (symbols: readonly string[]) => void): void {
  const id = [...new Set(symbols)].sort().slice(0, VIEW_SYMBOLS_MAX).join(' ');
  useEffect(() => {
    if (id === '') return undefined;
    const followed = id.split(' ');
    let isKnown = false;
    const paced = pace(apply, REDRAW_MS);
    const stop = subscribeChannel('markets.perpetual-quotes', { symbols: followed }, ({ state }) => {
      if (!state) return;
      if (isKnown) return paced.push(state);
      isKnown = true;
      apply(state);
      onKnown(followed);
    });
    return () => {
      stop();
      paced.cancel();
    };
  }, [id, onKnown]);
}
