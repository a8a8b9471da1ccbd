import { storeLastKnown, lastKnown } from '../../../platform/last-known';
import { observable } from '../../../platform/observable';
import { serverNow } from '../../../platform/server-clock';
import type { Market } from './market';

/** Whoever has just opened the page has other work for the processor. */
const SAVE_AFTER_MS = 3000;

/** Of when the prices are that stand in for those of now; null: they are the server's. */
export const lastPricesAt = observable<number | null>(null);
/** The same by call: one may be answered by now and another not. */
const standIn = new Map<string, number>();

function notify(): void {
  lastPricesAt.set(standIn.size === 0 ? null : Math.min(...standIn.values()));
}

/** Keeps what the server said of the markets, for a start without a network. */
export function saveLastPrices(path: string, reply: unknown): void {
  standIn.delete(path);
  notify();
  const at = serverNow();
  setTimeout(() => storeLastKnown(path, { at, reply }), SAVE_AFTER_MS);
}

/**
 * The markets as they were last known, none of whose prices is of now whatever was said of it then: each is as old as its word.
 * Null: nothing is known.
 */
export function lastPrices(path: string, pick: (reply: unknown) => Market[]): Market[] | null {
  const known = lastKnown(path);
  if (!known) return null;
  const markets = pick(known.reply).map((market) => ({ ...market, ticker: asOf(known.at, market.ticker) }));
  standIn.set(path, known.at);
  notify();
  return markets;
}

function asOf(at: number, ticker: Market['ticker']): Market['ticker'] {
  // What a reply says of an age has been counted back from now. Where the clock was set back since, now is before the reply.
  const isClockBehind = at > serverNow();
  const pricedAt = ticker.pricedAt === null ? null : isClockBehind ? at : Math.min(ticker.pricedAt, at);
  return { ...ticker, status: 'stale', reason: 'price-too-old', opensAt: null, pricedAt };
}
