import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import { createDataSource } from './database/data-source.js';
import type { Lines, LineStart } from './features/operations/audit/anchor-lines.rules.js';
import { type Anchor, firstDifference } from './features/operations/audit/audit-anchor.rules.js';
import { AuditStore } from './features/operations/audit/audit.store.js';
import { readLines } from './features/operations/audit/read-lines.js';
import { callForRows } from './platform/database/call-function.js';
import { readAnchorSettings } from './platform/config/config.js';
import { directAddressOf } from './platform/config/secrets.js';
import { chooseAnchors } from './platform/storage/choose-anchors.js';

interface Break {
  seal: string | null;
  firstEntry: string | null;
  lastEntry: string | null;
  fault: string;
}

interface Head {
  id: string;
  last_entry: string;
  last_event: string;
  hash: string;
}

/**
 * `npm run verify-audit`: checks the whole chain of the audit log and of the users' security events once, prints every link
 * that is broken and ends with exit code 1 then. A log that was made anew as a whole is whole by itself, so the chain must still have the links that were
 * kept elsewhere: those of the anchors beside the database, those that the tape's published roots name, and those given as
 * `SEAL:HASH`, as the product's log holds them. It only reads.
 */
async function main(): Promise<void> {
  const url = directAddressOf(process.env);
  if (!url) throw new Error('DATABASE_URL is not set.');
  const source = await createDataSource(url, 1, false).initialize();
  try {
    const breaks: Break[] = await callForRows(source.manager, 'audit_breaks', {});
    const faults = [
      ...breaks.map(describe),
      ...(await missingLinks(process.argv.slice(2), (id) => hashOf(id))),
      ...(await anchorFaults(source, url)),
      ...(await tapeFaults(source)),
    ];
    for (const fault of faults) process.stdout.write(`BROKEN ${fault}\n`);
    const [head]: Head[] = await source.query(
      `select id, last_entry, coalesce(last_event, 0)::text as last_event, encode(hash, 'hex') as hash
         from audit_seal order by id desc limit 1`,
    );
    const [open]: { entries: string; events: string }[] = await source.query(
      `select (select count(*) from audit_entry where id > $1) as entries,
              (select count(*) from account_security_event where id > $2) as events`,
      [head?.last_entry ?? 0, head?.last_event ?? 0],
    );
    const reach = head && `up to entry ${head.last_entry} and event ${head.last_event} of users`;
    const state = head ? `head ${head.id}:${head.hash}, ${reach}` : 'no seal yet';
    process.stdout.write(
      `The audit log is ${faults.length === 0 ? 'whole' : 'BROKEN'}: ${state}, ${open?.entries ?? 0} entries and ${open?.events ?? 0} events not sealed yet.\n`,
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await source.destroy();
  }

  async function hashOf(id: string): Promise<string | undefined> {
    const rows: { hash: string }[] = await source.query(
      `select encode(hash, 'hex') as hash from audit_seal where id = $1`,
      [id],
    );
    return rows[0]?.hash;
  }
}

function describe({ seal, firstEntry: first, lastEntry: last, fault }: Break): string {
  const place = first === null ? '' : first === last ? ` (entry ${first})` : ` (entries ${first} to ${last})`;
  return `${seal === null ? '' : `seal ${seal}${place}: `}${fault}${seal === null ? place : ''}`;
}

async function missingLinks(given: string[], hashOf: (id: string) => Promise<string | undefined>): Promise<string[]> {
  const faults: string[] = [];
  for (const text of given) {
    const [, id, hash] = /^([1-9][0-9]{0,17}):([0-9a-f]{64})$/.exec(text) ?? [];
    if (id === undefined) throw new Error(`"${text}" is not of the form SEAL:HASH.`);
    if ((await hashOf(id)) !== hash) faults.push(`seal ${id} is not the one that was noted`);
  }
  return faults;
}

/** The first of the kept anchors that the log does not bear out, and where a line of them was begun without saying so. */
async function anchorFaults(source: DataSource, databaseUrl: string): Promise<string[]> {
  const lines = await readLines(await chooseAnchors(readAnchorSettings(process.env), { databaseUrl, now: () => 0 }));
  process.stdout.write(`${lines.held.length + lines.before.length} anchors beside the database.\n`);
  for (const start of lines.starts) process.stdout.write(`${begun(start)}\n`);
  return [
    ...lines.unreadable.map((key) => `the anchor ${key} is none`),
    ...(await unsaid(source, lines)),
    ...(await contradicted(source, lines.held, 'anchored')),
  ];
}

/** What a person has said about a log that is lost: shown each time, because only people can tell whether it is true. */
function begun({ line, who, why, at, agreed, lost, first, last }: LineStart): string {
  const span = `from seal ${first.seal} of ${instant(first.at)} to seal ${last.seal} of ${instant(last.at)}`;
  return `NOTE line ${line} of the anchors was begun at ${instant(at)} by ${who}: ${why}. It agrees up to seal ${agreed}; ${lost} anchors ${span} are of the log before it.`;
}

/** The entries of former beginnings may be lost by later restores; that of the last one may not. */
async function unsaid(source: DataSource, { starts: [newest] }: Lines): Promise<string[]> {
  if (!newest || (await new AuditStore(source).saysThatBegan(newest.entry, newest.line))) return [];
  return [`line ${newest.line} of the anchors was begun, and no entry ${newest.entry} of the log says so`];
}

function instant(at: number): string {
  return new Date(at).toISOString();
}

/** The same for what the published roots of the tape name. */
async function tapeFaults(source: DataSource): Promise<string[]> {
  const named: { seal: string; hash: string; at: string }[] = await source.query(
    `select audit_seal as seal, encode(audit_hash, 'hex') as hash,
            (extract(epoch from min(sealed_at)) * 1000)::bigint as at
       from tape_root where audit_seal is not null group by 1, 2`,
  );
  const givenAnchors = named.map(({ seal, hash, at }) => ({
    seal,
    hash,
    at: Number(at),
    lastEntry: '0',
    lastEvent: '0',
  }));
  return contradicted(source, givenAnchors, 'published with the tape');
}

async function contradicted(source: DataSource, givenAnchors: Anchor[], how: string): Promise<string[]> {
  const store = new AuditStore(source);
  const different = firstDifference(givenAnchors, await store.hashesOf(givenAnchors.map(({ seal }) => seal)));
  if (!different) return [];
  const { anchor, found, firstEntry, firstEvent } = different.first;
  const place =
    through(', entries', firstEntry, anchor.lastEntry) + through(', events of users', firstEvent, anchor.lastEvent);
  const now = found === null ? 'is not there' : 'is another one';
  return [
    `seal ${anchor.seal}${place}, ${how} at ${instant(anchor.at)}, ${now}; so are ${different.count - 1} after it`,
  ];
}

function through(what: string, first: string, last: string): string {
  return BigInt(last) < BigInt(first) ? '' : `${what} ${first} to ${last}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
