import { useCallback, useEffect, useRef, useState } from 'react';
import type { OptionQuoteView } from '../../../../server/contract/trading/options.dto';
import { CallFailed } from '../../../platform/api';
import { serverNow } from '../../../platform/server-clock';
import { askQuote, type OptionWish } from '../option-orders';

/** A new quote is asked for so long before the old one expires. */
const AHEAD_MS = 500;
const AGAIN_AFTER_FAILURE_MS = 2000;
/** Quotes follow each other by themselves so often; then somebody must ask. */
const BY_THEMSELVES = 20;

export interface LiveQuote {
  quote: OptionQuoteView | null;
  /** Why there is none; null while one is on its way. */
  failure: CallFailed | null;
  /** Nobody asks for new ones any more, until somebody says so. */
  isResting: boolean;
  /** Forgets the quote and asks for a new one. */
  renew: () => void;
}

/** Quotes of a wish, one after the other while somebody looks. `isHeld`: the one that is there is being confirmed. */
export function useQuote(wish: OptionWish, isHeld: boolean): LiveQuote {
  const [state, setState] = useState<Omit<LiveQuote, 'renew'>>({ quote: null, failure: null, isResting: false });
  const [round, setRound] = useState(0);
  const asked = useRef(0);
  const id = JSON.stringify({ wish, round });

  useEffect(() => {
    if (isHeld) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (milliseconds: number) => {
      timer = setTimeout(() => void ask(), milliseconds);
    };
    const ask = async () => {
      if (document.visibilityState === 'hidden') return later(AHEAD_MS);
      if (asked.current >= BY_THEMSELVES) return setState((before) => ({ ...before, isResting: true }));
      asked.current += 1;
      try {
        const quote = await askQuote((JSON.parse(id) as { wish: OptionWish }).wish, stop.signal);
        setState({ quote, failure: null, isResting: false });
        later(Math.max(AHEAD_MS, quote.expiresAt - serverNow() - AHEAD_MS));
      } catch (error) {
        if (stop.signal.aborted) return undefined;
        if (!(error instanceof CallFailed)) throw error;
        setState((before) => ({
          quote: before.quote,
          failure: error,
          isResting: error.kind === 'refused' && error.code !== 'market.stale',
        }));
        if (error.kind !== 'refused' || error.code === 'market.stale') later(AGAIN_AFTER_FAILURE_MS);
      }
      return undefined;
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id, isHeld]);

  const renew = useCallback(() => {
    asked.current = 0;
    setState({ quote: null, failure: null, isResting: false });
    setRound((before) => before + 1);
  }, []);
  return { ...state, renew };
}
