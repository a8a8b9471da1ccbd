import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { assertProvidersWithin } from '../outside/providers.js';
import { webPushKeyOf } from '../web-push/own-web-push-key.js';
import { webPushSettings } from '../web-push/web-push-settings.js';
import { accountSettings } from './account-settings.js';
import { hasPasswordTriedFirst, isTriedFirst, passwordProblem } from './default-passwords.js';
import { fileSettings } from './file-settings.js';
import { marketSettings } from './market-settings.js';
import { messageSettings } from './message-settings.js';
import { redisSettings } from './redis-settings.js';
import { SETTINGS_APART, withSecretFiles } from './secret-settings.js';
import { addressOf, readAddressOf, type Secrets, secretsOf } from './secrets.js';
import { flag, list } from './setting-kinds.js';
import { socketSettings } from './socket-settings.js';
import { traceSettings } from './trace-settings.js';
import { requireOneRedis } from './redis-place.js';
import { requireSafeRedis, requireSafeTraces } from './safe-transport.js';

/** Which parts of the product there are. */
export const ROLES = ['gateway', 'worker', 'feed'] as const;

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Which parts of the product this process runs. */
  ROLES: list(ROLES.join(',')).pipe(z.array(z.enum(ROLES)).min(1)),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATABASE_URL: z.url(),
  /** Connections for each kind of work: commands and everything else, reads of what has happened, jobs. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  DATABASE_READ_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(5),
  DATABASE_JOB_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  /**
   * `transaction`: DATABASE_URL leads to a pooler (PgBouncer) that gives each transaction another connection. Time limits are
   * then those of the user, which a migration sets, and no statement is prepared under a name. `transaction-by-work`: the pooler
   * also knows the database by its name with `_reads` and with `_jobs`, and has a pool for each.
   */
  DATABASE_POOLING: z.enum(['none', 'transaction', 'transaction-by-work']).default('none'),
  /** A standby at which histories are read, as long as it is no further behind than this. Not set: they are read at DATABASE_URL. */
  DATABASE_READ_URL: z.preprocess((value) => (value === '' ? undefined : value), z.url().optional()),
  DATABASE_READ_AGE_MS: z.coerce.number().int().min(10).max(60_000).default(250),
  /** Hosts of Postgres and Redis to which a network of their own leads, comma-separated: production wants TLS to all others. */
  PRIVATE_NETWORK_HOSTS: z.string().default(''),
  ...redisSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ...traceSettings,
  ...marketSettings,
  /** Whether venues and the sender of text messages may stand in our own network. `auto`: outside production only. */
  PROVIDERS_MAY_BE_PRIVATE: z.enum(['auto', 'true', 'false']).default('auto'),
  ...socketSettings,
  /** Serve /metrics, /api/docs on the public port. */
  PUBLIC_DIAGNOSTICS: flag(true),
  /** A port for Prometheus in every role, at which alone `/metrics` answers then, whatever `PUBLIC_DIAGNOSTICS` says. */
  METRICS_PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(65535).optional(),
  ),
  /** The operators' desk, `/ops`. */
  OPS_ENABLED: flag(true),
  /** Its own port, on which alone it answers then. Not set: the public port, and in production no desk at all. */
  OPS_PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(65535).optional(),
  ),
  /** The desk's own address as operators type it: their passkeys sign for it. Not set: `PUBLIC_URL`, with `OPS_PORT`. */
  OPS_URL: z.preprocess((value) => (value === '' ? undefined : value), z.url().optional()),
  /** How many times the limits of calls (`platform/http/rate-limits/rate-classes.ts`) apply. Not set: 1, outside production 100. */
  RATE_FACTOR: z.coerce.number().min(0.1).max(1_000_000).optional(),
  /** Limits of single classes in their place, `open=50/1` for 50 calls in 1 s, comma-separated. */
  RATE_LIMITS: list(''),
  /** Number of proxies in front whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** The same before the desk's own port, which operators reach by another way. */
  OPS_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  ...fileSettings,
  /**
   * Where the map's pictures come from, `https://tiles.example/{z}/{x}/{y}.png`, and whom the map names for them. Not set: the
   * outline that the product brings along, and no service of others.
   */
  MAP_TILES: z
    .string()
    .regex(/^$|^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/[A-Za-z0-9/._~{}@?=&-]*$/)
    .default(''),
  MAP_ATTRIBUTION: z
    .string()
    .max(100)
    .regex(/^[^"<>&]*$/)
    .default(''),
  /** The site's own address as people type it: what a wallet is asked to sign names it. https in production. */
  PUBLIC_URL: z.url().default('http://localhost:3000'),
  /**
   * Where this installation keeps secrets of its own, made at its first start: PASSWORD_PEPPER, which is mixed into every
   * password before it is hashed, and SECRET_KEY, of what must be readable again and of the codes' digests. Not set: outside
   * production in the data folder; in production both must be given, at least 32 characters each, or as files by
   * PASSWORD_PEPPER_FILE and SECRET_KEY_FILE. PASSWORD_PEPPER_PREVIOUS is the one before it: passwords that were hashed with
   * it are right still, and are hashed anew as they are entered. Likewise DATABASE_PASSWORD and REDIS_PASSWORD, or as files, for the addresses
   * above.
   */
  SECRETS_FOLDER: z.string().default(''),
  ...accountSettings,
  ...messageSettings,
  ...webPushSettings,
});

