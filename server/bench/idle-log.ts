import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { createDatabase, dropDatabase, migrateBench } from './ledger.book.js';
import { startProduct } from './settlement.purchases.js';

/**
 * What an installation writes into Postgres' log while nobody uses it: all markets, a gateway, a worker and a feed with simulated
 * prices, with the shipped settings of the archive. That much is archived each day before anybody trades. Says what it takes there, where
 * it is compressed, of which tables it is, and how much of it are whole pages, which the first change of a page after a checkpoint
 * adds. Fails where more than the limit is archived. `npm run bench -- idle-log [--minutes=10]`
 */
const MINUTES = Number(process.argv.find((word) => word.startsWith('--minutes='))?.split('=')[1] ?? 10);
/** What a start makes once is not what a day is. */
const WARM_UP_MS = 4 * 60_000;
const MOST_GB_A_DAY = 1.5;
const DAY_SECONDS = 86_400;
const NAME = 'bench_idle_log';
const TABLES = 16;
const PIECE = 2 ** 20;
/** Those of the archive's settings that are taken without a restart. */
const SETTINGS = [
  ...readFileSync('server/deploy/pgbackrest/archiving.conf', 'utf8').matchAll(
    /^(wal_compression|checkpoint_timeout|max_wal_size) = (\S+)$/gm,
  ),
];

interface Share {
  name: string;
  bytes: number;
  pages: number;
}

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL)
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- idle-log`.');
process.exit(await run(DATABASE_URL, REDIS_URL));

async function run(serverUrl: string, redisUrl: string): Promise<number> {
  const url = await createDatabase(serverUrl, NAME);
  await migrateBench(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  // What was written is looked at afterwards.
  await client.query(`alter system set wal_keep_size = '4GB'`);
  for (const [, name, value] of SETTINGS) await client.query(`alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
  await client.query('create extension pg_walinspect');
  const product = await startProduct(url, redisUrl, { roles: ['worker'], settings: { SIMULATION_HISTORY_DAYS: '0' } });
  try {
    await pause(WARM_UP_MS);
    await client.query('checkpoint');
    const from = await place(client);
    const began = performance.now();
    await pause(MINUTES * 60_000);
    const to = await place(client);
    const seconds = (performance.now() - began) / 1000;
    const all = await between(client, from, to);
    const archived = gzipSync(await contents(client, from, to)).length;
    const gigabytes = (bytes: number) => ((bytes / seconds) * DAY_SECONDS) / 1e9;
    const isFew = gigabytes(archived) <= MOST_GB_A_DAY;
    const lines = (await shares(client, from, to)).map(
      ({ name, bytes, pages }) =>
        `  ${name}: ${gigabytes(bytes).toFixed(3)} GB a day, ${gigabytes(pages).toFixed(3)} of it pages`,
    );
    process.stdout.write(
      `${(all / seconds / 1000).toFixed(1)} kB a second in ${MINUTES} minutes, ${gigabytes(all).toFixed(2)} GB a day, ${gigabytes(archived).toFixed(2)} archived; ` +
        `goal ${MOST_GB_A_DAY}: ${isFew ? 'met' : 'MISSED'}\n${lines.join('\n')}\n`,
    );
    return isFew ? 0 : 1;
  } finally {
    product.stop();
    await client.end();
    await pause(2000);
    await dropDatabase(serverUrl, NAME);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

async function place(client: Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place');
  return rows[0]?.place ?? '';
}

async function between(client: Client, from: string, to: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select ($2::pg_lsn - $1::pg_lsn)::text as bytes', [from, to]);
  return Number(rows[0]?.bytes);
}

async function contents(client: Client, from: string, to: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let [at, end] = [place64(from), place64(to)]; at < end; ) {
    // A file of the log is whole pieces long.
    const length = Math.min(end - at, PIECE - (at % PIECE));
    const { rows } = await client.query<{ bytes: Buffer }>(
      `select pg_read_binary_file('pg_wal/' || file_name, file_offset, $2) as bytes
         from pg_walfile_name_offset('0/0'::pg_lsn + $1::numeric)`,
      [at, length],
    );
    pieces.push(rows[0]?.bytes ?? Buffer.alloc(0));
    at += length;
  }
  return Buffer.concat(pieces);
}

function place64(place: string): number {
  const [high = '', low = ''] = place.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}

/** The largest first. A record of several tables counts with the first of them; what is of none, as a commit, by its kind. */
async function shares(client: Client, from: string, to: string): Promise<Share[]> {
  const { rows } = await client.query<Share>(
    `select coalesce(b.name, r.resource_manager) as name, sum(r.record_length)::float8 as bytes, sum(r.fpi_length)::float8 as pages
       from pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn) r
       left join (
         select distinct on (w.start_lsn) w.start_lsn, regexp_replace(c.relname, '_\\d{4}_\\d\\d(_\\d\\d)?', '') as name
           from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) w join pg_class c on c.relfilenode = w.relfilenode
          order by w.start_lsn, w.block_id) b on b.start_lsn = r.start_lsn
      group by 1 order by 2 desc limit ${TABLES}`,
    [from, to],
  );
  return rows;
}
