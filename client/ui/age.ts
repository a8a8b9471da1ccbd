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
  /** When a closed market opens next; null when that is not known. */
  opensAt?: number | null;
  origin: PriceOrigin;
  /** When the price was made at its source; null when there is none. */
  pricedAt: number | null;
}

export type AgeState =
  | { kind: 'live' }
  | { kind: 'delayed'; seconds: number }
  /** `opensAt`: when it trades again; null when that is not known. */
  | { kind: 'closed' | 'holiday'; opensAt: number | null }
  | { kind: 'frozen' | 'halted' | 'none' };

/** After so long without news from the server a live price is called delayed. */
export const DELAYED_AFTER_MS = 2000;
/**
 * The server calls a price live for five seconds after its source confirmed it, and tells of each confirmation. One
 * that is twice as old has not been told of: its stream stands still, whatever was said last.
 */
export const LIVE_MOST_MS = 10_000;
/** A price this old is not late any more, it stands still. */
export const FROZEN_AFTER_MS = 60_000;

/**
 * What to say of a price's age. While the server is heard, its own word on the market counts; when it is not, nothing
 * vouches for the price any more and its age alone decides. A word that is too old itself counts no more. `heardAt`: when the server was last heard, null while it
 * is being heard.
 */
export function ageOf(price: PriceAge, now: number, heardAt: number | null): AgeState {
  if (price.status === 'halted') return { kind: 'halted' };
  if (price.status === 'closed') {
    return { kind: price.reason === 'holiday' ? 'holiday' : 'closed', opensAt: price.opensAt ?? null };
  }
  if (price.pricedAt === null) return { kind: 'none' };
  // Nothing is priced in the future: the clock is behind, was set back perhaps, and nobody knows how old the price is.
  if (price.pricedAt - now > LIVE_MOST_MS) return { kind: 'frozen' };
  const age = now - Math.min(price.pricedAt, now);
  // A clock that was set back says nothing of how long ago it was.
  const isHeard = heardAt === null || (now >= heardAt && now - heardAt < DELAYED_AFTER_MS);
  if (price.status === 'live' && isHeard && age < LIVE_MOST_MS) return { kind: 'live' };
  if (age >= FROZEN_AFTER_MS) return { kind: 'frozen' };
  return { kind: 'delayed', seconds: Math.floor(age / 1000) };
}

/**
 * Whole seconds between now and the moment of a price that should be newer; null while it is new enough to be called live. One far
 * ahead of now is none of now either: the clock is behind, and what it says of any age is worth nothing.
 */
export function secondsTooOld(at: number, now: number): number | null {
  const apart = Math.abs(now - at);
  return apart < LIVE_MOST_MS ? null : Math.floor(apart / 1000);
}

/** How sound an index is, as a key of the words. */
export function soundness(state: IndexState): 'sound' | 'degraded' | 'stale' {
  return state === 'ok' ? 'sound' : state;
}
