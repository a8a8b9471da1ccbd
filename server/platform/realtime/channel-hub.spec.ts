import * as fc from 'fast-check';
import type { Frame } from '../../contract/channels.js';
import { CHANNELS } from '../../contract/channels.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { FakeMarket } from '../../test/fakes/fake-market.js';
import { Metrics } from '../metrics/metrics.js';
import { SWEEP_PARTS } from './beat-sweep.js';
import { ChannelHub, type Subscriber } from './channel-hub.js';
import { GUEST } from './channel-source.js';
import type { FrameSink } from './frame-sink.js';
import type { Member } from './channel-room.js';
import type { RealtimeSettings } from './realtime-settings.js';
import type { EncodedFrame } from './websocket-frame.js';

const SETTINGS = { beatMs: 100, heartbeatMs: 5000 } as RealtimeSettings;
const SYMBOLS = ['BTC/USDT', 'DOGE/USDT', 'ETH/USDT'];

/** A socket that takes or refuses frames as the test says, and follows the stream as a client would. */
class FakeSubscriber implements Subscriber {
  readonly session = GUEST;
  readonly subscriptions = new Map<string, Member>();
  readonly events = new Map<string, never>();
  readonly cut = () => undefined;
  part: number | null = null;
  readonly sent: EncodedFrame[] = [];
  /** Frames of each write. */
  readonly writes: number[] = [];
  isBusy = false;
  isBroken = false;
  isEnded = false;
  private waiting: EncodedFrame[] = [];
  readonly sink: FrameSink = {
    readyAt: 0,
    ready: () => !this.isBusy,
    offer: (frame) => !this.isBusy && this.sent.push(frame) > 0,
    gather: (frame) => (this.isBusy ? 0 : this.waiting.push(frame)),
    sendGathered: () => {
      if (this.isBroken) throw new Error('broken');
      this.writes.push(this.waiting.length);
      this.sent.push(...this.waiting.splice(0));
    },
    write: (frame) => this.sent.push(frame),
    bufferedBytes: () => 0,
    terminate: () => {
      this.isEnded = true;
    },
  };

  frames(): Frame[] {
    return this.sent.map(({ packet }) => (JSON.parse(packet.slice(1)) as [string, Frame])[1]);
  }

  /** Rows as a strict client has them: a frame that does not fit the one before is an error. */
  rows(): Record<string, string> {
    let rows: Record<string, string> = {};
    let place = { ep: '', s: -1 };
    for (const { k, ep, s, ps, d } of this.frames()) {
      if (k === 'snap') rows = {};
      else if (place.ep !== ep || place.s !== ps) throw new Error(`A gap: ${ps} after ${JSON.stringify(place)}`);
      for (const { symbol, last } of (d ?? []) as { symbol: string; last: string }[]) rows[symbol] = last;
      place = { ep, s };
    }
    return rows;
  }
}

function start() {
  const market = new FakeMarket();
  const time = { steady: 0 };
  const failures: unknown[] = [];
  const hub = new ChannelHub(
    SETTINGS,
    new FakeClock(),
    new Metrics(),
    (error) => failures.push(error),
    () => time.steady,
  );
  hub.serve('markets.ticker', market.tickerSource);
  hub.serve('markets.trades', market.tradesSource);
  for (const symbol of SYMBOLS) market.tick(symbol, '1');
  const beat = () => {
    time.steady += 100;
    for (let part = 0; part < SWEEP_PARTS; part += 1) hub.runPart(part);
  };
  const view = (place: { ep?: string; s?: number } = {}) =>
    ({ name: 'markets.ticker', key: { symbols: SYMBOLS }, ...place }) as const;
  const listen = (subscriber = new FakeSubscriber(), place: { ep?: string; s?: number } = {}) => {
    const { reply, frame } = hub.subscribe(subscriber, view(place));
    if (frame) subscriber.sink.write(frame);
    return { subscriber, reply };
  };
  return { market, hub, beat, listen, view, failures };
}

const running: ChannelHub[] = [];
function begin() {
  const all = start();
  running.push(all.hub);
  return all;
}
afterEach(() => {
  for (const hub of running.splice(0)) hub.stop();
});

function truth(market: FakeMarket): Record<string, string> {
  return Object.fromEntries(market.view(SYMBOLS).map(({ symbol, last }) => [symbol, last]));
}

