import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { FIRST_USER } from './ledger.book.js';

/** What a round needs to know. */
export interface Load {
  url: string;
  connections: number;
  seconds: number;
}

const run = promisify(execFile);

/** pgbench from PATH or from where Debian puts it; null when there is none. */
export function findPgbench(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null;
}

export async function initializeTpcb(pgbench: string | null, url: string, scale: number): Promise<void> {
  if (pgbench) {
    await run(pgbench, ['-i', '-q', '-s', String(scale), url]);
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table pgbench_branches (bid integer primary key, bbalance integer, filler char(88)) with (fillfactor = 100);
    create table pgbench_tellers (tid integer primary key, bid integer, tbalance integer, filler char(84));
    create table pgbench_accounts (aid integer primary key, bid integer, abalance integer, filler char(84));
    create table pgbench_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp, filler char(22));
    insert into pgbench_branches (bid, bbalance) select i, 0 from generate_series(1, ${scale}) i;
    insert into pgbench_tellers (tid, bid, tbalance) select i, (i - 1) / 10 + 1, 0 from generate_series(1, ${scale * 10}) i;
    insert into pgbench_accounts (aid, bid, abalance, filler)
      select i, (i - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale * 100_000}) i`);
  await client.query('vacuum analyze');
  await client.end();
}

/** Transactions a second of pgbench: its own TPC-B, or a script. */
export async function byPgbench(pgbench: string, load: Load, script: string | null): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-bench-'));
  try {
    const file = join(folder, 'script.sql');
    if (script) writeFileSync(file, script);
    const sizes = ['-c', String(load.connections), '-T', String(load.seconds)];
    const work = script ? ['-D', 'n=0', '-f', file] : [];
    const { stdout } = await run(pgbench, ['-n', '-M', 'prepared', '-j', '2', ...sizes, ...work, load.url]);
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (failed !== '0' || !perSecond) throw new Error(`pgbench reports failures: ${stdout}`);
    return Number(perSecond);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What one connection does once; `turn` counts from 0. */
export type Turn = (client: Client, turn: number, connection: number) => Promise<unknown>;

/** Transactions a second of the same work from Node, for machines without pgbench. */
export async function byNode(load: Load, turn: Turn): Promise<number> {
  const clients = Array.from({ length: load.connections }, () => new Client({ connectionString: load.url }));
  await Promise.all(clients.map((client) => client.connect()));
  const end = performance.now() + load.seconds * 1000;
  const began = performance.now();
  const counts = await Promise.all(
    clients.map(async (client, connection) => {
      let done = 0;
      while (performance.now() < end) await turn(client, done++, connection);
      return done;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

function between(first: number, last: number): number {
  return first + Math.floor(Math.random() * (last - first + 1));
}

/** TPC-B as pgbench does it: seven round trips, prepared statements. */
export function tpcbTurn(scale: number): Turn {
  const text = {
    account: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
    look: 'select abalance from pgbench_accounts where aid = $1',
    teller: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
    branch: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
    history: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
  };
  return async (client) => {
    const [aid, tid, bid] = [between(1, scale * 100_000), between(1, scale * 10), between(1, scale)];
    const delta = between(-5000, 5000);
    const query = (name: keyof typeof text, values: unknown[]) => client.query({ name, text: text[name], values });
    await client.query('begin');
    await query('account', [delta, aid]);
    await query('look', [aid]);
    await query('teller', [delta, tid]);
    await query('branch', [delta, bid]);
    await query('history', [tid, bid, aid, delta]);
    await client.query('commit');
  };
}

/** A journal of the ledger: legs of a random user as SQL arrays, `:a` the user, `:s` +1 or -1, `:t` the reverse. */
export interface Movement {
  name: string;
  owners: string;
  kinds: string;
  amounts: string;
}

export function movementScript({ owners, kinds, amounts }: Movement, users: number, round: string): string {
  const legs = kinds.split(',').length;
  const repeat = (what: string) => Array.from({ length: legs }, () => what).join(', ');
  return `
\\set a random(${FIRST_USER}, ${FIRST_USER + users - 1})
\\set s random(0, 1) * 2 - 1
\\set t 0 - :s
\\set n :n + 1
select journal_id from ledger_post(p_reason => 'wallet.transfer',
  p_reference => concat('${round}-', :client_id::text, '-', :n::text), p_at => now(), p_demo => false,
  p_owners => array[${owners}]::bigint[], p_kinds => array[${kinds}], p_currencies => array[${repeat('3')}],
  p_amounts => array[${amounts}]::numeric[], p_holds => array[${repeat('null')}]::text[]);
`;
}
