import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeRecorder } from '../../test/fakes/fake-recorder.js';
import type { EventSource, OpenedStream, StreamEvent, StreamListener } from '../realtime/events/event-source.js';
import { newPlace, writePlace } from '../tracing/trace-place.js';
import { recordWith } from '../tracing/work.js';
import { type FollowedUser, type FollowingRules, UserFollowing } from './user-following.js';

const BEAT_MS = 1000;

/** Streams of which a test says the events. */
class FakeStreams implements EventSource {
  readonly listeners = new Map<string, StreamListener>();
  whileOpening: () => Promise<void> = () => Promise.resolve();
  opened = 0;

  async open(userId: string, listener: StreamListener): Promise<OpenedStream> {
    this.opened += 1;
    this.listeners.set(userId, listener);
    await this.whileOpening();
    return { ep: 'a', s: 0, since: 1, recent: [] };
  }

  close(userId: string, listener: StreamListener): void {
    if (this.listeners.get(userId) === listener) this.listeners.delete(userId);
  }

  after(): Promise<StreamEvent[]> {
    return Promise.resolve([]);
  }

  append(userId: string, kind: string, trace: string | null = null): void {
    this.listeners.get(userId)?.onEvents([{ s: 1, kind, json: '{}', at: 0, endsSession: false, trace }]);
  }
}

let streams: FakeStreams;
let following: UserFollowing<number>;
/** Whom was looked at, with how many events. */
let looked: [string, number][];

beforeEach(() => {
  jest.useFakeTimers();
  streams = new FakeStreams();
  looked = [];
});

afterEach(() => {
  following.end();
  recordWith(null);
  jest.useRealTimers();
});

function look(one: FollowedUser<number>, events: readonly StreamEvent[]): Promise<void> {
  looked.push([one.userId, events.length]);
  one.seen += 1;
  return Promise.resolve();
}

function aFollowing(rules: Partial<FollowingRules<number>> = {}): UserFollowing<number> {
  following = new UserFollowing(streams, { nothing: () => 0, kinds: ['position', 'balance'], look, ...rules });
  return following;
}

const settled = () => jest.advanceTimersByTimeAsync(0);

describe('a followed user', () => {
  it('is looked at when coming and after events that matter, never for a beat alone, and no more when gone', async () => {
    const leave = aFollowing().watch('1', () => undefined);
    await settled();
    expect(looked).toEqual([['1', 0]]);
    await jest.advanceTimersByTimeAsync(300 * BEAT_MS);
    expect(looked).toHaveLength(1);
    streams.append('1', 'notice');
    await settled();
    expect(looked).toHaveLength(1);
    streams.append('1', 'position');
    await settled();
    expect(looked).toEqual([
      ['1', 0],
      ['1', 1],
    ]);
    const { listeners } = streams;
    const listener = listeners.get('1');
    leave();
    expect(listeners.size).toBe(0);
    listener?.onEvents([{ s: 2, kind: 'position', json: '{}', at: 0, endsSession: false, trace: null }]);
    await jest.advanceTimersByTimeAsync(10 * BEAT_MS);
    expect(looked).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is looked at once at a time, and once more for all events meanwhile', async () => {
    let finish: (() => void) | undefined;
    const slow = async (...given: Parameters<typeof look>) => {
      await look(...given);
      await new Promise<void>((resolve) => (finish = resolve));
    };
    aFollowing({ look: slow }).watch('1', () => undefined);
    await settled();
    streams.append('1', 'position');
    streams.append('1', 'balance');
    await jest.advanceTimersByTimeAsync(3 * BEAT_MS);
    expect(looked).toEqual([['1', 0]]);
    for (let rounds = 0; rounds < 3; rounds += 1) {
      finish?.();
      await settled();
    }
    expect(looked).toEqual([
      ['1', 0],
      ['1', 2],
    ]);
  });

  it('has each beat told from memory, and is looked at again after as many as were asked for', async () => {
    const beats: number[] = [];
    aFollowing({ lookAfterBeats: 5, beat: (_one, count) => beats.push(count) }).watch('1', () => undefined);
    await jest.advanceTimersByTimeAsync(4 * BEAT_MS);
    expect([looked, beats]).toEqual([[['1', 0]], [1, 2, 3, 4]]);
    await jest.advanceTimersByTimeAsync(2 * BEAT_MS);
    expect(looked).toHaveLength(2);
    expect(beats).toEqual([1, 2, 3, 4, 1]);
  });
});

