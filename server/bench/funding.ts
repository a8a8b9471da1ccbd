import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataSource } from '../database/data-source.js';
import { ChargePositions } from '../features/trading/funding/charge-positions.js';
import { FundingStore } from '../features/trading/funding/funding.store.js';
import { SystemClock } from '../platform/clock/clock.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { countCharges, decideRate, MARKET, openFundedPositions } from './funding.positions.js';
import { createBook, createDatabase, dropDatabase } from './ledger.book.js';
import { byNode, byPgbench, findPgbench, initializeTpcb, tpcbTurn } from './ledger.load.js';
import { rawUpdate } from './settlement.orders.js';

/**
 * Funding of 200,000 positions that are open at one stamp, as the worker charges them: seconds until all have their
 * charge (money, margins, rows, events), fsync on, beside pgbench's TPC-B on the same server in the same run and the
 * time that Postgres takes to update as many plain rows. The books are verified afterwards. Fails above 60 s.
 * `npm run bench -- funding [--quick] [--positions=200000]`
 */
const quick = process.argv.includes('--quick');
const POSITIONS = option('positions', quick ? 20_000 : 200_000);
const LONGEST_SECONDS = (60 * POSITIONS) / 200_000;
const POOL = 4;
const TPCB = { connections: 2, seconds: quick ? 3 : 10 };
const SCALE = 10;
const STAMP = new Date(Math.floor(Date.now() / 28_800_000) * 28_800_000);

const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: use `npm run bench -- funding`.');
process.exitCode = (await run(DATABASE_URL)) ? 0 : 1;

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

async function run(serverUrl: string): Promise<boolean> {
  const tpcb = await measureTpcb(serverUrl);
  const url = await createBook(serverUrl, 'bench_funding', 0);
  await openFundedPositions(url, POSITIONS, new Date(STAMP.getTime() - 3_600_000));
  await decideRate(url, STAMP);
  const bare = await rawUpdate(url, POSITIONS);
  const seconds = await charge(url);
  const count = await countCharges(url);
  if (count !== POSITIONS) throw new Error(`${count} of ${POSITIONS} positions have a charge.`);
  const isInTime = seconds < LONGEST_SECONDS;
  const each = Math.round(POSITIONS / seconds);
  process.stdout.write(
    `${POSITIONS} positions charged at one stamp in ${seconds.toFixed(1)} s, ${each}/s; ` +
      `TPC-B ${Math.round(tpcb)}/s on ${TPCB.connections} connections, ratio ${(each / tpcb).toFixed(1)}; as many plain ` +
      `rows updated in ${bare.toFixed(2)} s; goal under ${LONGEST_SECONDS} s: ${isInTime ? 'met' : 'MISSED'}\n`,
  );
  await verify(url);
  await dropDatabase(serverUrl, 'bench_funding');
  return isInTime;
}

/** Seconds from the worker's look until the stamp is settled. */
async function charge(url: string): Promise<number> {
  const source = await createDataSource(url, POOL).initialize();
  const outbox = { announce: () => undefined } as never;
  const transactions = new Transactions(source);
  const store = new FundingStore(source);
  const began = performance.now();
  const charged = await new ChargePositions(store, transactions, outbox, new SystemClock()).execute({
    marketId: MARKET,
    stamp: STAMP,
  });
  const took = (performance.now() - began) / 1000;
  const left = await store.unsettled();
  await source.destroy();
  if (charged !== POSITIONS || left.length > 0) throw new Error(`${charged} of ${POSITIONS} positions were charged.`);
  return took;
}

/** Transactions a second. */
async function measureTpcb(serverUrl: string): Promise<number> {
  const pgbench = findPgbench();
  const url = await createDatabase(serverUrl, 'bench_funding_tpcb');
  await initializeTpcb(pgbench, url, SCALE);
  const load = { url, ...TPCB };
  const rate = pgbench ? await byPgbench(pgbench, load, null) : await byNode(load, tpcbTurn(SCALE));
  await dropDatabase(serverUrl, 'bench_funding_tpcb');
  return rate;
}

/** @throws when an invariant of the books does not hold. */
async function verify(url: string): Promise<void> {
  const program = fileURLToPath(new URL('../verify-books.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url },
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(`${stdout.trim().split('\n').at(-1)}\n`);
}
