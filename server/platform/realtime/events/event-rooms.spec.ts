import type { ByeMessage, Frame } from '../../../contract/channels.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { Metrics } from '../../metrics/metrics.js';
import type { Subscriber } from '../channel-hub.js';
import type { RealtimeSession } from '../channel-source.js';
import type { FrameSink } from '../frame-sink.js';
import type { RealtimeSettings } from '../realtime-settings.js';
import { GuestSessionResolver } from '../session-resolver.js';
import type { EncodedFrame } from '../websocket-frame.js';
import type { EventMember } from './event-member.js';
import { EventRooms } from './event-rooms.js';
import type { EventSource, OpenedStream, StreamEvent, StreamListener } from './event-source.js';

const SETTINGS = { heartbeatMs: 2000, eventAckMs: 10_000 } as RealtimeSettings;
const CHANNEL = 'account.events';
const NOW = new FakeClock().now();

/** Streams that a test appends to; reading them takes as long as the test says. */
class FakeStreams implements EventSource {
  ep = 'a';
  /** Events at or below this number are no longer kept, and the answer to opening has only those above `recentFrom`. */
  forgotten = 0;
  recentFrom = 0;
  whileReading: () => Promise<void> | void = () => undefined;
  readonly listeners = new Map<string, StreamListener>();
  readonly reads: number[] = [];
  /** What those who opened streams said that they have. */
  readonly openedWith: (number | null)[] = [];
  private readonly events = new Map<string, StreamEvent[]>();

  append(userId: string, count = 1, text = 'x', endsSession = false): void {
    const all = this.all(userId);
    const added = Array.from({ length: count }, () => {
      const s = all.length + 1;
      const event = {
        s,
        kind: text,
        json: JSON.stringify({ sequence: s, of: userId, text }),
        at: NOW,
        endsSession,
        trace: null,
      };
      all.push(event);
      return event;
    });
    this.listeners.get(userId)?.onEvents(added);
  }

  async open(userId: string, listener: StreamListener, has: number | null): Promise<OpenedStream> {
    this.openedWith.push(has);
    const all = this.all(userId);
    const opened = {
      ep: this.ep,
      s: all.length,
      since: this.forgotten + 1,
      recent: has === null ? [] : all.filter(({ s }) => s > Math.max(this.forgotten, this.recentFrom, has)),
    };
    await this.whileReading();
    this.listeners.set(userId, listener);
    return opened;
  }

  close(userId: string, listener: StreamListener): void {
    if (this.listeners.get(userId) === listener) this.listeners.delete(userId);
  }

  async after(userId: string, s: number, limit: number): Promise<StreamEvent[]> {
    this.reads.push(s);
    const found = this.all(userId).filter((event) => event.s > Math.max(s, this.forgotten));
    await this.whileReading();
    return found.slice(0, limit);
  }

  all(userId: string): StreamEvent[] {
    const known = this.events.get(userId) ?? [];
    this.events.set(userId, known);
    return known;
  }
}

/** A socket of a user that follows the stream as a strict client would. */
class FakeSocket implements Subscriber {
  readonly subscriptions = new Map<string, never>();
  readonly events = new Map<string, EventMember>();
  part: number | null = null;
  readonly sent: EncodedFrame[] = [];
  readonly cuts: ByeMessage['reason'][] = [];
  /** Characters that nobody has taken yet; a test empties it. */
  waiting: number | null = null;
  readonly sink: FrameSink = {
    readyAt: 0,
    ready: () => true,
    offer: (frame) => {
      this.sent.push(frame);
      if (this.waiting !== null) this.waiting += frame.packet.length;
      return true;
    },
    gather: () => 0,
    sendGathered: () => undefined,
    write: (frame) => this.sent.push(frame),
    bufferedBytes: () => this.waiting ?? 0,
    terminate: () => undefined,
  };

  onCut: () => void = () => undefined;

  constructor(readonly session: RealtimeSession) {}

  cut(reason: ByeMessage['reason']): void {
    this.cuts.push(reason);
    this.onCut();
  }

  frames(): Frame[] {
    return this.sent.map(({ packet }) => (JSON.parse(packet.slice(1)) as [string, Frame])[1]);
  }

  /** Numbers of the events in the order in which they came; a frame that does not fit is an error. */
  numbers(from: number | null = null): number[] {
    const numbers: number[] = [];
    let place = from;
    for (const { k, s, ps, d } of this.frames()) {
      if (k !== 'snap' && ps !== place) throw new Error(`A gap: ${ps} after ${place}`);
      if (k === 'delta') numbers.push(...(d as { sequence: number }[]).map(({ sequence }) => sequence));
      place = s;
    }
    return numbers;
  }
}

class Sessions extends GuestSessionResolver {
  readonly gone = new Set<string>();