/** Everything that can be set from outside, parsed and checked once at start. */
export type Configuration = z.infer<typeof schema> & Secrets & { WEB_PUSH_PRIVATE_KEY: string };

/** The name of everything that can be set, for the product and for the programs beside it. */
export const SETTINGS: readonly string[] = [...Object.keys(schema.shape), ...SETTINGS_APART];

const anchorSchema = schema.pick({
  DATA_FOLDER: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_PATH_STYLE: true,
  AUDIT_ANCHORS: true,
  AUDIT_ANCHORS_BUCKET: true,
  AUDIT_ANCHORS_ACCESS_KEY_ID: true,
  AUDIT_ANCHORS_SECRET_ACCESS_KEY: true,
  AUDIT_ANCHORS_KEEP_DAYS: true,
});

/** What says where anchors lie. */
export type AnchorSettings = z.infer<typeof anchorSchema>;

const storageSchema = schema.pick({
  DATA_FOLDER: true,
  STORAGE: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_PATH_STYLE: true,
});

/** What says where files lie. */
export type StorageSettings = z.infer<typeof storageSchema>;

/** For a program that only looks, and needs no other setting. */
export function readStorageSettings(environment: Record<string, string | undefined>): StorageSettings {
  return storageSchema.parse(withSecretFiles(environment));
}

/** Likewise. */
export function readAnchorSettings(environment: Record<string, string | undefined>): AnchorSettings {
  return anchorSchema.parse(withSecretFiles(environment));
}

/** Injection token of the parsed {@link Configuration}. */
export abstract class Config {
  abstract readonly values: Configuration;
}

/**
 * Reads the configuration from environment variables.
 * @throws Error naming every variable that is missing or wrong; the process must not start then.
 */
