import type {
  IndexState,
  MarketStatus,
  MarketStatusReason,
  PriceOrigin,
} from '../../server/contract/markets/markets.dto';

/** What is known of a price, apart from the price. */
export interface PriceAge {
  status: MarketStatus;
  reason: MarketStatusReason | null;
  origin: PriceOrigin;
  /** When the price was made at its source; null when there is none. */
  pricedAt: number | null;
}

export type AgeState =
  | { kind: 'live' }
  | { kind: 'delayed'; seconds: number }
  | { kind: 'frozen' | 'closed' | 'holiday' | 'halted' | 'none' };

/** After so long without news from the server a live price is called delayed. */
export const DELAYED_AFTER_MS = 2000;
/** A price this old is not late any more, it stands still. */
export const FROZEN_AFTER_MS = 60_000;

/**
 * What to say of a price's age. While the server is heard, its own word on the market counts; when it is not, nothing
 * vouches for the price any more and its age alone decides. `heardAt`: when the server was last heard, null while it
 * is being heard.
 */
export function ageOf(price: PriceAge, now: number, heardAt: number | null): AgeState {
  if (price.pricedAt === null) return { kind: 'none' };
  if (price.status === 'halted') return { kind: 'halted' };
  if (price.status === 'closed') return { kind: price.reason === 'holiday' ? 'holiday' : 'closed' };
  if (price.status === 'live' && (heardAt === null || now - heardAt < DELAYED_AFTER_MS)) return { kind: 'live' };
  const age = now - Math.min(price.pricedAt, now);
  if (age >= FROZEN_AFTER_MS) return { kind: 'frozen' };
  return { kind: 'delayed', seconds: Math.floor(age / 1000) };
}

/** How sound an index is, as a key of the words. */
export function soundness(state: IndexState): 'sound' | 'degraded' | 'stale' {
  return state === 'ok' ? 'sound' : state;
}