describe('a subscription', () => {
  test('joins before it reads the snapshot, so that an update in between is not lost', () => {
    const { market, hub, beat, listen } = begin();
    const seen: number[] = [];
    market.whileReading = () => {
      seen.push(hub.subscribers('markets.ticker', SYMBOLS.join(',')));
      market.tick('BTC/USDT', '2');
      beat();
      market.whileReading = () => undefined;
    };
    const { subscriber } = listen();
    beat();
    expect(seen).toEqual([1]);
    expect(subscriber.rows()).toEqual({ 'BTC/USDT': '2', 'DOGE/USDT': '1', 'ETH/USDT': '1' });
  });

  test('says why there is a snapshot, or that the rest follows', () => {
    const { market, listen } = begin();
    expect(listen().reply).toMatchObject({ ok: true, recovered: false, reason: 'first', s: 3 });
    expect(listen(new FakeSubscriber(), { ep: '1', s: 3 }).reply).toMatchObject({ recovered: true, s: 3 });
    market.tick('BTC/USDT', '2');
    const resumed = listen(new FakeSubscriber(), { ep: '1', s: 3 });
    expect(resumed.reply).toMatchObject({ ok: true, recovered: true, s: 4 });
    expect(resumed.subscriber.frames()).toMatchObject([{ k: 'delta', ps: 3, s: 4, d: [{ last: '2' }] }]);
    expect(listen(new FakeSubscriber(), { ep: '0', s: 3 }).reply).toMatchObject({ recovered: false, reason: 'epoch' });
    expect(listen(new FakeSubscriber(), { ep: '1', s: 99 }).reply).toMatchObject({
      recovered: false,
      reason: 'expired',
    });
  });

  test('of the same stream twice on a socket is one subscription', () => {
    const { hub, listen } = begin();
    const { subscriber } = listen();
    listen(subscriber);
    expect(hub.subscribers('markets.ticker', SYMBOLS.join(','))).toBe(1);
    expect(subscriber.subscriptions.size).toBe(1);
  });

  test('ends with its socket, and the source is told when it was the last', () => {
    const { market, hub, listen } = begin();
    const first = listen().subscriber;
    const second = listen().subscriber;
    hub.leave(first);
    expect(market.released).toEqual([]);
    hub.leave(second);
    expect(market.released).toEqual([SYMBOLS.join(',')]);
  });

  test('is refused beyond the limits', () => {
    const { hub, market } = begin();
    const subscriber = new FakeSubscriber();
    const ask = (symbol: string) =>
      hub.subscribe(subscriber, { name: 'markets.ticker', key: { symbols: [symbol] } }).reply;
    const limit = CHANNELS['markets.ticker'].subscriptionsPerSocket;
    const replies = Array.from({ length: limit + 1 }, (_, index) => ask(`S${index}/USDT`));
    expect(replies.slice(0, limit).every(({ ok }) => ok)).toBe(true);
    expect(replies[limit]).toEqual({ ok: false, code: 'realtime.too-many-subscriptions' });
    expect(market.released).toEqual([`S${limit}/USDT`]);
  });

  test.each([
    ['no symbols', { symbols: [] }],
    ['text for a list', { symbols: 'BTC/USDT' }],
    ['objects for symbols', { symbols: [{ toString: 'x' }] }],
    ['nothing', {}],
    ['121 symbols', { symbols: Array.from({ length: 121 }, (_, index) => `S${index}/USDT`) }],
  ])('with %s in the key is refused', (_name, key) => {
    const { hub } = begin();
    const { reply } = hub.subscribe(new FakeSubscriber(), { name: 'markets.ticker', key });
    expect(reply).toEqual({ ok: false, code: 'realtime.bad-key' });
  });

  test('of a channel without a source, or of a broken source, is refused and changes nothing', () => {
    const { hub, failures } = begin();
    const key = { symbol: 'BTC/USDT' };
    expect(hub.subscribe(new FakeSubscriber(), { name: 'markets.depth', key }).reply).toMatchObject({
      code: 'realtime.unknown-channel',
    });
    hub.serve('markets.mark', {
      resolve: () => 'BTC/USDT',
      snapshot: () => {
        throw new Error('broken');
      },
      since: () => 'unknown',
    });
    expect(hub.subscribe(new FakeSubscriber(), { name: 'markets.mark', key }).reply).toMatchObject({
      code: 'realtime.unavailable',
    });
    expect(hub.subscribers('markets.mark', 'BTC/USDT')).toBe(0);
    expect(failures).toHaveLength(1);
  });

  test('has one source for each channel', () => {
    const { hub, market } = begin();
    expect(() => hub.serve('markets.ticker', market.tickerSource)).toThrow('two sources');
  });
});

