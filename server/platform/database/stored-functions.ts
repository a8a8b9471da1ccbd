import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DataSource, EntityManager } from 'typeorm';
import { sqlStateOf } from './transaction.js';

/** Features and platform, in the sources as in the build. */
const SERVER = fileURLToPath(new URL('../..', import.meta.url));
/** "cannot change return type of existing function", also of names of parameters. */
const ANOTHER_SIGNATURE = '42P13';

/** A stored function: one file `sql/<name>.sql` of the feature or the part of the platform that it belongs to. */
export interface StoredFunction {
  name: string;
  text: string;
  sha256: string;
  /**
   * Who may call it: gateways and workers (`product`), those alone whose work it is, only other stored functions, or anybody
   * with the rights of their own.
   */
  access: 'product' | 'worker' | 'feed' | 'worker and feed' | 'stored functions' | 'anybody';
  /** Has no types of tables in its signature, so that it can be made before there are any. */
  isTrigger: boolean;
}

const CALLERS: Record<Exclude<StoredFunction['access'], 'anybody'>, string[]> = {
  // Workers have the rights of gateways, too.
  product: ['gateway_app'],
  worker: ['gateway_worker'],
  feed: ['gateway_feed'],
  'worker and feed': ['gateway_worker', 'gateway_feed'],
  'stored functions': [],
};

/** Every stored function of the product, in the order of their names. */
export function storedFunctions(): StoredFunction[] {
  const files = ['features', 'platform'].flatMap((folder) =>
    readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(SERVER, folder, path)),
  );
  return files
    .filter((path) => path.endsWith('.sql') && basename(dirname(path)) === 'sql')
    .map((path) => storedFunction(basename(path, '.sql'), readFileSync(path, 'utf8')))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function storedFunction(name: string, text: string): StoredFunction {
  const access = /^-- Access: (product|worker|feed|worker and feed|stored functions)$/m.exec(text)?.[1] ?? 'anybody';
  return {
    name,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    access: access as StoredFunction['access'],
    isTrigger: /\) returns trigger\n/.test(text),
  };
}

/** One text for all functions together. */
export function versionOf(functions: Pick<StoredFunction, 'name' | 'sha256'>[]): string {
  const lines = functions.map(({ name, sha256 }) => `${name} ${sha256}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The version that the database has of these functions. */
export async function installedVersion(source: DataSource, functions: StoredFunction[]): Promise<string> {
  const names = functions.map(({ name }) => name);
  return versionOf(await source.query('select name, sha256 from stored_function where name = any ($1)', [names]));
}

/**
 * Makes the trigger functions that are missing, for migrations to bind. Runs before the migrations.
 * @param formerNames by its name what a function was called before a migration renamed it: earlier migrations bind it by that.
 */
export async function installMissingTriggers(
  source: DataSource,
  functions = storedFunctions(),
  formerNames: Readonly<Record<string, string>> = {},
): Promise<void> {
  await installing(source, async (tx) => {
    for (const { name, text, isTrigger } of functions) {
      const first = formerNames[name] ?? name;
      if (!isTrigger || (await signaturesOf(tx, name)).length > 0 || (await signaturesOf(tx, first)).length > 0)
        continue;
      await tx.query(text.replace(`function ${name}(`, `function ${first}(`));
    }
  });
}

/**
 * Makes the database's functions those of the files: installs what differs, by its text or in its body, drops what has
 * no file any more unless a trigger still needs it. All or nothing. Runs after the migrations, as the owner of the tables.
 */
export async function installStoredFunctions(source: DataSource, functions = storedFunctions()): Promise<void> {
  await installing(source, async (tx) => {
    const rows: { name: string; sha256: string }[] = await tx.query('select name, sha256 from stored_function');
    const installed = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    const bodies = await bodiesOf(tx);
    const isThere = ({ name, sha256, text }: StoredFunction) =>
      installed.get(name) === sha256 && bodies.get(name) === bodyOf(text);
    for (const stored of functions) if (!isThere(stored)) await install(tx, stored);
    const known = new Set(functions.map(({ name }) => name));
    for (const { name } of rows) if (!known.has(name)) await remove(tx, name);
  });
}

/** What each function does, as the database has it: somebody may have replaced one by hand. */
async function bodiesOf(tx: EntityManager): Promise<Map<string, string>> {
  const rows: { name: string; body: string }[] = await tx.query(
    `select proname as name, prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, body }) => [name, body]));
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$'));
}

/** One installer at a time. Bodies are not checked: a function may come before those that it calls. */
async function installing(source: DataSource, work: (tx: EntityManager) => Promise<void>): Promise<void> {
  await source.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('stored-functions'))`);
    await tx.query('set local check_function_bodies = off');
    await work(tx);
  });
}

async function install(tx: EntityManager, stored: StoredFunction): Promise<void> {
  const { name, text, sha256 } = stored;
  const before = await signaturesOf(tx, name);
  await tx.query('savepoint replacing');
  try {
    await tx.query(text);
  } catch (error) {
    if (sqlStateOf(error) !== ANOTHER_SIGNATURE) throw error;
    await tx.query('rollback to savepoint replacing');
    await drop(tx, before);
    await tx.query(text);
  }
  // Other arguments make another function beside the old one.
  const after = await signaturesOf(tx, name);
  if (after.length > 1) await drop(tx, before);
  await grant(tx, stored);
  await tx.query(
    `insert into stored_function (name, sha256, installed_at) values ($1, $2, clock_timestamp())
     on conflict (name) do update set sha256 = excluded.sha256, installed_at = excluded.installed_at`,
    [name, sha256],
  );
}

async function grant(tx: EntityManager, { name, access }: StoredFunction): Promise<void> {
  if (access === 'anybody') {
    await tx.query(`grant execute on function ${name} to public`);
    return;
  }
  const roles: { name: string }[] = await tx.query(
    `select rolname::text as name from pg_roles where rolname in ('gateway_app', 'gateway_feed', 'gateway_worker') order by rolname`,
  );
  const names = roles.map(({ name: role }) => role);
  await tx.query(`revoke all on function ${name} from ${['public', ...names].join(', ')}`);
  const callers = names.filter((role) => CALLERS[access].includes(role));
  if (callers.length > 0) await tx.query(`grant execute on function ${name} to ${callers.join(', ')}`);
}

async function remove(tx: EntityManager, name: string): Promise<void> {
  const bound: unknown[] = await tx.query('select from pg_trigger where tgfoid::regproc::text = $1', [name]);
  if (bound.length > 0) return;
  await drop(tx, await signaturesOf(tx, name));
  await tx.query('delete from stored_function where name = $1', [name]);
}

/** The functions of a name with the types of their arguments, as `drop function` takes them. */
async function signaturesOf(tx: EntityManager, name: string): Promise<string[]> {
  const rows: { signature: string }[] = await tx.query(
    `select oid::regprocedure::text as signature from pg_proc
      where proname = $1 and pronamespace = current_schema()::regnamespace`,
    [name],
  );
  return rows.map(({ signature }) => signature);
}

async function drop(tx: EntityManager, signatures: string[]): Promise<void> {
  for (const signature of signatures) await tx.query(`drop function ${signature}`);
}
