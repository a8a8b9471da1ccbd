import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { assertProvidersWithin } from '../outside/providers.js';
import { webPushKeyOf } from '../web-push/own-web-push-key.js';
import { webPushSettings } from '../web-push/web-push-settings.js';
import { socketSettings } from './socket-settings.js';
import { addressOf, REDIS_PREFIX, type Secrets, secretsOf } from './secrets.js';
import { flag, list } from './setting-kinds.js';

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Which parts of the product this process runs. */
  ROLES: list('gateway,worker,feed').pipe(z.array(z.enum(['gateway', 'worker', 'feed'])).min(1)),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  DATABASE_URL: z.url(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  /**
   * `transaction`: DATABASE_URL leads to a pooler (PgBouncer) that gives each transaction another connection. Time limits are
   * then those of the user, which a migration sets, and no statement is prepared under a name.
   */
  DATABASE_POOLING: z.enum(['none', 'transaction']).default('none'),
  REDIS_URL: z.url(),
  /** Hosts of Postgres and Redis to which a network of their own leads, comma-separated: production wants TLS to all others. */
  PRIVATE_NETWORK_HOSTS: z.string().default(''),
  /** Prefix of every Redis key and channel, so that several products (or tests) can share one server. */
  REDIS_PREFIX: z.string().default(REDIS_PREFIX),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /**
   * Where prices come from. `auto`: the live venues; where simulated prices may move real money, the simulation instead
   * when none of them answers within 5 s of the start.
   */
  FEED: z.enum(['auto', 'live', 'bybit', 'binance', 'okx', 'simulated', 'none']).default('auto'),
  FEED_SEED: z.string().default('1'),
  /** How often the simulation hands on what has happened meanwhile. */
  SIMULATION_BEAT_MS: z.coerce.number().int().min(10).max(2000).default(50),
  /** How many days back the simulation has bars. Fewer leave the processor to others after a start: a year takes a while. */
  SIMULATION_HISTORY_DAYS: z.coerce.number().int().min(0).max(400).default(400),
  /** Whether simulated venues are silent or slow now and then, at instants of the seed. Without, nothing depends on the hour. */
  SIMULATION_MOODS: flag(true),
  /** Whether real money may trade on simulated prices. `auto`: only outside production. Demo money always may. */
  REAL_MONEY_ON_SIMULATED: z.enum(['auto', 'true', 'false']).default('auto'),
  /** Least time between dates of sales of new coins: `full`, or `short` for demonstrations, never in production. */
  SALE_SPANS: z.enum(['full', 'short']).default('full'),
  /** Days that the second-by-second record of index and mark is kept; its hourly roots are kept for ever. */
  TAPE_DAYS: z.coerce.number().int().min(2).max(3660).default(14),
  /** Highest leverage of a perpetual that is offered, whatever its list says; and to accounts younger than so many days. */
  FUTURES_LEVERAGE_MAX: z.coerce.number().int().min(1).max(125).default(20),
  FUTURES_NEW_LEVERAGE_MAX: z.coerce.number().int().min(1).max(125).default(10),
  FUTURES_NEW_ACCOUNT_DAYS: z.coerce.number().int().min(0).max(3660).default(60),
  BYBIT_STREAM_URL: z.url().default('wss://stream.bybit.com'),
  BYBIT_REST_URL: z.url().default('https://api.bybit.com'),
  BINANCE_SPOT_STREAM_URL: z.url().default('wss://stream.binance.com:9443'),
  BINANCE_SPOT_REST_URL: z.url().default('https://api.binance.com'),
  BINANCE_FUTURES_STREAM_URL: z.url().default('wss://fstream.binance.com'),
  BINANCE_FUTURES_REST_URL: z.url().default('https://fapi.binance.com'),
  OKX_STREAM_URL: z.url().default('wss://ws.okx.com:8443'),
  OKX_REST_URL: z.url().default('https://www.okx.com'),
  /** Whether venues and the sender of text messages may stand in our own network. `auto`: outside production only. */
  PROVIDERS_MAY_BE_PRIVATE: z.enum(['auto', 'true', 'false']).default('auto'),
  /** A venue-style server-time address that the product's clock follows (replays only). Empty: the system clock. */
  CLOCK_URL: z.string().default(''),
  ...socketSettings,
  /** Serve /metrics, /api/docs on the public port. */
  PUBLIC_DIAGNOSTICS: flag(true),
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
  /** Where files of this installation lie: the development mailbox, uploads. */
  DATA_FOLDER: z.string().default('.data'),
  /** Where uploaded files lie: `local`, below the data folder, or `s3`, in a store that speaks S3. */
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: z.string().default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().default(''),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  S3_PATH_STYLE: flag(true),
  /**
   * Where the heads of the audit log are kept, so that a log that was made anew shows: `local`, a folder below the data
   * folder, or `s3`, a bucket with Object Lock. Its credentials need to put, get and list, nothing more; not set: those above.
   */
  AUDIT_ANCHORS: z.enum(['local', 's3']).default('local'),
  AUDIT_ANCHORS_BUCKET: z.string().default(''),
  AUDIT_ANCHORS_ACCESS_KEY_ID: z.string().default(''),
  AUDIT_ANCHORS_SECRET_ACCESS_KEY: z.string().default(''),
  /** Days for which nobody can remove one. */
  AUDIT_ANCHORS_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).default(3650),
  /** The compiled program that decodes pictures, and how much of time and memory one picture may take. */
  IMAGE_WORKER: z.string().default('dist/server/platform/images/image-worker.js'),
  IMAGE_TIME_MS: z.coerce.number().int().min(10).max(60_000).default(5000),
  IMAGE_MEMORY_MIB: z.coerce.number().int().min(1).max(8192).default(768),
  /** Milliseconds in which a whole upload must have arrived. */
  UPLOAD_TIME_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
  /** Days for which photos are kept after the decision that they were handed in for. 0: for good. */
  UPLOAD_KEEP_DAYS: z.coerce.number().int().min(0).max(3650).default(365),
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
  PASSWORD_LENGTH_MIN: z.coerce.number().int().min(6).max(64).default(6),
  REGISTER_INVITATION_REQUIRED: flag(false),
  REGISTER_FUND_PASSWORD_REQUIRED: flag(false),
  /** Codes sent for one network address in an hour, and wrong logins from it in 15 minutes. 0: 10 and 20. */
  CODES_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(0),
  WRONG_LOGINS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Codes sent in a day over all; above it none is sent and an error is logged. */
  CODES_PER_DAY: z.coerce.number().int().min(1).max(100_000_000).default(20_000),
  /** Hours during which withdrawals wait after a password, an authenticator or a wallet key changed. 0: no hold. */
  HOLD_HOURS_SECURITY: z.coerce.number().int().min(0).max(720).default(24),
  /** The same after an e-mail address or a phone was replaced. */
  HOLD_HOURS_CONTACT: z.coerce.number().int().min(0).max(720).default(72),
  /** The same for an address that was just added to the book. -1: 24 in production and none elsewhere. */
  HOLD_HOURS_NEW_ADDRESS: z.coerce.number().int().min(-1).max(720).default(-1),
  /**
   * Hours during which an operator whom another one made, reset, enabled or gave roles is no second person beside that one.
   * -1: 72 in production and none elsewhere.
   */
  SECOND_PERSON_HOURS: z.coerce.number().int().min(-1).max(720).default(-1),
  /**
   * Minutes after which a setting that touches money takes effect, and a change by hand beyond a person's cap; so long any
   * administrator can stop it. 0: at once, and nobody goes beyond the cap. -1: 60 in production and 0 elsewhere.
   */
  OPERATIONS_WAIT_MINUTES: z.coerce.number().int().min(-1).max(10_080).default(-1),
  /** Mail addresses of the administrators, comma-separated: they are told of everything that waits so. Empty: at the desk alone. */
  OPERATIONS_MAIL: list(''),
  /** Where submitted deposits are looked up: an EVM node's JSON-RPC and a TRON node's HTTP address. Empty: not at all. */
  EVM_RPC_URL: z.string().default(''),
  TRON_API_URL: z.string().default(''),
  /** Hours in which a withdrawal arrives, as pages say. `by-language`: 12 in Chinese, 48 in others, as old clients' texts have it. */
  WITHDRAWAL_ARRIVAL_HOURS: z.union([z.literal('by-language'), z.coerce.number().int().min(1).max(720)]).default(48),
  /** `smtp://user:password@host:port`. Empty: mail is not sent; outside production it lands in the local mailbox. */
  SMTP_URL: z.string().default(''),
  MAIL_FROM: z.string().default('no-reply@localhost'),
  /** HTTP address that takes `{ to, text }` as JSON and sends it as a text message. Empty: as for mail. */
  SMS_URL: z.string().default(''),
  SMS_TOKEN: z.string().default(''),
  /** Dial codes to which text messages go, comma-separated, or `*` for all. In production whoever sends any says which; empty elsewhere: all. */
  SMS_DIAL_CODES: list(''),
  /** Outside production only: messages land in `mailbox.jsonl` and under `api/dev/mailbox`. */
  DEVELOPMENT_MAILBOX: flag(true),
  ...webPushSettings,
  /** Folder of the built client; served when it exists. */
  CLIENT_FOLDER: z.string().default('dist/client'),
});

