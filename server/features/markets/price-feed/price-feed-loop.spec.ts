import { Logger } from '@nestjs/common';
import { someLoops } from '../../../test/factories/loops.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import type { Config, Configuration } from '../../../platform/config/config.js';
import type { ChosenFeeds, FeedFactory } from '../../../platform/feeds/choose-feeds.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { currentWork } from '../../../platform/tracing/work.js';
import type { MarketCatalog } from '../market-board/index.js';
import type { CrashCommands } from './crash-commands.js';
import { type FeedLease, LEASE_BEAT_MS } from './feed-lease.js';
import type { LeadershipTerm, TermLease } from './leadership-term.js';
import type { LeadershipTerms } from './leadership-terms.js';
import { PriceFeedLoop } from './price-feed-loop.js';
import { RunPrices } from './run-prices.js';

/** A lease that is free, and stays with its holder unless a test says otherwise. */
class FakeLease {
  free = true;
  isHeld = true;
  number = 7;
  failure: Error | null = null;
  renewals = 0;
  released: string[] = [];
  /** What a try waits for. */
  answer: Promise<void> = Promise.resolve();

  async tryTake(): Promise<string | null> {
    await this.answer;
    return this.free ? String(this.number) : null;
  }

  renew(): Promise<boolean> {
    this.renewals += 1;
    return this.failure ? Promise.reject(this.failure) : Promise.resolve(this.isHeld);
  }

  nextNumber(): Promise<string> {
    this.number += 1;
    return Promise.resolve(String(this.number));
  }

  release(token: string): Promise<void> {
    this.released.push(token);
    return Promise.resolve();
  }

  recorded: string[] = [];
  /** What recording the origins waits for, or fails with. */
  recording: () => Promise<void> = () => Promise.resolve();
  recordOrigins = async (token: string) => {
    this.recorded.push(token);
    await this.recording();
  };
  isCurrent = () => Promise.resolve(true);
}

/** Notes in order what becomes of its terms. */
class FakeTerms {
  plan = 'a plan';
  isListening = false;
  readonly events: string[] = [];
  /** Whether each term began outside of every round. */
  readonly apart: boolean[] = [];

  listen = () => {
    this.isListening = true;
  };
  planOf = () => this.plan;
  originsOf = () => [];
  forget = () => undefined;

  /** Tells that the last term is not the current one any more, as its writers find out. */
  lose: () => void = () => undefined;

  create(_choice: ChosenFeeds, { token, ...lease }: TermLease): LeadershipTerm {
    this.lose = () => lease.lost();
    const begin = () => {
      this.apart.push(currentWork() === undefined);
      this.events.push(`begin ${token}`);
      return Promise.resolve();
    };
    const end = () => {
      this.events.push(`end ${token}`);
      return Promise.resolve();
    };
    return { feeds: [], begin, end } as unknown as LeadershipTerm;
  }
}

function aProcess({ ROLES = ['feed'], FEED = 'simulated' }: { ROLES?: string[]; FEED?: string } = {}) {
  const [lease, terms, clock, metrics] = [new FakeLease(), new FakeTerms(), new FakeClock(), new Metrics()];
  const factory = { choose: () => Promise.resolve({ origin: 'simulated' } as unknown as ChosenFeeds) };
  const crashes = { aim: () => Promise.resolve() };
  const runPrices = new RunPrices(
    factory as unknown as FeedFactory,
    lease as unknown as FeedLease,
    terms as unknown as LeadershipTerms,
    crashes as unknown as CrashCommands,
    { all: () => [] } as unknown as MarketCatalog,
  );
  const loops = someLoops({ roles: ROLES, clock, metrics });
  const config = { values: { ROLES, FEED } as unknown as Configuration } as Config;
  const loop = new PriceFeedLoop(config, loops, terms as unknown as LeadershipTerms, runPrices);
  loop.onApplicationBootstrap();
  loops.onApplicationBootstrap();
  const beats = (count: number) => jest.advanceTimersByTimeAsync(count * LEASE_BEAT_MS);
  return { lease, terms, clock, metrics, runPrices, loop, beats };
}

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('leads as soon as the lease is free, and renews it at every beat', async () => {
  const { lease, terms, runPrices, beats } = aProcess();
  await beats(0);
  expect([terms.isListening, runPrices.token, terms.events]).toEqual([true, '7', ['begin 7']]);
  await beats(3);
  expect([lease.renewals, terms.events]).toEqual([3, ['begin 7']]);
});

