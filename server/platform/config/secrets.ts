import { randomBytes } from 'node:crypto';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { REDIS_OWNER, REDIS_ROLES, redisUsersFile } from '../redis/redis-users.js';
import { requireOwnPassword } from './default-passwords.js';
import { givenSecret } from './given-secret.js';
import { moveOwn, ownSecret, replaceOwn, SECRET_LENGTH_MIN } from './own-secrets.js';
import { newWebPushKey, WEB_PUSH_KEY_FILE } from '../web-push/web-push-key.js';
import { isLoopback, requireSafeTransport } from './safe-transport.js';

/**
 * What stood in the repository for a time and was every installation's own outside production. Whatever was sealed or hashed
 * with it can still be opened and checked where an installation has since made its own secrets; nothing is made with it.
 */
export const FORMER_SECRETS = {
  PASSWORD_PEPPER: 'only for development, never for real people (PASSWORD_PEPPER)',
  SECRET_KEY: 'only for development, never for real people (SECRET_KEY)',
} as const;

/** Everything that was ever written down in the repository: it protects nothing. */
const KNOWN = new Set<string>([
  ...Object.values(FORMER_SECRETS),
  'pepper '.repeat(6).trim(),
  'secret '.repeat(6).trim(),
]);

type SecretName = keyof typeof FORMER_SECRETS;

/** The files of an installation's own secrets. */
export const SECRET_FILES: Record<SecretName, string> = {
  PASSWORD_PEPPER: 'password-pepper',
  SECRET_KEY: 'secret-key',
};

/** Of the role that owns the product's database and migrates it, which is no superuser. */
const MIGRATION_PASSWORD = 'postgres-owner-password';
/** Passwords of the owners of the installation's servers, by the variable that may give one at the first start. */
const OWNER_PASSWORDS = { POSTGRES_PASSWORD: 'postgres-password', REDIS_PASSWORD: 'redis-password' } as const;
/** Of the users of Postgres who serve. */
const SERVING_PASSWORDS = {
  gateway_app: 'postgres-gateway-password',
  gateway_worker: 'postgres-worker-password',
  gateway_feed: 'postgres-feed-password',
} as const;
/** The same, as a pooler in front of Postgres reads them. */
const POOLER_USERS = 'pooler-users.txt';
/** The users of the installation's Redis, with their passwords' digests. Made anew each time: it follows the product. */
const REDIS_USERS = 'redis-users.acl';
/** What the product's keys and channels begin with where nothing else is set. */
export const REDIS_PREFIX = 'gateway:';

export interface InstallationFolders {
  /** What every process reads. */
  shared: string;
  /** What the servers themselves read alone; the same folder where they are not kept apart. */
  owner: string;
  /** What the migration reads beside what is shared, and whoever makes the role that it comes as. */
  migration: string;
}

/**
 * Makes what is missing of an installation's secrets, for all of its processes and for its Postgres and Redis: what the
 * environment gives is kept, and the rest is drawn. What is there stays as it is; owners' passwords that an earlier version
 * kept beside the others are moved to their own folder.
 * @param prefix of the product's keys and channels in Redis.
 */
export function makeInstallationSecrets(
  { shared, owner, migration }: InstallationFolders,
  environment: Environment,
  prefix = REDIS_PREFIX,
): void {
  for (const name of Object.values(SECRET_FILES)) ownSecret(shared, name);
  const serving = Object.entries(SERVING_PASSWORDS).map(([user, name]) => `"${user}" "${ownSecret(shared, name)}"`);
  replaceOwn(shared, POOLER_USERS, `${serving.join('\n')}\n`);
  ownSecret(shared, WEB_PUSH_KEY_FILE, newWebPushKey());
  ownSecret(migration, MIGRATION_PASSWORD);
  for (const [variable, name] of Object.entries(OWNER_PASSWORDS)) {
    if (owner !== shared) moveOwn(name, shared, owner);
    ownSecret(owner, name, givenSecret(environment, variable) ?? undefined);
  }
  const roles = REDIS_ROLES.map((role) => [role, ownSecret(shared, `redis-${role}-password`)] as const);
  const passwords = {
    ...(Object.fromEntries(roles) as RolePasswords),
    [REDIS_OWNER]: ownSecret(owner, OWNER_PASSWORDS.REDIS_PASSWORD),
  };
  replaceOwn(shared, REDIS_USERS, redisUsersFile(passwords, prefix));
}

