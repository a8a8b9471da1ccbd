import { stopPrograms } from './bench.processes.js';
import { createBook, createDatabase, dropDatabase } from './ledger.book.js';
import { byNode, byPgbench, findPgbench, initializeTpcb, tpcbTurn } from './ledger.load.js';
import { ProcessorTime } from './bench.processor-time.js';
import { openSessions, startGateway, transfers, USERS } from './transfer.load.js';

/**
 * Whole transfers a second over HTTP (session, validation, idempotency, record, posting, events) through one gateway
 * process, as a ratio to pgbench's TPC-B on the same server in the same run, fsync on. Fails below 0.25.
 * `npm run bench -- transfer [--quick]`
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 5;
const SECONDS = quick ? 2 : 4;
const SCALE = 50;
const CONNECTIONS = [8, 32];
const LEAST_RATIO = 0.25;

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- transfer`.');

try {
  process.exitCode = await run(DATABASE_URL, REDIS_URL);
} finally {
  stopPrograms();
}

async function run(serverUrl: string, redisUrl: string): Promise<number> {
  const pgbench = findPgbench();
  const tpcbUrl = await createDatabase(serverUrl, 'bench_transfer_tpcb');
  await initializeTpcb(pgbench, tpcbUrl, SCALE);
  const bookUrl = await createBook(serverUrl, 'bench_transfer', USERS);
  const tokens = await openSessions(bookUrl);
  const { url, child } = await startGateway(bookUrl, redisUrl);
  const processorTime = await ProcessorTime.of(serverUrl, child.pid ?? 0);
  await transfers(url, tokens, { connections: 8, seconds: 2 });
  let worst = Number.POSITIVE_INFINITY;
  for (const connections of CONNECTIONS) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const load = { url: tpcbUrl, connections, seconds: SECONDS };
      theirs.push(pgbench ? await byPgbench(pgbench, load, null) : await byNode(load, tpcbTurn(SCALE)));
      if (round === ROUNDS - 1) processorTime.begin();
      ours.push(await transfers(url, tokens, { connections, seconds: SECONDS }));
    }
    const used = processorTime.words((ours.at(-1) ?? 0) * SECONDS);
    const ratio = median(ours.map((value, round) => value / (theirs[round] ?? value)));
    worst = Math.min(worst, ratio);
    process.stdout.write(
      `${connections} connections: ${Math.round(median(ours))} transfers/s over HTTP, TPC-B ` +
        `${Math.round(median(theirs))}/s, ratio ${ratio.toFixed(2)} (medians of ${ROUNDS} x ${SECONDS} s)${used}\n`,
    );
  }
  stopPrograms();
  await dropDatabase(serverUrl, 'bench_transfer');
  await dropDatabase(serverUrl, 'bench_transfer_tpcb');
  return worst >= LEAST_RATIO ? 0 : 1;
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
