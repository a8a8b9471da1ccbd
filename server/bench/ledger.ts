import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createDataSource } from '../database/data-source.js';
import { Ledger } from '../features/wallet/ledger/ledger.js';
import { registerReason } from '../features/wallet/ledger/reasons.js';
import { LedgerStore } from '../features/wallet/ledger/ledger.store.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { countPostings, createBook, createDatabase, dropDatabase, fillBook, FIRST_USER, USDT } from './ledger.book.js';
import {
  byNode,
  byPgbench,
  findPgbench,
  initializeTpcb,
  type Load,
  type Movement,
  movementScript,
  tpcbTurn,
} from './ledger.load.js';

/**
 * Journals a second through `ledger_post`, as a ratio to pgbench's TPC-B on the same server in the same run, fsync on;
 * and how long `verify-books` takes over a million postings. What is posted here names no business row.
 * `npm run bench -- ledger [--rounds=5] [--seconds=4] [--scale=50] [--postings=1000000]`
 */
const OPTIONS = {
  rounds: option('rounds', 5),
  seconds: option('seconds', 4),
  scale: option('scale', 50),
  users: option('users', 10_000),
  postings: option('postings', 1_000_000),
};
// Nothing is posted but by registered reasons; that of a transfer is registered by its feature, which is not loaded here.
registerReason('wallet.transfer', null);

const CONNECTIONS = [8, 32];
const LONGEST_CHECK_SECONDS = 20;

const MOVEMENTS: Movement[] = [
  { name: 'ledger_post, 2 legs of one user', owners: ':a, :a', kinds: `'spot', 'option'`, amounts: ':s, :t' },
  {
    name: 'ledger_post, 3 legs, one on the fees of the house (16 shards)',
    owners: ':a, :a, null',
    kinds: `'spot', 'option', 'fee'`,
    amounts: ':s, :t::numeric - 0.00000001, 0.00000001',
  },
  {
    name: 'ledger_post, 3 legs, one on an account of the house without shards',
    owners: ':a, :a, null',
    kinds: `'spot', 'option', 'insurance'`,
    amounts: ':s, :t::numeric - 0.00000001, 0.00000001',
  },
];

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

interface Series {
  name: string;
  run(load: Omit<Load, 'url'>, round: string): Promise<number>;
}

/** The first series is what the others are compared with. */
function series(pgbench: string | null, tpcbUrl: string, bookUrl: string): Series[] {
  const { scale, users } = OPTIONS;
  const viaNode: Series = {
    name: 'Ledger.postAlone from one Node process',
    run: (load) => throughLedger(bookUrl, load),
  };
  if (!pgbench) {
    process.stdout.write('pgbench is neither on the PATH nor below /usr/lib/postgresql: TPC-B is done from Node.\n');
    const run = (load: Omit<Load, 'url'>) => byNode({ ...load, url: tpcbUrl }, tpcbTurn(scale));
    return [{ name: 'TPC-B from Node', run }, viaNode];
  }
  return [
    { name: 'pgbench TPC-B', run: (load) => byPgbench(pgbench, { ...load, url: tpcbUrl }, null) },
    ...MOVEMENTS.map((movement) => ({
      name: movement.name,
      run: (load: Omit<Load, 'url'>, round: string) =>
        byPgbench(pgbench, { ...load, url: bookUrl }, movementScript(movement, users, round)),
    })),
    viaNode,
  ];
}

