import type { Frame, SubscribeReply } from '../../server/contract/channels.js';
import { ChannelClient } from '../platform/channel-client.js';
import type { ChannelSocket, Timers } from '../platform/channel-connection.js';
import type { ChannelView } from '../platform/channel-subscription.js';

/** Time that stands still until a test moves it. */
export class FakeTimers implements Timers {
  private instant = 0;
  private waiting: { at: number; work: () => void }[] = [];
  chance = 1;

  now(): number {
    return this.instant;
  }

  random(): number {
    return this.chance;
  }

  after(milliseconds: number, work: () => void): () => void {
    const entry = { at: this.instant + milliseconds, work };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  pass(milliseconds: number): void {
    const end = this.instant + milliseconds;
    for (;;) {
      const next = this.waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.instant = Math.max(this.instant, next.at);
      next.work();
    }
    this.instant = end;
  }
}

export interface Asked {
  request: { ch: string; key: unknown; ep?: string; s?: number };
  answer: (reply: SubscribeReply) => void;
}

/** The server's end of one connection, played by the test. */
export class FakeSocket implements ChannelSocket {
  private readonly listeners = new Map<string, (...args: never[]) => void>();
  readonly asked: Asked[] = [];
  readonly left: string[] = [];
  readonly acknowledged: number[] = [];
  isClosed = false;

  on(event: string, listener: (...args: never[]) => void): void {
    this.listeners.set(event, listener);
  }

  emit(event: string, ...args: unknown[]): void {
    if (event === 'sub') {
      const [request, answer] = args as [Asked['request'], Asked['answer']];
      this.asked.push({ request, answer });
    } else if (event === 'ack') this.acknowledged.push((args[0] as { s: number }).s);
    else this.left.push((args[0] as { ch: string }).ch);
  }

  off(): void {
    this.listeners.clear();
  }

  disconnect(): void {
    this.isClosed = true;
  }

  say(event: string, message?: unknown): void {
    (this.listeners.get(event) as ((message: unknown) => void) | undefined)?.(message);
  }

  hello(now = 1_000_000): void {
    this.say('hello', { now, beatMs: 100, heartbeatMs: 5000, limits: {} });
  }

  frame(frame: Partial<Frame>): void {
    this.say('f', { ch: 't', ep: 'a', k: 'delta', ts: 1_000_000, ps: null, ...frame });
  }

  /** Answers the last question as the first subscription and sends the snapshot. */
  start(rows: unknown[] = [{ symbol: 'BTC/USDT', last: '1' }], s = 10): void {
    this.asked.at(-1)?.answer({ ok: true, ch: 't', ep: 'a', s, recovered: false, reason: 'first' });
    this.frame({ k: 'snap', s, d: rows });
  }
}

export const KEY = { symbols: ['ETH/USDT', 'BTC/USDT'] };

export function open() {
  const timers = new FakeTimers();
  const sockets: FakeSocket[] = [];
  const client = new ChannelClient({
    timers,
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  });
  const views: ChannelView<'markets.ticker'>[] = [];
  const stop = client.subscribe('markets.ticker', KEY, (view) => views.push(view));
  const last = () => views.at(-1) as ChannelView<'markets.ticker'>;
  const newest = () => sockets.at(-1) as FakeSocket;
  return { timers, sockets, client, views, stop, last, newest };
}

export function running() {
  const all = open();
  all.newest().hello();
  all.newest().start();
  return all;
}
