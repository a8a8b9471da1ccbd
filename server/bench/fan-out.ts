import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Fan-out of one gateway process: 50 symbols at 10 updates a second, every socket subscribed to all of them. The feed
 * publishes one conflated update in 100 ms, as the product's does; latencies count from the instant at which that was
 * due to the instant at which a client has read the frame, and once more from the tick, which waited in the feed.
 * The peers run in the same rounds on the same frames: a bare `ws` broadcast, and socket.io with an `emit` per update.
 * `node dist/server/bench/fan-out.js [--sockets=8000] [--naive=200] [--rounds=3] [--seconds=8]`
 */
const OPTIONS = {
  sockets: option('sockets', 8000),
  naive: option('naive', 200),
  rounds: option('rounds', 3),
  seconds: option('seconds', 8),
};
const SYMBOL_UPDATES_PER_SECOND = 500;
const CLIENTS_PER_PROCESS = 8000;
/** Sockets that are read by a process of their own, and of the others one in so many is read in full. */
const PROBES = 40;
const TURNS = 10;
const WATCHED_EVERY = 97;
/** Every run has an end, also when a process hangs. */
const ANSWER_LIMIT_MS = 60_000;

interface Served {
  cpuMicros: number;
  rssBytes: number;
  frames: number;
  skipped: number;
  s: number;
}
interface Received {
  /** Share of one core that the reading process used. */
  core: number;
  frames: number;
  bytes: number;
  gaps: number;
  closed: number;
  missing: number;
  snapshots: number;
  /** Milliseconds from the publication of an update to the client. */
  p50: number;
  p90: number;
  p99: number;
  max: number;
  /** The same from the tick itself, which waited in the feed for the publication. */
  tickP50: number;
  tickP99: number;
}
interface Run {
  /** Share of one core that the serving process used. */
  core: number;
  microsPerFrame: number;
  kibPerSocket: number;
  bytesPerFrame: number;
  skipped: number;
  received: Received;
  /** A few sockets in a process of their own, which waits for nobody: what is the reading process's own queue. */
  aside: Received;
}

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

function start(file: string, words: string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), words, { execArgv: ['--expose-gc'] });
}

function answer<Reply>(child: ChildProcess): Promise<Reply> {
  return new Promise((done, fail) => {
    const limit = setTimeout(() => fail(new Error('A process of the bench does not answer.')), ANSWER_LIMIT_MS);
    const onExit = () => fail(new Error('A process of the bench has ended.'));
    child.once('exit', onExit);
    child.once('message', (reply) => {
      clearTimeout(limit);
      child.off('exit', onExit);
      done(reply as Reply);
    });
  });
}

function ask<Reply>(child: ChildProcess, order: object | string): Promise<Reply> {
  const reply = answer<Reply>(child);
  child.send(order);
  return reply;
}

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** One serving process and its clients, measured once. */
async function run(mode: 'hub' | 'ws' | 'naive', sockets: number): Promise<Run> {
  const server = start('./fan-out.server.js', [mode]);
  const generator = start('./fan-out.clients.js');
  const probe = start('./fan-out.clients.js');
  try {
    const { port } = await answer<{ port: number }>(server);
    const empty = await ask<Served>(server, 'weigh');
    const order = { do: 'connect', port, speaks: mode === 'ws' ? 'bare' : 'channels' };
    // By turns, so that the sockets read aside are served in all parts of a sweep.
    const each = (sockets - PROBES) / TURNS;
    for (let turn = 0; turn < TURNS; turn += 1) {
      const first = Math.round(turn * each);
      const count = Math.round((turn + 1) * each) - first;
      await open(generator, { ...order, first, count, watchedEvery: WATCHED_EVERY });
      const aside = { first: CLIENTS_PER_PROCESS + (turn * PROBES) / TURNS, count: PROBES / TURNS };
      await open(probe, { ...order, ...aside, watchedEvery: 1 });
    }
    await wait(500);
    const full = await ask<Served>(server, 'weigh');
    await ask(server, 'start');
    await wait(2000);
    for (const readers of [generator, probe]) await ask(readers, { do: 'reset' });
    const before = await ask<Served>(server, 'measure');
    const from = performance.now();
    await wait(OPTIONS.seconds * 1000);
    const after = await ask<Served>(server, 'measure');
    const seconds = (performance.now() - from) / 1000;
    // The report's latencies end here: what follows is the last value, which has to reach everybody.
    const { s } = await ask<Served>(server, 'stop');
    await wait(1500);
    const received = await ask<Received>(generator, { do: 'report', finalS: s });
    const aside = await ask<Received>(probe, { do: 'report', finalS: s });
    const cpuMicros = after.cpuMicros - before.cpuMicros;
    const frames = (received.frames + aside.frames) * (seconds / (seconds + 0.1));
    return {
      core: cpuMicros / 1e6 / seconds,
      microsPerFrame: cpuMicros / frames,
      kibPerSocket: (full.rssBytes - empty.rssBytes) / 1024 / sockets,
      bytesPerFrame: received.bytes / received.frames,
      skipped: after.skipped - before.skipped,
      received,
      aside,
    };
  } finally {
    for (const child of [server, generator, probe]) child.kill('SIGKILL');
  }
}

async function open(readers: ChildProcess, order: { count: number; [key: string]: unknown }): Promise<void> {
  const { connected, error } = await ask<{ connected: number; error?: string }>(readers, order);
  if (connected !== order.count) throw new Error(`Sockets could not be opened: ${error}`);
}

/** Half of the sockets on each of two gateways at once; the cost of a frame tells what a core more would carry. */
async function runTwo(sockets: number): Promise<number> {
  const runs = await Promise.all([run('hub', sockets / 2), run('hub', sockets / 2)]);
  return median(runs.map(({ microsPerFrame }) => microsPerFrame));
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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

/** Open files that one process may have; the server needs one for each socket, and so do the clients. */
function openFilesLimit(): number {
  try {
    const line = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'));
    return Number(line?.[1] ?? 1024);
  } catch {
    return 1024;
  }
}

async function main(): Promise<void> {
  const limit = openFilesLimit();
  const sockets = Math.min(OPTIONS.sockets, limit - 200, CLIENTS_PER_PROCESS);
  console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, open files ${limit}`);
  if (sockets < OPTIONS.sockets) console.log(`Only ${sockets} sockets: raise "ulimit -n" for more.`);
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
  const missed = sumOf(hub, ({ missing, gaps, closed }) => missing + gaps + closed);
  if (missed > 0) throw new Error(`${missed} sockets missed a value, had a gap or were closed.`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
