import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import autocannon from 'autocannon';
import { stopPrograms } from './bench.processes.js';
import { createBook, dropDatabase } from './ledger.book.js';
import { openSessions, startGateway, transfers, USERS } from './transfer.load.js';

/**
 * What tracing costs a gateway: three of them, without it, at 1 % and at 100 %, which are loaded in turns in the same run, and a
 * receiver that takes all spans. By the processor time of a call, which a busy machine changes less than the calls a second;
 * those are said, too. Fails when 1 % costs more than 3 %. `npm run bench -- tracing [--quick]`
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 5 : 15;
const SECONDS = 2;
const CONNECTIONS = 8;
const MOST_RATIO = 1.03;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const MODES = [
  { name: 'off', share: null },
  { name: '1 %', share: '0.01' },
  { name: '100 %', share: '1' },
] as const;

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- tracing`.');

interface Gateway {
  url: string;
  child: ChildProcess;
}

interface Turn {
  callsPerSecond: number;
  cpuMicroseconds: number;
}

const receiver = createServer((request, reply) => {
  request.resume().on('end', () => reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
});
try {
  process.exitCode = await run(DATABASE_URL, REDIS_URL);
} finally {
  stopPrograms();
  receiver.close();
}

async function run(serverUrl: string, redisUrl: string): Promise<number> {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const { port } = receiver.address() as AddressInfo;
  const bookUrl = await createBook(serverUrl, 'bench_tracing', USERS);
  const tokens = await openSessions(bookUrl);
  const gateways: Gateway[] = [];
  for (const { share } of MODES) {
    const traced: Record<string, string> =
      share === null ? {} : { TRACES_URL: `http://127.0.0.1:${port}/v1/traces`, TRACES_SHARE: share };
    gateways.push(await startGateway(bookUrl, redisUrl, traced));
  }
  const move = async (url: string) =>
    SECONDS * (await transfers(url, tokens, { connections: CONNECTIONS, seconds: SECONDS }));
  const calls = [
    { name: 'a transfer', load: move },
    { name: 'quotation_new', load: (url: string) => look(`${url}/api/currency/quotation_new`) },
  ];
  let worst = 0;
  for (const { name, load } of calls) worst = Math.max(worst, await compare(name, gateways, load));
  stopPrograms();
  await dropDatabase(serverUrl, 'bench_tracing');
  return worst <= MOST_RATIO ? 0 : 1;
}

/** Prints the ratios of a call; answers what 1 % costs. */
async function compare(name: string, gateways: Gateway[], load: (url: string) => Promise<number>): Promise<number> {
  const turns: Turn[][] = gateways.map(() => []);
  for (const { url } of gateways) await load(url);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Another one begins in each round, so that none is always the one after the pause.
    for (let step = 0; step < gateways.length; step += 1) {
      const place = (round + step) % gateways.length;
      turns[place]?.push(await turn(gateways[place] as Gateway, load));
    }
  }
  const [off = []] = turns;
  const ratios = turns.map((its) => ratioTo(off, its, ({ cpuMicroseconds }) => cpuMicroseconds));
  for (const [place, its] of turns.entries()) {
    const speed = ratioTo(off, its, ({ callsPerSecond }) => callsPerSecond);
    process.stdout.write(
      `${name}, ${MODES[place]?.name}: ${Math.round(median(its.map(({ cpuMicroseconds }) => cpuMicroseconds)))} µs of a core ` +
        `a call, ${ratios[place]?.toFixed(3)} of off; ${Math.round(median(its.map(({ callsPerSecond }) => callsPerSecond)))} ` +
        `calls/s, ${speed.toFixed(3)} of off\n`,
    );
  }
  process.stdout.write(
    `(medians of ${ROUNDS} x ${SECONDS} s in turns, ${CONNECTIONS} connections, load of the machine ${loadavg()[0]?.toFixed(1)})\n`,
  );
  return ratios[1] ?? 0;
}

async function turn({ url, child }: Gateway, load: (url: string) => Promise<number>): Promise<Turn> {
  const before = cpuSeconds(child);
  const calls = await load(url);
  return { callsPerSecond: calls / SECONDS, cpuMicroseconds: ((cpuSeconds(child) - before) * 1e6) / calls };
}

/** @returns how many calls were answered. */
async function look(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} errors`);
  return requests.total;
}

/** Each round against its neighbour, so that a busy machine slows both. */
function ratioTo(off: Turn[], its: Turn[], what: (turn: Turn) => number): number {
  return median(its.map((turn, round) => what(turn) / what(off[round] as Turn)));
}

/** What a process has used of all cores, in the user's and in the system's name. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
