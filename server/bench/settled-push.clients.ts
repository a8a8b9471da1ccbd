import { io, type Socket } from 'socket.io-client';
import { EVENT_ACK_WITHIN_MS, type Frame, REALTIME_EVENTS, REALTIME_PROTOCOL } from '../contract/channels.js';
import type { AccountEvent } from '../contract/events.dto.js';

/**
 * The pages of `server/bench/settled-push.ts`: one socket for each user, on the private stream and on the price of one
 * market.
 */
interface Connect {
  url: string;
  tokens: string[];
}

const OPENING_AT_ONCE = 50;

function openPage(url: string, token: string, onStart: () => void): Socket {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { protocol: REALTIME_PROTOCOL, token },
  });
  let [applied, acknowledged, channel] = [0, -1, ''];
  socket.on(REALTIME_EVENTS.hello, () => {
    socket.emit(REALTIME_EVENTS.subscribe, { ch: 'account.events', key: {} }, () => undefined);
    socket.emit(REALTIME_EVENTS.subscribe, { ch: 'markets.ticker', key: { symbols: ['BTC/USDT'] } }, () => undefined);
  });
  socket.on(REALTIME_EVENTS.frame, ({ k, ch, s, d }: Frame) => {
    if (!ch.startsWith('account.events')) return;
    const at = Date.now();
    if (k === 'snap') onStart();
    if (k === 'delta') for (const event of d as AccountEvent[]) report(event, at);
    [applied, channel] = [s, ch];
  });
  const timer = setInterval(() => {
    if (applied === acknowledged || channel === '') return;
    acknowledged = applied;
    socket.emit(REALTIME_EVENTS.acknowledge, { ch: channel, s: applied });
  }, EVENT_ACK_WITHIN_MS);
  socket.on('disconnect', () => clearInterval(timer));
  return socket;
}

function report(event: AccountEvent, at: number): void {
  if (event.kind !== 'option.settled' && event.kind !== 'option.voided') return;
  process.send?.({ orderId: event.payload.orderId, kind: event.kind, at });
}

// The channel closes when the bench ends, however it ends.
process.once('disconnect', () => process.exit(0));
process.on('message', async ({ url, tokens }: Connect) => {
  for (let first = 0; first < tokens.length; first += OPENING_AT_ONCE) {
    const some = tokens.slice(first, first + OPENING_AT_ONCE);
    await Promise.all(some.map((token) => new Promise<void>((done) => openPage(url, token, done))));
  }
  process.send?.({ listening: tokens.length });
});