describe('a beat', () => {
  test('sends what changed since the last one, once, with the last values', () => {
    const { market, beat, listen } = begin();
    const { subscriber } = listen();
    for (let price = 2; price <= 20; price += 1) market.tick('BTC/USDT', String(price));
    beat();
    beat();
    expect(subscriber.frames().slice(1)).toMatchObject([
      { k: 'delta', ps: 3, s: 22, d: [{ symbol: 'BTC/USDT', last: '20' }] },
    ]);
  });

  test('encodes a frame once for everybody at the same place, in whichever part of the sweep', () => {
    const { market, beat, listen } = begin();
    const subscribers = Array.from({ length: 50 }, () => listen().subscriber);
    market.tick('BTC/USDT', '2');
    beat();
    expect(new Set(subscribers.map(({ sent }) => sent.at(-1))).size).toBe(1);
    expect(new Set(subscribers.map(({ part }) => part)).size).toBe(SWEEP_PARTS);
  });

  test('gives who is served later in it what has changed meanwhile', () => {
    const { market, hub, listen } = begin();
    const [first, last] = Array.from({ length: SWEEP_PARTS }, () => listen().subscriber).flatMap((one, place) =>
      place === 0 || place === SWEEP_PARTS - 1 ? [one] : [],
    ) as [FakeSubscriber, FakeSubscriber];
    market.tick('BTC/USDT', '2');
    hub.runPart(0);
    market.tick('BTC/USDT', '3');
    hub.runPart(SWEEP_PARTS - 1);
    expect(first.rows()['BTC/USDT']).toBe('2');
    expect(last.rows()['BTC/USDT']).toBe('3');
    hub.runPart(0);
    expect(first.rows()['BTC/USDT']).toBe('3');
  });

  test('spreads the sockets over the parts of the sweep', () => {
    const { market, hub, listen } = begin();
    const subscribers = Array.from({ length: 1000 }, () => listen().subscriber);
    market.tick('BTC/USDT', '2');
    const served = Array.from({ length: SWEEP_PARTS }, (_, part) => {
      hub.runPart(part);
      return subscribers.filter(({ sent }) => sent.length === 2).length;
    });
    const byPart = served.map((count, part) => count - (served[part - 1] ?? 0));
    expect(byPart).toEqual(Array.from({ length: SWEEP_PARTS }, () => 1000 / SWEEP_PARTS));
  });

  test('writes to each socket once, whatever it listens to', () => {
    const { market, hub, beat, listen } = begin();
    const { subscriber } = listen();
    const other = listen().subscriber;
    for (const key of [{ symbols: ['ETH/USDT'] }, { symbols: ['BTC/USDT'] }]) {
      const { frame } = hub.subscribe(subscriber, { name: 'markets.ticker', key });
      if (frame) subscriber.sink.write(frame);
    }
    const trades = hub.subscribe(subscriber, { name: 'markets.trades', key: { symbol: 'BTC/USDT' } });
    if (trades.frame) subscriber.sink.write(trades.frame);
    for (const symbol of SYMBOLS) market.tick(symbol, '5');
    market.trade('5');
    beat();
    expect(subscriber.writes).toEqual([4]);
    expect(other.writes).toEqual([1]);
    expect(subscriber.frames().slice(-4)).toEqual([
      expect.objectContaining({ ch: `markets.ticker:${SYMBOLS.join(',')}`, k: 'delta' }),
      expect.objectContaining({ ch: 'markets.ticker:ETH/USDT', k: 'delta' }),
      expect.objectContaining({ ch: 'markets.ticker:BTC/USDT', k: 'delta' }),
      expect.objectContaining({ ch: 'markets.trades:BTC/USDT', k: 'delta' }),
    ]);
    hub.leave(subscriber);
    market.tick('BTC/USDT', '6');
    beat();
    expect(subscriber.writes).toEqual([4]);
  });

  test('leaves out a busy socket, which then gets everything it missed; the others notice nothing', () => {
    const { market, beat, listen } = begin();
    const { subscriber: slow } = listen();
    const { subscriber: quick } = listen();
    slow.isBusy = true;
    for (let price = 2; price <= 6; price += 1) {
      market.tick('BTC/USDT', String(price));
      market.tick('ETH/USDT', String(price * 10));
      beat();
    }
    expect(slow.sent).toHaveLength(1);
    expect(quick.sent).toHaveLength(6);
    slow.isBusy = false;
    beat();
    expect(slow.sent).toHaveLength(2);
    expect(quick.sent).toHaveLength(6);
    expect(slow.rows()).toEqual(truth(market));
    expect(quick.rows()).toEqual(truth(market));
  });

  test('sends a snapshot to everybody when the epoch changes', () => {
    const { market, beat, listen } = begin();
    const { subscriber } = listen();
    market.newEpoch('2');
    market.tick('BTC/USDT', '7');
    beat();
    expect(subscriber.frames().at(-1)).toMatchObject({ k: 'snap', ep: '2', ps: null });
    expect(subscriber.rows()).toEqual(truth(market));
  });

  test('sends a heartbeat with the place after 5 s without a change', () => {
    const { market, beat, listen } = begin();
    const { subscriber } = listen();
    beat();
    expect(subscriber.sent).toHaveLength(1);
    market.tick('BTC/USDT', '2');
    beat();
    for (let beats = 0; beats < 49; beats += 1) beat();
    expect(subscriber.sent).toHaveLength(2);
    beat();
    expect(subscriber.frames().at(-1)).toEqual(expect.objectContaining({ k: 'hb', ep: '1', s: 4, ps: 4 }));
    expect(subscriber.frames().at(-1)).not.toHaveProperty('d');
  });

  test('ends a socket whose write fails, and serves the others of its part', () => {
    const { market, beat, listen, failures } = begin();
    const subscribers = Array.from({ length: SWEEP_PARTS + 1 }, () => listen().subscriber);
    const [broken, ...others] = subscribers as [FakeSubscriber, ...FakeSubscriber[]];
    broken.isBroken = true;
    market.tick('BTC/USDT', '2');
    beat();
    expect([broken.isEnded, failures.length]).toEqual([true, 1]);
    expect(others.some(({ part }) => part === broken.part)).toBe(true);
    for (const other of others) expect([other.isEnded, other.rows()]).toEqual([false, truth(market)]);
  });

  test('goes on for the other rooms when one source breaks', () => {
    const { market, beat, listen, hub, failures } = begin();
    const { subscriber } = listen();
    hub.serve('markets.mark', {
      resolve: () => 'BTC/USDT',
      snapshot: () => ({ ep: '1', s: 1, payload: '{}' }),
      since: () => {
        throw new Error('broken');
      },
    });
    hub.subscribe(new FakeSubscriber(), { name: 'markets.mark', key: {} });
    market.tick('BTC/USDT', '2');
    beat();
    expect(subscriber.rows()).toEqual(truth(market));
    expect(failures).toHaveLength(1);
  });
});