  whileAsking: () => Promise<void> | void = () => undefined;

  override async ended(ids: string[] = []): Promise<string[]> {
    await this.whileAsking();
    return ids.filter((id) => this.gone.has(id));
  }
}

const running: EventRooms[] = [];
afterEach(() => {
  for (const rooms of running.splice(0)) rooms.stop();
});

function begin() {
  const streams = new FakeStreams();
  const time = { steady: 0 };
  const sessions = new Sessions();
  const failures: unknown[] = [];
  const rooms = new EventRooms(SETTINGS, {
    clock: new FakeClock(),
    metrics: new Metrics(),
    sessions,
    onFailure: (error) => failures.push(error),
    steadyNow: () => time.steady,
  });
  running.push(rooms);
  rooms.serveEvents(CHANNEL, streams);
  const ask = async (socket: FakeSocket, place: { ep?: string; s?: number } = {}) => {
    socket.onCut = () => rooms.leave(socket);
    const outcome = await rooms.subscribe(socket, { name: CHANNEL, key: {}, ...place });
    outcome?.begin();
    return outcome?.reply;
  };
  const pass = (milliseconds: number) => {
    time.steady += milliseconds;
    for (let slot = 0; slot < 10; slot += 1) rooms.runSlot(slot);
  };
  return { streams, rooms, sessions, failures, ask, pass };
}

const user = (userId = '7', sessionId = `s${userId}`, hears?: RealtimeSession['hears']) =>
  new FakeSocket({ userId, sessionId, ...(hears ? { hears } : {}) });
const upTo = (count: number, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => index + from);
const settled = () => new Promise((done) => setImmediate(done));