describe('many followed users', () => {
  const COUNT = 1200;

  it('are told each second, a tenth of them in each tenth of it', async () => {
    const beatCount = new Map<string, number>();
    const followed = aFollowing({ beat: ({ userId }) => beatCount.set(userId, (beatCount.get(userId) ?? 0) + 1) });
    for (let place = 0; place < COUNT; place += 1) followed.watch(String(place), () => undefined);
    await settled();
    const parts: number[] = [];
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const before = beatCount.size;
      await jest.advanceTimersByTimeAsync(BEAT_MS / 10);
      parts.push(beatCount.size - before);
    }
    expect(parts).toEqual(Array.from({ length: 10 }, () => COUNT / 10));
    await jest.advanceTimersByTimeAsync(2 * BEAT_MS);
    expect(new Set(beatCount.values())).toEqual(new Set([3]));
  });

  it('who came together are looked at again one after the other, each as often as was asked for', async () => {
    const followed = aFollowing({ lookAfterBeats: 60 });
    for (let place = 0; place < COUNT; place += 1) followed.watch(String(place), () => undefined);
    await settled();
    for (let minute = 0; minute < 3; minute += 1) {
      looked = [];
      for (let second = 0; second < 60; second += 1) {
        const before = looked.length;
        await jest.advanceTimersByTimeAsync(BEAT_MS);
        expect(looked.length - before).toBe(COUNT / 60);
      }
      expect(new Set(looked.map(([userId]) => userId)).size).toBe(COUNT);
    }
  });
});

describe('after a failure', () => {
  it('a look comes again with the next beat, with its events and those since', async () => {
    let failures = 1;
    const failing = async (...given: Parameters<typeof look>) => {
      await look(...given);
      if (given[1].length > 0 && failures-- > 0) throw new Error('Postgres is away.');
    };
    aFollowing({ look: failing }).watch('1', () => undefined);
    await settled();
    streams.append('1', 'position');
    await settled();
    expect(looked).toEqual([
      ['1', 0],
      ['1', 1],
    ]);
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    expect(looked.at(-1)).toEqual(['1', 1]);
    await jest.advanceTimersByTimeAsync(5 * BEAT_MS);
    expect(looked).toHaveLength(3);
  });

  it('a stream that could not be opened is opened with the next beat, before anything is looked at', async () => {
    streams.whileOpening = () => {
      streams.whileOpening = () => Promise.resolve();
      return Promise.reject(new Error('Postgres is away.'));
    };
    aFollowing().watch('1', () => undefined);
    await settled();
    expect([streams.opened, looked]).toEqual([1, []]);
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    expect([streams.opened, looked]).toEqual([2, [['1', 0]]]);
  });

  it('a database that was put back is followed anew, and looked at', async () => {
    aFollowing().watch('1', () => undefined);
    await settled();
    streams.listeners.get('1')?.onNewEpoch();
    await settled();
    expect([streams.opened, looked]).toEqual([
      2,
      [
        ['1', 0],
        ['1', 0],
      ],
    ]);
  });
});

it('tells nothing after its last socket has left, whatever is under way', async () => {
  const sent: string[] = [];
  let finish: (() => void) | undefined;
  const slow = async (one: FollowedUser<number>, events: readonly StreamEvent[]) => {
    await new Promise<void>((resolve) => (finish = resolve));
    one.send({ name: 'a frame', payload: {} }, events);
  };
  const watched = aFollowing({ look: slow });
  const leave = watched.watch('1', ({ name }) => sent.push(`first ${name}`));
  await settled();
  leave();
  finish?.();
  watched.watch('1', ({ name }) => sent.push(`second ${name}`));
  await settled();
  finish?.();
  await settled();
  expect(sent).toEqual(['second a frame']);
});

it('pushes a frame as a part of the traces of the events that it tells of, and of none where none is recorded', async () => {
  const recorder = new FakeRecorder();
  recordWith(recorder);
  const [one, other] = [newPlace(), newPlace()];
  const lookAndSend = async (user: FollowedUser<number>, events: readonly StreamEvent[]) => {
    await look(user, events);
    user.send({ name: 'a frame', payload: {} }, events);
  };
  aFollowing({ look: lookAndSend }).watch('1', () => undefined);
  await settled();
  streams.append('1', 'position');
  await settled();
  expect(recorder.spans).toEqual([]);
  streams.append('1', 'position', writePlace(one));
  streams.append('1', 'position', writePlace(one));
  streams.append('1', 'balance', writePlace(other));
  await settled();
  const notes = (count: number) => ({
    'messaging.destination.name': 'a frame',
    'messaging.batch.message_count': count,
  });
  expect(recorder.spans.map(({ name, from, said, hasFailed }) => ({ name, from, said, hasFailed }))).toEqual([
    { name: 'push a frame', from: one, said: notes(1), hasFailed: false },
    { name: 'push a frame', from: one, said: notes(1), hasFailed: false },
    { name: 'push a frame', from: other, said: notes(1), hasFailed: false },
  ]);
});