type RolePasswords = Record<(typeof REDIS_ROLES)[number], string>;

/**
 * Where the secrets of a process came from. `given`: from its environment or the files it names. `own`: from the
 * installation's files. `process`: made up for this process alone, for tests.
 */
export type SecretsOrigin = 'given' | 'own' | 'process';

export interface SecretsWanted {
  NODE_ENV: 'development' | 'test' | 'production';
  DATA_FOLDER: string;
  SECRETS_FOLDER: string;
}

export interface Secrets extends Record<SecretName, string> {
  SECRETS_ORIGIN: SecretsOrigin;
  /** With which passwords may have been hashed before: they are verified still, and hashed anew at the next right entry. */
  FORMER_PEPPERS: readonly string[];
  /** Keys that open and recognise what they made, and make nothing: those before, and the next one while a change goes on. */
  FORMER_SECRET_KEYS: readonly string[];
}

type Environment = Record<string, string | undefined>;

/**
 * The secrets of this process: those that the environment gives, else the installation's own, which are made at its first
 * start. In production only where SECRETS_FOLDER is set, and otherwise they must be given.
 * @throws Error naming every secret that is missing, too short or public.
 */
export function secretsOf(environment: Environment, wanted: SecretsWanted): Secrets {
  const asked = (['PASSWORD_PEPPER', 'SECRET_KEY'] as const).map((name) => ({
    name,
    secret: givenSecret(environment, name),
  }));
  const problems = asked.flatMap(({ name, secret }) => {
    const problem = problemOf(secret, mayMakeItsOwn(wanted));
    return problem === null ? [] : [`${name}: ${problem}`];
  });
  if (wanted.NODE_ENV === 'production' && liesIn(wanted.DATA_FOLDER, wanted.SECRETS_FOLDER))
    problems.push('SECRETS_FOLDER: lies in DATA_FOLDER, and whoever copies that has what is sealed and the key');
  if (problems.length > 0) throw new Error(`Configuration is not usable. ${problems.join('; ')}`);
  // None is made before all that is given is known to be good.
  const found = asked.map(({ name, secret }) =>
    secret === null ? { name, ...madeSecret(name, wanted) } : { name, secret, origin: 'given' as const },
  );
  const origins = found.map(({ origin }) => origin);
  const SECRETS_ORIGIN = (['process', 'own', 'given'] as const).find((origin) => origins.includes(origin)) ?? 'given';
  const secrets = Object.fromEntries(found.map(({ name, secret }) => [name, secret])) as Record<SecretName, string>;
  const FORMER_SECRET_KEYS = eachOf(environment, 'SECRET_KEY_PREVIOUS').filter((key) => key !== secrets.SECRET_KEY);
  return { ...secrets, SECRETS_ORIGIN, FORMER_PEPPERS: formerPeppers(environment, SECRETS_ORIGIN), FORMER_SECRET_KEYS };
}

/** Those of PASSWORD_PEPPER_PREVIOUS, and the public one of installations that began with it. */
function formerPeppers(environment: Environment, origin: SecretsOrigin): string[] {
  const known: string[] = origin === 'own' ? [FORMER_SECRETS.PASSWORD_PEPPER] : [];
  return [...new Set([...eachOf(environment, 'PASSWORD_PEPPER_PREVIOUS'), ...known])];
}