it.each([true, false])('takes the lease again where the term ends while it is renewed (%s)', async (isHeld) => {
  const { lease, terms, metrics, beats } = aProcess();
  await beats(1);
  const renew = lease.renew.bind(lease);
  lease.renew = () => {
    terms.lose();
    lease.isHeld = isHeld;
    lease.number = 8;
    return renew();
  };
  await beats(1);
  expect(terms.events).toEqual(['begin 7', 'end 7']);
  lease.renew = renew;
  lease.isHeld = true;
  await beats(1);
  expect(terms.events).toEqual(['begin 7', 'end 7', 'begin 8']);
  const { values } = await metrics.loopFailures.get();
  expect(values.filter(({ value }) => value > 0)).toEqual([]);
});

describe('where the prices come from', () => {
  it('is recorded once under each number', async () => {
    const { lease, terms, beats } = aProcess();
    await beats(3);
    expect(lease.recorded).toEqual(['7']);
    terms.plan = 'another plan';
    await beats(3);
    expect(lease.recorded).toEqual(['7', '8']);
  });

  it('is recorded at a later beat where it could not be, at one after the other', async () => {
    const { lease, beats } = aProcess();
    lease.recording = () => Promise.reject(new Error('Postgres is away'));
    await beats(2);
    expect(lease.recorded).toEqual(['7', '7', '7']);
    let record: () => void = () => undefined;
    lease.recording = () => new Promise((resolve) => (record = resolve));
    await beats(3);
    expect(lease.recorded).toHaveLength(4);
    record();
    await beats(3);
    expect(lease.recorded).toHaveLength(4);
  });

  it('is recorded no more under a number that was lost', async () => {
    const { lease, beats } = aProcess();
    lease.recording = () => Promise.reject(new Error('Postgres is away'));
    await beats(0);
    [lease.isHeld, lease.free] = [false, false];
    await beats(3);
    expect(lease.recorded).toEqual(['7']);
  });
});

it('stands by while another process leads', async () => {
  const { lease, runPrices, terms, beats } = aProcess();
  lease.free = false;
  await beats(0);
  await beats(2);
  expect([runPrices.token, terms.events]).toEqual([null, []]);
  lease.free = true;
  await beats(1);
  expect(terms.events).toEqual(['begin 7']);
});

it('steps down when the lease is lost, also where its own clock is wrong, and tries again at the next beat', async () => {
  const { lease, terms, clock, runPrices, beats } = aProcess();
  await beats(0);
  [clock.agrees, lease.isHeld, lease.free] = [false, false, false];
  await beats(1);
  expect([runPrices.token, terms.events]).toEqual([null, ['begin 7', 'end 7']]);
  [lease.isHeld, lease.free, lease.number] = [true, true, 9];
  await beats(1);
  expect(terms.events).toEqual(['begin 7', 'end 7', 'begin 9']);
});

it('starts anew under the next number when the markets have changed', async () => {
  const { terms, runPrices, beats } = aProcess();
  await beats(0);
  terms.plan = 'another plan';
  await beats(2);
  expect([runPrices.token, terms.events]).toEqual(['8', ['begin 7', 'end 7', 'begin 8']]);
});

it('begins its terms apart from the round, whose span ends long before', async () => {
  const { terms, beats } = aProcess();
  await beats(0);
  expect(terms.apart).toEqual([true]);
});

it('counts a step that failed, and goes on', async () => {
  const { lease, terms, metrics, beats } = aProcess();
  await beats(0);
  lease.failure = new Error('gone');
  await beats(2);
  const { values } = await metrics.loopFailures.get();
  expect(values.map(({ labels, value }) => [labels.loop, value])).toEqual([['prices.lead', 2]]);
  lease.failure = null;
  await beats(1);
  expect([lease.renewals, terms.events]).toEqual([3, ['begin 7']]);
});

it('ends the term and passes the lease on at a shutdown', async () => {
  const { lease, terms, loop, beats } = aProcess();
  await beats(0);
  await loop.beforeApplicationShutdown();
  expect([terms.events, lease.released]).toEqual([['begin 7', 'end 7'], ['7']]);
  await beats(3);
  expect([lease.renewals, terms.events]).toEqual([0, ['begin 7', 'end 7']]);
});

it('passes on, too, what a step takes that a shutdown fell into', async () => {
  const { lease, terms, loop, beats } = aProcess();
  let answer: () => void = () => undefined;
  lease.answer = new Promise((resolve) => (answer = resolve));
  await beats(1);
  const stopped = loop.beforeApplicationShutdown();
  answer();
  await stopped;
  expect([terms.events.at(-1), lease.released]).toEqual(['end 7', ['7']]);
});

it.each([
  { ROLES: ['gateway', 'worker'], FEED: 'simulated' },
  { ROLES: ['feed'], FEED: 'none' },
])('neither listens nor tries with $ROLES and the feed $FEED', async (settings) => {
  const { terms, runPrices, loop, beats } = aProcess(settings);
  await beats(3);
  await loop.beforeApplicationShutdown();
  expect([terms.isListening, runPrices.token, terms.events]).toEqual([false, null, []]);
});