export function readConfiguration(given: Record<string, string | undefined>): Configuration {
  const environment = withSecretFiles(given);
  const parsed = schema.safeParse({
    ...environment,
    DATABASE_URL: addressOf(environment, 'DATABASE'),
    DATABASE_READ_URL: readAddressOf(environment),
    REDIS_URL: addressOf(environment, 'REDIS'),
  });
  if (parsed.success) {
    assertApart(parsed.data);
    assertProvidersWithin(parsed.data);
    assertOwnPasswords(parsed.data);
    requireSafeTraces(parsed.data);
    requireOneRedis(parsed.data);
    requireSafeRedis(parsed.data);
    const secrets = secretsOf(environment, parsed.data);
    const WEB_PUSH_PRIVATE_KEY = webPushKeyOf(environment, parsed.data);
    return withPublicAddress({ ...parsed.data, ...secrets, WEB_PUSH_PRIVATE_KEY });
  }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuration is not usable. ${problems.join('; ')}`);
}

/** @throws Error where production would come to a server of others with a password that everybody tries. */
function assertOwnPasswords(values: z.infer<typeof schema>): void {
  if (values.NODE_ENV !== 'production') return;
  const named = ['S3_SECRET_ACCESS_KEY', 'AUDIT_ANCHORS_SECRET_ACCESS_KEY', 'SMS_TOKEN'] as const;
  const problems: string[] = named.filter((name) => isTriedFirst(values[name])).map(passwordProblem);
  if (hasPasswordTriedFirst(values.SMTP_URL)) problems.push(passwordProblem('SMTP_URL'));
  if (problems.length > 0) throw new Error(`Configuration is not usable. ${problems.join('; ')}`);
}

/** What lies in the data folder is served to nobody. @throws Error where it would be. */
function assertApart({ DATA_FOLDER, CLIENT_FOLDER }: { DATA_FOLDER: string; CLIENT_FOLDER: string }): void {
  const way = relative(resolve(CLIENT_FOLDER), resolve(DATA_FOLDER));
  if (way !== '' && (way.startsWith('..') || isAbsolute(way))) return;
  throw new Error('Configuration is not usable. DATA_FOLDER: lies in CLIENT_FOLDER, whose files everybody gets');
}

/**
 * Cookies and wallets go by the site's address: a gateway of production must be told it, and it must be safe. What other
 * sites may open sockets as is said site by site there.
 */
function withPublicAddress(values: Configuration): Configuration {
  const { NODE_ENV, ROLES, PUBLIC_URL, ALLOWED_ORIGINS, SMS_URL, SMS_DIAL_CODES } = values;
  if (NODE_ENV !== 'production' || !ROLES.includes('gateway')) return values;
  const problems: string[] = [];
  if (!PUBLIC_URL.startsWith('https://')) problems.push("PUBLIC_URL: the site's own https address is required");
  if (SMS_URL !== '' && SMS_DIAL_CODES.length === 0)
    problems.push('SMS_DIAL_CODES: the dial codes of the countries that are served, or * for all');
  const open = ALLOWED_ORIGINS.filter((origin) => !/^https:\/\/[^/*\s]+$/.test(origin));
  if (open.length > 0) problems.push(`ALLOWED_ORIGINS: ${open.join(', ')} is not the https origin of one site`);
  if (problems.length > 0) throw new Error(`Configuration is not usable. ${problems.join('; ')}`);
  return values;
}

/** Where operators find the desk. */
export function deskUrl(values: Pick<Configuration, 'OPS_URL' | 'OPS_PORT' | 'PUBLIC_URL'>): URL {
  const { OPS_URL, OPS_PORT, PUBLIC_URL } = values;
  const url = new URL(OPS_URL ?? PUBLIC_URL);
  if (OPS_URL === undefined && OPS_PORT !== undefined && OPS_PORT !== 0) url.port = String(OPS_PORT);
  return url;
}

/** Whether sales of new coins may go by short dates. */
export function hasShortSales({ NODE_ENV, SALE_SPANS }: Pick<Configuration, 'NODE_ENV' | 'SALE_SPANS'>): boolean {
  return NODE_ENV !== 'production' && SALE_SPANS === 'short';
}

/**
 * Whether prices may be simulated where no venue answers. Never in production, whatever real money may trade on: whoever
 * wants a simulated installation says `FEED=simulated`.
 */
export function mayTurnToSimulation(
  values: Pick<Configuration, 'NODE_ENV' | 'FEED' | 'REAL_MONEY_ON_SIMULATED'>,
): boolean {
  return values.FEED === 'auto' && values.NODE_ENV !== 'production' && realMoneyOnSimulated(values);
}

/** Whether real money may be moved by prices that are not live. */
export function realMoneyOnSimulated(values: Pick<Configuration, 'NODE_ENV' | 'REAL_MONEY_ON_SIMULATED'>): boolean {
  const { NODE_ENV, REAL_MONEY_ON_SIMULATED: setting } = values;
  return setting === 'auto' ? NODE_ENV !== 'production' : setting === 'true';
}