/** Several secrets, one a line. */
function eachOf(environment: Environment, name: string): string[] {
  const lines = (givenSecret(environment, name) ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

function liesIn(outer: string, inner: string): boolean {
  const way = relative(resolve(outer), resolve(inner));
  return inner !== '' && !way.startsWith('..') && !isAbsolute(way);
}

/** What is wrong with a secret that was given, or is missing; null when nothing is. */
function problemOf(secret: string | null, mayBeMade: boolean): string | null {
  const required = `at least ${SECRET_LENGTH_MIN} characters are required`;
  if (secret === null) return mayBeMade ? null : `${required}, or SECRETS_FOLDER`;
  if (secret.length < SECRET_LENGTH_MIN) return required;
  return KNOWN.has(secret.trim()) ? 'this one is public, make another' : null;
}

/**
 * An address (DATABASE, that of a role of its own or of the owner, REDIS) with the password of `…_PASSWORD` or `…_PASSWORD_FILE` in it, so that the address can be
 * written down where the password must not be.
 * @throws Error where production would talk to another machine in the open, or come with a password that everybody tries.
 */
export function addressOf(
  environment: Environment,
  name: `DATABASE${'' | '_WORKER' | '_FEED' | '_OWNER' | '_DIRECT' | '_READ'}` | 'REDIS',
): string | undefined {
  const address = environment[`${name}_URL`];
  if (address !== undefined) requireSafeTransport(environment, `${name}_URL`, address);
  const password = givenSecret(environment, `${name}_PASSWORD`);
  if (address === undefined) return address;
  const whole = password === null ? address : withPassword(address, password);
  requireOwnPassword(environment, password === null ? `${name}_URL` : `${name}_PASSWORD`, whole);
  return whole;
}

function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.toString();
}

/**
 * Postgres itself for a program that works for long or sets what holds for its connection: DATABASE_DIRECT_URL where DATABASE_URL
 * leads to a pooler, as the same user and with the same password unless it has one of its own.
 */
export function directAddressOf(environment: Environment): string | undefined {
  if (!environment.DATABASE_DIRECT_URL) return addressOf(environment, 'DATABASE');
  return besideMain(environment, 'DATABASE_DIRECT');
}

/** The standby for reads, DATABASE_READ_URL, as the user of DATABASE_URL where it names none: one address does for every role. */
export function readAddressOf(environment: Environment): string | undefined {
  const { DATABASE_READ_URL: given, DATABASE_URL: main = '' } = environment;
  if (!given || !URL.canParse(given) || !URL.canParse(main)) return given;
  const url = new URL(given);
  if (url.username === '') ({ username: url.username, password: url.password } = new URL(main));
  return besideMain({ ...environment, DATABASE_READ_URL: url.toString() }, 'DATABASE_READ');
}

/** An address whose password is that of DATABASE_URL unless it has one of its own. */
function besideMain(environment: Environment, name: 'DATABASE_DIRECT' | 'DATABASE_READ'): string | undefined {
  const { DATABASE_PASSWORD: password, DATABASE_PASSWORD_FILE: file } = environment;
  const isGiven = environment[`${name}_PASSWORD`] || environment[`${name}_PASSWORD_FILE`];
  const inherited = { [`${name}_PASSWORD`]: password, [`${name}_PASSWORD_FILE`]: file };
  return addressOf(isGiven ? environment : { ...environment, ...inherited }, name);
}

/** @throws Error when others could reach a process whose secrets are of no installation. */
export function requireOwnSecrets({ HOST, SECRETS_ORIGIN }: { HOST: string; SECRETS_ORIGIN: SecretsOrigin }): void {
  if (SECRETS_ORIGIN !== 'process' || isLoopback(HOST)) return;
  throw new Error(
    `Without PASSWORD_PEPPER, SECRET_KEY or SECRETS_FOLDER nobody listens at ${HOST}: with NODE_ENV=test at 127.0.0.1 only.`,
  );
}

/** Where an installation keeps secrets of its own, if it makes any. */
export function secretsFolderOf({ DATA_FOLDER, SECRETS_FOLDER }: Omit<SecretsWanted, 'NODE_ENV'>): string {
  return SECRETS_FOLDER === '' ? join(DATA_FOLDER, 'secrets') : SECRETS_FOLDER;
}

function mayMakeItsOwn({ NODE_ENV, SECRETS_FOLDER }: SecretsWanted): boolean {
  return SECRETS_FOLDER !== '' || NODE_ENV !== 'production';
}

function madeSecret(name: SecretName, { NODE_ENV, DATA_FOLDER, SECRETS_FOLDER }: SecretsWanted) {
  if (NODE_ENV === 'test' && SECRETS_FOLDER === '') {
    return { secret: randomBytes(SECRET_LENGTH_MIN).toString('hex'), origin: 'process' as const };
  }
  const folder = secretsFolderOf({ DATA_FOLDER, SECRETS_FOLDER });
  return { secret: ownSecret(folder, SECRET_FILES[name]), origin: 'own' as const };
}
