import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from './fan-out.pages.js';

/** Most sockets of one run: what one process of clients reads. */
export const CLIENTS_PER_PROCESS = 8000;
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
export interface Received {
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
export interface Run {
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

/** What is served, by whom, to how many, and for how long it is measured. */
export interface RunTerms {
  mode: 'hub' | 'ws' | 'naive';
  sockets: number;
  page: Page;
  seconds: number;
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
export async function runOnce({ mode, sockets, page, seconds: length }: RunTerms): Promise<Run> {
  const server = start('./fan-out.server.js', [mode, page]);
  const generator = start('./fan-out.clients.js');
  const probe = start('./fan-out.clients.js');
  try {
    const { port } = await answer<{ port: number }>(server);
    const empty = await ask<Served>(server, 'weigh');
    const order = { do: 'connect', port, speaks: mode === 'ws' ? 'bare' : 'channels', page };
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
    await wait(length * 1000);
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

/** Open files that one process may have; the server needs one for each socket, and so do the clients. */
export function openFilesLimit(): number {
  try {
    const line = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'));
    return Number(line?.[1] ?? 1024);
  } catch {
    return 1024;
  }
}

/** As many of the sockets as this machine may open at once. */
export function possibleSockets(wanted: number): number {
  const limit = openFilesLimit();
  const possible = Math.min(wanted, limit - 200, CLIENTS_PER_PROCESS);
  if (possible < wanted) console.log(`Only ${possible} sockets: raise "ulimit -n" for more.`);
  return possible;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
