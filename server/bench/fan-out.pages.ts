import type { ChannelName } from '../contract/channels.js';

/** What the sockets of a run have on their screens. */
export type Page = 'list' | 'own' | 'trade';

export interface Wanted {
  ch: ChannelName;
  id: string;
}

/** Symbols with a trade page of their own, and of a list of somebody's own. */
const TRADED = 27;
const OWN = 10;
const SYMBOLS = 50;

/**
 * The streams of one socket. `list`: one list of all symbols, the same for everybody. `own`: a list of ten symbols that
 * nobody else has. `trade`: the four streams of a trade page, of one of 27 symbols.
 */
export function wantedOn(page: Page, socket: number): Wanted[] {
  if (page === 'list') return [{ ch: 'markets.ticker', id: 'all' }];
  if (page === 'own') return [{ ch: 'markets.ticker', id: ownSet(socket) }];
  const id = digits(socket % TRADED);
  return (['markets.ticker', 'markets.depth', 'markets.trades', 'markets.candle'] as const).map((ch) => ({ ch, id }));
}

/**
 * Ten different symbols, another set for each of many thousand sockets: each next one lies one to five further on, by the
 * digits of the socket's number to the base of five.
 */
function ownSet(socket: number): string {
  const chosen: number[] = [];
  let [left, at] = [socket, 0];
  for (let count = 0; count < OWN; count += 1) {
    chosen.push(at);
    at += 1 + (left % 5);
    left = Math.floor(left / 5);
  }
  return chosen.map((symbol) => digits(symbol % SYMBOLS)).join('');
}

function digits(number: number): string {
  return String(number).padStart(2, '0');
}
