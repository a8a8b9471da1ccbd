import 'reflect-metadata';
import { createDataSource } from './database/data-source.js';
import { addressOf } from './platform/config/secrets.js';

interface Break {
  seal: string | null;
  first_entry: string | null;
  last_entry: string | null;
  fault: string;
}

interface Head {
  id: string;
  last_entry: string;
  hash: string;
}

/**
 * `npm run verify-audit`: checks the whole chain of the audit log once, prints every link that is broken and ends with
 * exit code 1 then. Given the head of a former day as `SEAL:HASH`, as the product's log holds it, the chain must still
 * have that link: so a log that was made anew as a whole is found, too. It only reads.
 */
async function main(): Promise<void> {
  const url = addressOf(process.env, 'DATABASE');
  if (!url) throw new Error('DATABASE_URL is not set.');
  const source = await createDataSource(url, 1, false).initialize();
  try {
    const breaks: Break[] = await source.query('select * from audit_breaks()');
    const faults = [...breaks.map(describe), ...(await missingLinks(process.argv.slice(2), (id) => hashOf(id)))];
    for (const fault of faults) process.stdout.write(`BROKEN ${fault}\n`);
    const [head]: Head[] = await source.query(
      `select id, last_entry, encode(hash, 'hex') as hash from audit_seal order by id desc limit 1`,
    );
    const [open]: { count: string }[] = await source.query('select count(*) from audit_entry where id > $1', [
      head?.last_entry ?? 0,
    ]);
    const state = head ? `head ${head.id}:${head.hash}, up to entry ${head.last_entry}` : 'no seal yet';
    process.stdout.write(
      `The audit log is ${faults.length === 0 ? 'whole' : 'BROKEN'}: ${state}, ${open?.count ?? 0} entries not sealed yet.\n`,
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

function describe({ seal, first_entry: first, last_entry: last, fault }: Break): string {
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

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