describe('a stream of events', () => {
  test('begins with its place, and is told from there on', async () => {
    const { streams, ask } = begin();
    streams.append('7', 3);
    const socket = user();
    expect(await ask(socket)).toEqual({
      ok: true,
      ch: 'account.events:7',
      ep: 'a',
      s: 3,
      recovered: false,
      reason: 'first',
    });
    streams.append('7', 2);
    streams.append('7');
    expect(socket.frames()[0]).toMatchObject({ k: 'snap', s: 3, ps: null, d: { sequence: 3, since: 1 } });
    expect(socket.numbers()).toEqual([4, 5, 6]);
  });

  test('is told to all sockets of its user and to nobody else', async () => {
    const { streams, ask } = begin();
    const [first, second, foreign] = [user(), user(), user('8')];
    for (const socket of [first, second, foreign]) await ask(socket);
    streams.append('7', 3);
    expect([first.numbers(), second.numbers(), foreign.numbers()]).toEqual([[1, 2, 3], [1, 2, 3], []]);
  });

  test('is told in part to who may hear a part, and its numbers go on without a gap', async () => {
    const { streams, ask, pass } = begin();
    const [all, part] = [user(), user('7', 'key:1', ({ kind }) => kind === 'own')];
    for (const socket of [all, part]) await ask(socket);
    streams.append('7', 2, 'other');
    streams.append('7', 1, 'own');
    streams.append('7', 3, 'other');
    expect([all.numbers(), part.numbers()]).toEqual([upTo(6), [3]]);
    // Others wait for the heartbeat, which says the number; the next one is an ordinary one.
    expect(part.frames().at(-1)).toMatchObject({ s: 3, ps: 0 });
    pass(2000);
    expect(part.frames().at(-1)).toMatchObject({ k: 'delta', s: 6, ps: 3, d: [] });
    pass(2000);
    expect(part.frames().at(-1)).toMatchObject({ k: 'hb', s: 6, ps: 6 });
    streams.append('7', 1, 'own');
    expect([part.numbers(), all.numbers()]).toEqual([[3, 7], upTo(7)]);
  });

  test('is resumed in part as well, from the ring and from where all is kept', async () => {
    const { streams, ask, pass } = begin();
    streams.append('7', 200, 'other');
    streams.append('7', 1, 'own');
    streams.append('7', 399, 'other');
    streams.append('7', 1, 'own');
    streams.recentFrom = 550;
    const hears = ({ kind }: StreamEvent) => kind === 'own';
    const [near, far] = [user('7', 'key:1', hears), user('7', 'key:2', hears)];
    expect(await ask(near, { ep: 'a', s: 560 })).toMatchObject({ recovered: true, s: 601 });
    expect(await ask(far, { ep: 'a', s: 20 })).toMatchObject({ recovered: true, s: 601 });
    for (let round = 0; round < 10; round += 1) await settled();
    pass(2000);
    expect([near.numbers(560), far.numbers(20)]).toEqual([[601], [201, 601]]);
    expect(far.frames().at(-1)).toMatchObject({ s: 601 });
  });

  test('is no guest’s, and nobody’s whose session has ended', async () => {
    const { streams, sessions, ask } = begin();
    const guest = new FakeSocket({ userId: null, sessionId: null });
    expect(await ask(guest)).toEqual({ ok: false, code: 'realtime.not-allowed' });
    sessions.gone.add('s7');
    const ended = user();
    expect(await ask(ended)).toEqual({ ok: false, code: 'realtime.not-allowed' });
    streams.append('7', 3);
    expect([guest.sent, ended.sent, ended.cuts]).toEqual([[], [], ['session-revoked']]);
    expect(streams.listeners.size).toBe(0);
  });

  test('is not opened for a socket that has left while its session was looked up', async () => {
    const { streams, sessions, rooms, ask } = begin();
    const brief = user();
    sessions.whileAsking = () => rooms.leave(brief);
    expect(await ask(brief)).toBeUndefined();
    expect([streams.openedWith, streams.listeners.size]).toEqual([[], 0]);
    sessions.whileAsking = () => undefined;
    expect(await ask(user())).toMatchObject({ ok: true });
    expect(streams.listeners.size).toBe(1);
  });

  test('is resumed from the ring, and from where all is kept when the ring does not reach', async () => {
    const { streams, ask } = begin();
    streams.append('7', 300);
    streams.recentFrom = 200;
    const [near, far] = [user(), user()];
    expect(await ask(near, { ep: 'a', s: 250 })).toMatchObject({ recovered: true, s: 300 });
    expect(streams.reads).toEqual([]);
    expect(await ask(far, { ep: 'a', s: 20 })).toMatchObject({ recovered: true, s: 300 });
    await settled();
    streams.append('7');
    expect(near.numbers(250)).toEqual(upTo(301, 251));
    expect(far.numbers(20)).toEqual(upTo(301, 21));
  });

  test('asks for what was missed by who opens it, and for nothing where nothing was seen before', async () => {
    const { streams, ask } = begin();
    streams.append('7', 10);
    const first = user();
    await ask(first);
    expect(first.frames()).toMatchObject([{ k: 'snap', s: 10 }]);
    const back = new FakeSocket({ userId: '8', sessionId: 's8' });
    streams.append('8', 10);
    await ask(back, { ep: 'a', s: 7 });
    expect(back.numbers(7)).toEqual([8, 9, 10]);
    expect([streams.openedWith, streams.reads]).toEqual([[null, 7], []]);
  });

  test('keeps what happens while somebody is brought to their place', async () => {
    const { streams, ask } = begin();
    streams.append('7', 300);
    streams.recentFrom = 290;
    await ask(user());
    streams.whileReading = () => streams.append('7');
    const socket = user();
    await ask(socket, { ep: 'a', s: 10 });
    for (let round = 0; round < 10; round += 1) await settled();
    streams.whileReading = () => undefined;
    streams.append('7');
    expect(socket.numbers(10)).toEqual(upTo(streams.all('7').length, 11));
  });

  test('is resumed from a number that only another gateway has told so far', async () => {
    const { streams, ask, pass } = begin();
    streams.append('7', 10);
    await ask(user());
    const here = streams.listeners.get('7') as StreamListener;
    streams.listeners.clear();
    streams.append('7', 4);
    const socket = user();
    expect(await ask(socket, { ep: 'a', s: 13 })).toMatchObject({ ok: true, recovered: true, s: 13 });
    pass(2000);
    expect(socket.frames()).toMatchObject([{ k: 'hb', s: 13, ps: 13 }]);
    here.onEvents(streams.all('7').slice(10));
    expect(socket.numbers(13)).toEqual([14]);
  });

  test.each([
    ['another epoch', { ep: 'b', s: 5 }, 0, 'epoch'],
    ['a number not reached yet', { ep: 'a', s: 11 }, 0, 'expired'],
    ['events that are forgotten', { ep: 'a', s: 2 }, 3, 'expired'],
  ])('is not resumed from %s', async (_name, place, forgotten, reason) => {
    const { streams, ask } = begin();
    streams.append('7', 10);
    streams.forgotten = forgotten;
    const socket = user();
    expect(await ask(socket, place)).toMatchObject({ ok: true, recovered: false, reason, s: 10 });
    expect(socket.frames()).toMatchObject([{ k: 'snap', d: { sequence: 10, since: forgotten + 1 } }]);
  });

  test('begins anew for everybody when the numbers mean something else', async () => {
    const { streams, ask } = begin();
    streams.append('7', 5);
    const socket = user();
    await ask(socket);
    streams.ep = 'b';
    streams.all('7').length = 0;
    streams.listeners.get('7')?.onNewEpoch();
    await settled();
    streams.append('7');
    const [, again, event] = socket.frames();
    expect(again).toMatchObject({ k: 'snap', ep: 'b', s: 0, ps: null });
    expect(event).toMatchObject({ k: 'delta', ep: 'b', s: 1, ps: 0 });
  });

  test('that cannot be read is refused for now, and read at the next try', async () => {
    const { streams, ask, failures } = begin();
    streams.append('7', 2);
    streams.whileReading = () => Promise.reject(new Error('no database'));
    const socket = user();
    expect(await ask(socket)).toEqual({ ok: false, code: 'realtime.unavailable' });
    expect(failures).toHaveLength(1);
    streams.whileReading = () => undefined;
    expect(await ask(socket)).toMatchObject({ ok: true, s: 2 });
  });

  test('asked for twice is answered once, for the question asked last', async () => {
    const { streams, ask } = begin();
    streams.append('7', 5);
    const socket = user();
    const replies = await Promise.all([ask(socket), ask(socket, { ep: 'a', s: 3 })]);
    expect(replies).toMatchObject([undefined, { ok: true, recovered: true }]);
    await settled();
    expect(socket.numbers(3)).toEqual([4, 5]);
  });

  test('tells that a session has ended, and goes on for the others', async () => {
    const { streams, rooms, ask } = begin();
    const looked: string[] = [];
    rooms.onSessionEnded = (userId) => looked.push(userId);
    await ask(user());
    streams.append('7');
    expect(looked).toEqual([]);
    streams.append('7', 1, 'x', true);
    expect(looked).toEqual(['7']);
  });
});

