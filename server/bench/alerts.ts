import { loadavg } from 'node:os';
import { AlertIndex } from '../features/trading/price-alerts/alert-index.js';
import { priceSeries, type ShownReading, type WatchedAlert } from '../features/trading/price-alerts/watched-alert.js';
import { UNIT } from '../contract/money.js';
import { type JudgedSecond, AlertsBench } from './alerts.judge.js';

/**
 * Price alerts: 100,000 in one market. What a second of the tape costs to judge when it reaches nobody, when it reaches one in
 * fifty, and when it reaches everybody, beside looking at all of them in a plain array in the same run. Then the same alerts in
 * Postgres: a whole round that reaches nobody, and one that sets off one in fifty, with their rows, notices and events, beside
 * inserting as many bare rows. Fails when judging takes 100 ms or more.
 * `npm run bench -- alerts [--quick]`
 */
const quick = process.argv.includes('--quick');
const ALERTS = 100_000;
const ROUNDS = quick ? 5 : 15;
const QUIET_TICKS = 2000;
const GOAL_MS = 100;
const PART = 50;

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: use `npm run bench -- alerts`.');
const isInTime = measureJudging();
await measureRounds(DATABASE_URL);
process.exitCode = isInTime ? 0 : 1;

/** Half of them wait above 60,000 for a rise, half below for a fall. */
function someAlerts(): WatchedAlert[] {
  return Array.from({ length: ALERTS }, (_each, place) => {
    const isRise = place % 2 === 0;
    const level = BigInt(isRise ? 60_001 + place : 59_999 - Math.floor(place / 2)) * UNIT;
    return {
      id: place + 1,
      userId: String(1 + (place % 1000)),
      version: 1,
      marketId: 1,
      kind: isRise ? 'rise' : 'fall',
      direction: isRise ? 'rise' : 'fall',
      value: '1',
      windowSeconds: null,
      source: 'index',
      note: '',
      level,
      phase: isRise ? 'up' : 'down',
      since: 0,
      wakesAt: null,
      pauseMs: null,
    } satisfies WatchedAlert;
  });
}

function filled(alerts: readonly WatchedAlert[]): AlertIndex {
  const index = new AlertIndex();
  for (const alert of alerts) index.put(alert);
  return index;
}

function measureJudging(): boolean {
  const alerts = someAlerts();
  const rises = alerts.map(
    (alert, place) =>
      ({ ...alert, kind: 'rise', direction: 'rise', phase: 'up', level: BigInt(60_001 + place) * UNIT }) as const,
  );
  const series = priceSeries(1, 'index');
  const quiet: number[] = [];
  const looking: number[] = [];
  const some: number[] = [];
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const still = filled(alerts);
    quiet.push(timed(QUIET_TICKS, (tick) => expectOf(still.judge(series, reading(tick, 60_000)).length, 0)));
    looking.push(timed(20, () => expectOf(lookedAt(alerts, 60_000n * UNIT), 0)));
    const few = filled(rises);
    some.push(timed(1, () => expectOf(few.judge(series, reading(1, 60_000 + ALERTS / PART)).length, ALERTS / PART)));
    const many = filled(rises);
    all.push(timed(1, () => expectOf(many.judge(series, reading(1, 60_000 + ALERTS)).length, ALERTS)));
  }
  const isMet = [quiet, some, all].every((times) => median(times) < GOAL_MS);
  process.stdout.write(
    `${ALERTS.toLocaleString('en')} alerts in one market, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}: a second that reaches nobody ` +
      `${(median(quiet) * 1000).toFixed(1)} µs, looking at all of them ${Math.round(median(looking) / median(quiet)).toLocaleString('en')} times as long; ` +
      `one that reaches ${(ALERTS / PART).toLocaleString('en')} ${median(some).toFixed(1)} ms; one that reaches all ` +
      `${median(all).toFixed(0)} ms (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)}); goal ${GOAL_MS} ms: ${isMet ? 'met' : 'MISSED'}\n`,
  );
  return isMet;
}

async function measureRounds(url: string): Promise<void> {
  const bench = await AlertsBench.open(url, ALERTS);
  const quiet: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) quiet.push((await bench.second(60_000)).ms);
  const loud: JudgedSecond[] = [];
  const reached = ALERTS / PART;
  for (let round = 1; round <= 3; round += 1) {
    const judged = await bench.second(60_000 + reached * round);
    expectOf(judged.fired, reached);
    loud.push(judged);
  }
  const bare = await bench.bareRows(reached);
  const ms = median(loud.map((each) => each.ms));
  process.stdout.write(
    `the same in Postgres: loaded in ${bench.loadedMs.toFixed(0)} ms; a round that reaches nobody ${median(quiet).toFixed(1)} ms; one that sets off ` +
      `${reached.toLocaleString('en')}, with their rows, notices and events, ${ms.toFixed(0)} ms (${loud.map((each) => each.ms.toFixed(0)).join(', ')}), ` +
      `${(ms / bare).toFixed(0)} times as long as inserting as many bare rows (${bare.toFixed(0)} ms)\n`,
  );
  await bench.close();
}

/** Each alert looked at, as without an index. */
function lookedAt(alerts: readonly WatchedAlert[], value: bigint): number {
  return alerts.filter(({ direction, level }) => (direction === 'rise' ? value >= level : value <= level)).length;
}

function reading(at: number, price: number): ShownReading {
  return { at: at + 1, value: BigInt(price) * UNIT, figure: String(price), price: null };
}

function expectOf(found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} went off, not ${expected}.`);
}

/** Milliseconds for one of so many runs. */
function timed(runs: number, work: (run: number) => void): number {
  const began = performance.now();
  for (let run = 0; run < runs; run += 1) work(run);
  return (performance.now() - began) / runs;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
