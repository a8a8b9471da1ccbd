import { cpus } from 'node:os';
import type { Page } from './fan-out.pages.js';
import { failBy, lossesOf, lossesOfBeats } from './fan-out.judge.js';
import { median, openFilesLimit, possibleSockets, type Received, type Run, runOnce } from './fan-out.run.js';

/**
 * Fan-out of one gateway process: 50 symbols at 10 updates a second, every socket subscribed to all of them. The feed
 * publishes one conflated update in 100 ms, as the product's does; latencies count from the instant at which that was
 * due to the instant at which a client has read the frame, and once more from the tick, which waited in the feed.
 * The peers run in the same rounds on the same frames: a bare `ws` broadcast, and socket.io with an `emit` per update.
 * Then the gateway alone with what pages really have: a list of ten symbols of one's own, and the four streams of a trade
 * page; every beat must reach every socket there, too: one that is left out fails the bench.
 * `node dist/server/bench/fan-out.js [--sockets=8000] [--naive=200] [--rounds=3] [--seconds=8] [--pages=only]`
 */
const OPTIONS = {
  sockets: option('sockets', 8000),
  naive: option('naive', 200),
  rounds: option('rounds', 3),
  seconds: option('seconds', 8),
};
const SYMBOL_UPDATES_PER_SECOND = 500;
function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

/** One run of the chosen length. */
function run(mode: 'hub' | 'ws' | 'naive', sockets: number, page: Page = 'list'): Promise<Run> {
  return runOnce({ mode, sockets, page, seconds: OPTIONS.seconds });
}

/** Half of the sockets on each of two gateways at once; the cost of a frame tells what a core more would carry. */
async function runTwo(sockets: number): Promise<number> {
  const runs = await Promise.all([run('hub', sockets / 2), run('hub', sockets / 2)]);
  return median(runs.map(({ microsPerFrame }) => microsPerFrame));
}

function medianOf(runs: Run[], pick: (run: Run) => number, decimals = 1): string {
  return median(runs.map(pick)).toFixed(decimals);
}

function sumOf(runs: Run[], pick: (received: Received) => number): number {
  return runs.reduce((sum, { received, aside }) => sum + pick(received) + pick(aside), 0);
}

function report(name: string, runs: Run[], sockets: number): void {
  const lost = sumOf(runs, ({ missing }) => missing);
  const gaps = sumOf(runs, ({ gaps: found }) => found);
  console.log(
    [
      name.padEnd(26),
      `${sockets} sockets`,
      `p50 ${medianOf(runs, ({ received }) => received.p50)} ms`,
      `p90 ${medianOf(runs, ({ received }) => received.p90)} ms`,
      `p99 ${medianOf(runs, ({ received }) => received.p99)} ms (${runs.map(({ received }) => received.p99.toFixed(0)).join(', ')})`,
      `read aside p50 ${medianOf(runs, ({ aside }) => aside.p50)} ms, p99 ${medianOf(runs, ({ aside }) => aside.p99)} ms`,
      `from the tick p50 ${medianOf(runs, ({ received }) => received.tickP50)} ms, p99 ${medianOf(runs, ({ received }) => received.tickP99)} ms`,
      `core ${medianOf(runs, ({ core }) => core * 100, 0)} %, readers ${medianOf(runs, ({ received }) => received.core * 100, 0)} %`,
      `${medianOf(runs, ({ microsPerFrame }) => microsPerFrame)} us/frame`,
      `${medianOf(runs, ({ bytesPerFrame }) => bytesPerFrame, 0)} B/frame`,
      `${medianOf(runs, ({ kibPerSocket }) => kibPerSocket)} KiB/socket`,
      `skipped ${medianOf(runs, ({ skipped }) => skipped, 0)}`,
      `gaps ${gaps}`,
      `missed the last value ${name.startsWith('naive') ? 'not checked' : lost}`,
    ].join(' | '),
  );
}

async function main(): Promise<void> {
  console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, open files ${openFilesLimit()}`);
  const sockets = possibleSockets(OPTIONS.sockets);
  if (!process.argv.includes('--pages=only')) await compare(sockets);
  await realPages(sockets);
}

/** Beats of what pages have, of which none may be left out. */
async function realPages(sockets: number): Promise<void> {
  const runs: Record<'own' | 'trade', Run[]> = { own: [], trade: [] };
  for (let round = 0; round < OPTIONS.rounds; round += 1) {
    for (const page of ['own', 'trade'] as const) runs[page].push(await run('hub', sockets, page));
  }
  report('lists of their own', runs.own, sockets);
  report('trade pages', runs.trade, sockets);
  failBy(lossesOfBeats([...runs.own, ...runs.trade]));
}

/** One list that everybody shares, beside its peers. */
async function compare(sockets: number): Promise<void> {
  const [hub, ws, naive]: [Run[], Run[], Run[]] = [[], [], []];
  for (let round = 0; round < OPTIONS.rounds; round += 1) {
    hub.push(await run('hub', sockets));
    ws.push(await run('ws', sockets));
    naive.push(await run('naive', OPTIONS.naive));
  }
  const twoMicros = await runTwo(sockets);
  report('gateway', hub, sockets);
  report('bare ws, same frames', ws, sockets);
  report('naive emit per update', naive, OPTIONS.naive);
  const ratios = hub.map((run, round) => run.microsPerFrame / (ws[round]?.microsPerFrame ?? Number.NaN));
  console.log(
    `CPU against bare ws, by round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; median ${median(ratios).toFixed(2)} (target at most 1.30)`,
  );
  const perDelivery = (runs: Run[], count: number) =>
    median(runs.map(({ core }) => (core * 1e6) / (count * SYMBOL_UPDATES_PER_SECOND)));
  const [ours, theirs] = [perDelivery(hub, sockets), perDelivery(naive, OPTIONS.naive)];
  console.log(
    `CPU per symbol update and client: gateway ${ours.toFixed(3)} us, naive ${theirs.toFixed(2)} us, ratio ${(theirs / ours).toFixed(0)}. ` +
      `Naive with ${OPTIONS.naive} sockets, because it takes a whole core at a few hundred.`,
  );
  const single = median(hub.map(({ microsPerFrame }) => microsPerFrame));
  console.log(
    `Two gateways, half of the sockets each, at the same time: ${twoMicros.toFixed(1)} us/frame against ${single.toFixed(1)} alone; ` +
      `with a core for each they carry ${((2 * single) / twoMicros).toFixed(2)} times what one does` +
      `${cpus().length < 6 ? ' (reckoned from the CPU per frame: this machine has too few cores to load two to the full)' : ''}.`,
  );
  failBy(lossesOf(hub));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