/** Everything that can be set from outside, parsed and checked once at start. */
export type Configuration = z.infer<typeof schema> & Secrets & { WEB_PUSH_PRIVATE_KEY: string };

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

/** For a program that only looks, and needs no other setting. */
export function readAnchorSettings(environment: Record<string, string | undefined>): AnchorSettings {
  return anchorSchema.parse(environment);
}

/** Injection token of the parsed {@link Configuration}. */
export abstract class Config {
  abstract readonly values: Configuration;
}

/**
 * Reads the configuration from environment variables.
 * @throws Error naming every variable that is missing or wrong; the process must not start then.
 */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const parsed = schema.safeParse({
    ...environment,
    DATABASE_URL: addressOf(environment, 'DATABASE'),
    REDIS_URL: addressOf(environment, 'REDIS'),
  });
  if (parsed.success) {
    assertApart(parsed.data);
    assertProvidersWithin(parsed.data);
    const secrets = secretsOf(environment, parsed.data);
    const WEB_PUSH_PRIVATE_KEY = webPushKeyOf(environment, parsed.data);
    return withPublicAddress({ ...parsed.data, ...secrets, WEB_PUSH_PRIVATE_KEY });
  }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuration is not usable. ${problems.join('; ')}`);
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

/** Whether real money may be moved by prices that are not live. */
export function realMoneyOnSimulated(values: Pick<Configuration, 'NODE_ENV' | 'REAL_MONEY_ON_SIMULATED'>): boolean {
  const { NODE_ENV, REAL_MONEY_ON_SIMULATED: setting } = values;
  return setting === 'auto' ? NODE_ENV !== 'production' : setting === 'true';
}