describe('a socket that does not keep up', () => {
  test('is sent no more than it can have on its way, and all of it in the end', async () => {
    const { streams, rooms, ask } = begin();
    const socket = user();
    await ask(socket);
    for (let count = 0; count < 600; count += 1) streams.append('7');
    expect(socket.numbers()).toEqual(upTo(255));
    const acknowledge = () => rooms.acknowledge(socket, 'account.events:7', socket.numbers().at(-1) ?? 0);
    acknowledge();
    expect(socket.numbers()).toEqual(upTo(600));
    // What waited went out in few frames.
    expect(socket.sent.length).toBeLessThan(270);
  });

  test('has little waiting for it, and gets the rest when that is gone', async () => {
    const { streams, ask, pass } = begin();
    const socket = user();
    await ask(socket);
    socket.waiting = 0;
    streams.append('7', 600, 'y'.repeat(2000));
    expect(socket.waiting).toBeLessThan(256 * 1024);
    const before = socket.sent.length;
    pass(0);
    expect(socket.sent.filter(({ packet }) => packet.includes('"delta"'))).toHaveLength(before - 1);
    for (let round = 0; round < 20; round += 1) {
      socket.waiting = 0;
      pass(0);
    }
    expect(socket.numbers()).toEqual(upTo(600));
  });

  test('is cut after 10 s without a word; one that speaks is not', async () => {
    const { streams, rooms, ask, pass } = begin();
    const [silent, quick] = [user(), user()];
    for (const socket of [silent, quick]) await ask(socket);
    streams.append('7');
    for (let seconds = 0; seconds < 10; seconds += 1) {
      pass(1000);
      rooms.acknowledge(quick, 'account.events:7', 1);
    }
    expect([silent.cuts, quick.cuts]).toEqual([[], []]);
    pass(1);
    expect([silent.cuts, quick.cuts]).toEqual([['slow-consumer'], []]);
    pass(60_000);
    expect(quick.cuts).toEqual([]);
  });

  test('cannot acknowledge what was never sent', async () => {
    const { streams, rooms, ask, pass } = begin();
    const socket = user();
    await ask(socket);
    streams.append('7');
    rooms.acknowledge(socket, 'account.events:7', 1e9);
    rooms.acknowledge(socket, 'account.events:8', 1);
    pass(10_001);
    expect(socket.cuts).toEqual(['slow-consumer']);
  });

  test('hears in every beat where the stream is', async () => {
    const { streams, ask, pass } = begin();
    const socket = user();
    await ask(socket);
    streams.append('7', 4);
    pass(2000);
    expect(socket.frames().at(-1)).toMatchObject({ k: 'hb', s: 4, ps: 4 });
  });
});

test('the last socket that leaves closes the stream', async () => {
  const { streams, rooms, ask } = begin();
  const [first, second] = [user(), user()];
  for (const socket of [first, second]) await ask(socket);
  rooms.leave(first);
  streams.append('7');
  expect(rooms.unsubscribe(second, 'account.events:8')).toBe(false);
  expect(rooms.unsubscribe(second, 'account.events:7')).toBe(true);
  expect(streams.listeners.size).toBe(0);
  expect([first.numbers(), second.numbers()]).toEqual([[], [1]]);
});
