import { useMemo } from 'react';
import { VIEW_SYMBOLS_MAX } from '../../../../server/contract/channels';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useChannel } from '../../../platform/use-channel';
import type { PriceAge } from '../../../ui/age';
import { amountIn, type Holding, isZero, type Quote, type Quotes } from './holdings';

const UNIT = 'USDT';
const ONE: Quote = { price: '1', age: null };

const symbolOf = (code: string) => `${code}/${UNIT}`;

export interface LiveQuotes {
  quotes: Quotes;
  /** The markets behind them, for saying where prices come from; null while the stream that was asked has told nothing. */
  tickers: TickerView[] | null;
  /** The stream that was asked tells nothing: the prices are those of the reply. */
  isSilent: boolean;
}

/** Prices in USDT of what is held, live; those of the reply until the stream has answered. */
export function useQuotes(holdings: readonly Holding[] | null): LiveQuotes {
  const held = (holdings ?? []).filter((holding) => holding.code !== UNIT && !isZero(amountIn(holding)));
  const symbols = held
    .map(({ code }) => symbolOf(code))
    .sort()
    .slice(0, VIEW_SYMBOLS_MAX);
  const { state, status } = useChannel('markets.ticker', symbols.length === 0 ? null : { symbols });
  // A stream that is silent has no newer price than the reply, which is read again and again.
  const live = status === 'live' ? state : null;
  const quotes = useMemo(() => quotesOf(holdings ?? [], live ?? []), [holdings, live]);
  const isAsked = symbols.length > 0;
  return { quotes, tickers: isAsked ? state : [], isSilent: isAsked && live === null };
}

/** A quote for every coin with a price. */
export function quotesOf(holdings: readonly Holding[], tickers: readonly TickerView[]): Quotes {
  const bySymbol = new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
  const quotes = new Map<string, Quote>([[UNIT, ONE]]);
  for (const { code, price, pricedAt } of holdings) {
    if (code === UNIT) continue;
    const ticker = bySymbol.get(symbolOf(code));
    if (ticker && ticker.last !== null) quotes.set(code, { price: ticker.last, age: ticker });
    else if (price !== null) quotes.set(code, { price, age: ofReply(pricedAt) });
  }
  return quotes;
}

/** Nothing is known of the market of a price that a reply brought: its age alone says whether it is live. */
function ofReply(pricedAt: number | null): PriceAge {
  return { status: 'live', reason: null, origin: 'live', pricedAt };
}
