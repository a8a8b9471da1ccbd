import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Feed, FeedNotice, FeedSink } from '../../../platform/feeds/feed.js';
import type { BackfillCandles, BackfillRequest } from '../candles/index.js';
import { LeadershipTerm, type TermTools } from './leadership-term.js';
import { TermHistory } from './term-history.js';

type BackfillResult = Awaited<ReturnType<BackfillCandles['execute']>>;

/** When bars that were cut are asked for again: after what, how often, and until when. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const FAILED: BackfillResult = { bars: 0, failed: [{ symbol: 'BTC/USDT', reason: 'no answer' }] };
const WHOLE: BackfillResult = { bars: 0, failed: [] };

let asked: [depth: BackfillRequest['depth'], at: number][];
let answer: (depth: BackfillRequest['depth']) => Promise<BackfillResult>;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  asked = [];
  answer = async () => WHOLE;
});

afterEach(() => {
  jest.useRealTimers();
});

const now = () => Date.now();
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
const depths = () => asked.map(([depth]) => depth);

function tools(): TermTools {
  return {
    engine: {
      instruments: () => [],
      pricing: () => undefined,
      notice: () => undefined,
      beat: () => ({ changes: { marks: [] }, bars: [] }),
    },
    backfillCandles: {
      execute: ({ depth }: BackfillRequest) => {
        asked.push([depth, now()]);
        return answer(depth);
      },
    },
    recorder: { restore: async () => new Map(), lastCloses: async () => new Map(), write: async () => true },
    taped: { marksSince: async () => [] },
    tape: { add: () => undefined, write: async () => true, lagMs: () => 0 },
    publisher: { publish: () => undefined },
    logger: { warn: () => undefined, error: () => undefined },
    now,
  } as unknown as TermTools;
}

describe('what an outage has cut', () => {
  let sink: FeedSink;
  let term: LeadershipTerm;

  const say = (kind: 'connected' | 'disconnected') =>
    sink.notice({ kind, venue: 'one', connection: 'one:spot' } as FeedNotice);

  beforeEach(async () => {
    const feed = {
      venue: 'one',
      start: async (_instruments: unknown, given: FeedSink) => {
        sink = given;
      },
      stop: async () => undefined,
    } as unknown as Feed;
    const lease = { token: '7', isCurrent: async () => true, lost: () => undefined };
    term = new LeadershipTerm(lease, [], [feed], tools());
    await term.begin();
    await pass(0);
    asked = [];
  });

  afterEach(() => term.end());

  it('is asked for when its last minute is closed at the venue: so long after the connection is there again', async () => {
    say('disconnected');
    await pass(60 * SECOND);
    say('connected');
    await pass(69 * SECOND);
    expect(depths()).toEqual([]);
    await pass(SECOND);
    expect(asked).toEqual([['recent', 130 * SECOND]]);
    await pass(60 * MINUTE);
    expect(asked).toHaveLength(1);
  });

  it('is asked for after an outage that was longer than that, too', async () => {
    say('disconnected');
    await pass(10 * MINUTE);
    say('connected');
    asked = [];
    await pass(70 * SECOND);
    expect(depths()).toEqual(['recent']);
  });

  it('is asked for at last where the connection comes and goes all the time', async () => {
    for (let count = 0; count < 20; count += 1) {
      say(count % 2 === 0 ? 'disconnected' : 'connected');
      await pass(30 * SECOND);
    }
    expect(depths()).toEqual(['recent', 'recent']);
  });
});

describe('what a venue has not answered', () => {
  let history: TermHistory;

  beforeEach(() => {
    history = new TermHistory('7', [], [], tools());
  });

  afterEach(() => history.end());

  const minutesBetween = () => asked.slice(1).map(([, at], place) => (at - (asked[place]?.[1] ?? 0)) / MINUTE);

  it('is asked for again, ever more seldom, until it answers', async () => {
    answer = async () => FAILED;
    history.fill('recent');
    await pass(2 * 60 * MINUTE);
    const [first, second] = minutesBetween() as [number, number];
    expect([first, second]).toEqual([70 / 60, 140 / 60]);
    expect(Math.max(...minutesBetween())).toBe(30);
    expect(new Set(depths())).toEqual(new Set(['recent']));
    answer = async () => WHOLE;
    await pass(30 * MINUTE);
    const after = asked.length;
    await pass(2 * 60 * MINUTE);
    expect(asked).toHaveLength(after);
    // The next failure begins anew.
    answer = async () => FAILED;
    history.fill('recent');
    await pass(3 * 60 * MINUTE);
    // So does another outage while one venue goes on failing.
    asked = [];
    history.later();
    await pass(140 * SECOND);
    expect(depths()).toEqual(['recent', 'recent']);
    answer = async () => WHOLE;
    await pass(31 * MINUTE);
    answer = async () => FAILED;
    asked = [];
    history.fill('recent');
    await pass(70 * SECOND);
    expect(asked).toHaveLength(2);
  });

  it('is asked for again where the store failed', async () => {
    answer = async () => {
      throw new Error('Postgres is away');
    };
    history.fill('recent');
    await pass(70 * SECOND);
    expect(depths()).toEqual(['recent', 'recent']);
  });

  it('is not asked for twice at once: far history that is being read is not missing', async () => {
    let done: (result: BackfillResult) => void = () => undefined;
    answer = (depth) => (depth === 'deep' ? new Promise((resolve) => (done = resolve)) : Promise.resolve(WHOLE));
    history.fill('recent', 'deep');
    await pass(SECOND);
    history.later();
    await pass(70 * SECOND);
    expect(depths()).toEqual(['recent', 'deep', 'recent']);
    done(WHOLE);
    await pass(60 * MINUTE);
    expect(asked).toHaveLength(3);
  });

  it('is the far history alone, where only that one is missing', async () => {
    answer = async (depth) => (depth === 'deep' ? FAILED : WHOLE);
    history.fill('recent', 'deep');
    await pass(70 * SECOND);
    expect(depths()).toEqual(['recent', 'deep', 'deep']);
  });

  it('is not asked for when the term is over', async () => {
    answer = async () => FAILED;
    history.fill('recent');
    await pass(SECOND);
    history.end();
    await pass(60 * MINUTE);
    expect(asked).toHaveLength(1);
  });
});