type Step =
  | { do: 'tick'; symbol: string; price: number }
  | { do: 'part'; part: number }
  | { do: 'busy' | 'free' | 'resume' | 'come' | 'go'; who: number }
  | { do: 'epoch' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('tick' as const), symbol: fc.constantFrom(...SYMBOLS), price: fc.nat(999) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('part' as const), part: fc.nat(SWEEP_PARTS - 1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('busy' as const, 'free', 'resume', 'come', 'go'), who: fc.nat(7) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'epoch' as const }) },
);

test('whatever happens, everybody ends at the state of the server, without a gap on the way', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const { market, hub, beat, listen, view } = begin();
      const subscribers = Array.from({ length: 8 }, () => listen().subscriber);
      for (const [index, action] of steps.entries()) {
        if (action.do === 'tick') market.tick(action.symbol, String(action.price));
        else if (action.do === 'part') hub.runPart(action.part);
        else if (action.do === 'epoch') market.newEpoch(`e${index}`);
        else act(action, subscribers, hub, view);
      }
      for (const subscriber of subscribers) subscriber.isBusy = false;
      beat();
      for (const subscriber of subscribers) {
        if (subscriber.subscriptions.size > 0) expect(subscriber.rows()).toEqual(truth(market));
      }
    }),
    { numRuns: 500 },
  );
});

function act(
  action: Extract<Step, { who: number }>,
  subscribers: FakeSubscriber[],
  hub: ChannelHub,
  view: ReturnType<typeof start>['view'],
): void {
  const subscriber = subscribers[action.who] as FakeSubscriber;
  const last = subscriber.frames().at(-1);
  if (action.do === 'busy') subscriber.isBusy = true;
  else if (action.do === 'free') subscriber.isBusy = false;
  else if (action.do === 'go') hub.leave(subscriber);
  else {
    const place = action.do === 'resume' && last ? { ep: last.ep, s: last.s } : {};
    const { frame } = hub.subscribe(subscriber, view(place));
    if (frame) subscriber.sink.write(frame);
  }
}