/** The front door as the product uses it. */
async function throughLedger(url: string, { connections, seconds }: Omit<Load, 'url'>): Promise<number> {
  const source = await createDataSource(url, connections).initialize();
  const ledger = new Ledger(new LedgerStore(source), new Transactions(source));
  const [began, tag] = [performance.now(), Math.random().toString(36).slice(2)];
  const end = began + seconds * 1000;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const owner = String(FIRST_USER + Math.floor(Math.random() * OPTIONS.users));
      const sign = done % 2 === 0 ? '' : '-';
      await ledger.postAlone({
        reason: 'wallet.transfer',
        reference: `${tag}-${done++}`,
        at: 1_767_614_400_000,
        legs: [
          { owner, kind: 'spot', currencyId: USDT, amount: `${sign}1` },
          { owner, kind: 'option', currencyId: USDT, amount: sign === '' ? '-1' : '1' },
        ],
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const took = (performance.now() - began) / 1000;
  await source.destroy();
  return done / took;
}

async function measurePostings(serverUrl: string): Promise<void> {
  const pgbench = findPgbench();
  const tpcbUrl = await createDatabase(serverUrl, 'bench_tpcb');
  await initializeTpcb(pgbench, tpcbUrl, OPTIONS.scale);
  const bookUrl = await createBook(serverUrl, 'bench_ledger', OPTIONS.users);
  const all = series(pgbench, tpcbUrl, bookUrl);
  for (const connections of CONNECTIONS) {
    const figures = all.map((): number[] => []);
    for (let round = 0; round < OPTIONS.rounds; round += 1) {
      for (const [index, one] of all.entries()) {
        const tag = `${connections}-${round}-${index}`;
        figures[index]?.push(await one.run({ connections, seconds: OPTIONS.seconds }, tag));
      }
    }
    report(connections, all, figures);
  }
  await dropDatabase(serverUrl, 'bench_tpcb');
  await dropDatabase(serverUrl, 'bench_ledger');
}

function report(connections: number, all: Series[], figures: number[][]): void {
  const ratios = figures.map((values) => median(values.map((value, round) => value / (figures[0]?.[round] as number))));
  process.stdout.write(`\n${connections} connections, transactions a second, medians of ${OPTIONS.rounds} rounds\n`);
  for (const [index, { name }] of all.entries()) {
    const values = figures[index] as number[];
    const range = `${whole(Math.min(...values))} to ${whole(Math.max(...values))}`;
    const ratio = (ratios[index] as number).toFixed(2);
    process.stdout.write(`  ${name.padEnd(68)}${whole(median(values)).padStart(7)}  ratio ${ratio}  (${range})\n`);
  }
  const reached = ratios[1] as number;
  process.stdout.write(`  goal at least 1.0 through the stored function: ${reached >= 1 ? 'met' : 'MISSED'}\n`);
}

async function measureVerification(serverUrl: string): Promise<boolean> {
  const url = await createBook(serverUrl, 'bench_books', OPTIONS.users);
  await fillBook(url, OPTIONS.users, OPTIONS.postings);
  const postings = await countPostings(url);
  const program = fileURLToPath(new URL('../verify-books.js', import.meta.url));
  const began = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: url },
  });
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `\nverify-books over ${whole(postings)} postings, from start to exit: ${seconds.toFixed(1)} s; `,
  );
  process.stdout.write(
    `goal under ${LONGEST_CHECK_SECONDS} s: ${seconds < LONGEST_CHECK_SECONDS ? 'met' : 'MISSED'}\n`,
  );
  process.stdout.write(stdout.replaceAll(/^/gm, '  '));
  await dropDatabase(serverUrl, 'bench_books');
  return seconds < LONGEST_CHECK_SECONDS;
}

async function setting(url: string, name: 'fsync' | 'synchronous_commit' | 'server_version'): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(`show ${name}`);
  await client.end();
  return rows[0]?.[name] ?? '';
}

const serverUrl = process.env.DATABASE_URL;
if (!serverUrl) throw new Error('DATABASE_URL is not set: run it with `npm run bench -- ledger`.');
for (const name of ['fsync', 'synchronous_commit'] as const) {
  if ((await setting(serverUrl, name)) !== 'on') throw new Error(`${name} is off: the figures would mean nothing.`);
}
process.stdout.write(`Postgres ${await setting(serverUrl, 'server_version')}, fsync and synchronous_commit on\n`);
if (OPTIONS.rounds > 0) await measurePostings(serverUrl);
if (OPTIONS.postings > 0) await measureVerification(serverUrl);
