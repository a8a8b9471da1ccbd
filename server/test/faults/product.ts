import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createEmptyDatabase, createTestDatabase, type TestDatabase, withClient } from '../database.js';
import { deadlocksAtTheEnd } from '../deadlocks.js';
import { restrictToMarkets } from '../factories/markets.js';

const ROOT = join(__dirname, '../../..');
const MAIN = join(ROOT, 'dist/programs/main.js');
const BOOT_MS = 300_000;
/** What the suites trade in, and one of each other kind: prices of all markets would take more processor time than the commands. */
const MARKETS = 'BTC/USDT ETH/USDT USDC/USDT DOGE/USDT GOLD/USDT AAPL/USD'.split(' ');

/** Of this run; the test must know them too: it hashes passwords and codes as the product does. */
export const SECRETS = {
  PASSWORD_PEPPER: randomBytes(32).toString('hex'),
  SECRET_KEY: randomBytes(32).toString('hex'),
};

/** `describe`, or a loud skip where the compiled product is missing; `npm test` builds it. */
export const onProcesses = existsSync(MAIN) ? describe : describe.skip;
if (!existsSync(MAIN)) console.warn(`SKIPPED: ${MAIN} is missing; run \`npm test\`, which builds it.`);

/** A number of the environment, for suites whose length is chosen from outside. */
export function sizeOf(name: string, short: number): number {
  const given = Number(process.env[name] ?? '');
  return Number.isInteger(given) && given > 0 ? given : short;
}

/** One process of the compiled product. */
export interface RunningProcess {
  url: string;
  child: ChildProcess;
  /** Everything that it logged as an error. */
  log: string[];
}

/** The compiled product in processes of its own, as it runs in earnest, on a database and a Redis prefix of its own. */
export class Product {
  readonly gateways: RunningProcess[] = [];
  readonly sql: Pool;
  /** Processes that ended although nobody ended them. */
  readonly exits: string[] = [];
  /** Where the processes find the database, when not where the test does. */
  databaseUrl: string | null = null;
  /** By which way the processes reach the database, where something stands between. */
  way: (databaseUrl: string) => string = (databaseUrl) => databaseUrl;
  /** The folder whose build the next processes and programs are of. */
  build = ROOT;
  /** What the next processes are started with beside everything else. */
  environment: Record<string, string> = {};
  private readonly started: RunningProcess[] = [];
  private readonly wanted = new Set<ChildProcess>();
  /** Of every name in Redis. */
  readonly prefix = `faults-${randomBytes(6).toString('hex')}:`;

  /** Where uploads and the audit log's anchors are. */
  readonly folder = join(tmpdir(), this.prefix.replace(':', ''));

  private constructor(readonly database: TestDatabase) {
    this.sql = new Pool({ connectionString: database.url, max: 4 });
    // A connection that nobody uses may be lost with its server; who asks next gets another.
    this.sql.on('error', () => undefined);
  }

  /** A database and nothing that runs on it yet. */
  static async empty(): Promise<Product> {
    return new Product(await aDatabase());
  }

  /** A database of the version of that build. */
  static async ofBuild(folder: string): Promise<Product> {
    const product = new Product(await createEmptyDatabase());
    product.build = folder;
    try {
      await product.migrate();
      await withClient(product.database.url, (client) => restrictToMarkets(client, MARKETS));
      return product;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  /** So many gateways, and a process with worker and simulated feed; ready when every gateway has a price. */
  static async start(gateways: number): Promise<Product> {
    const product = new Product(await aDatabase());
    try {
      await product.launch('worker,feed', 'simulated');
      for (let count = 0; count < gateways; count += 1) product.gateways.push(await product.launch('gateway', 'none'));
      await Promise.all(product.gateways.map(({ url }) => product.untilPriced(url)));
      return product;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  async launch(roles: string, feed: string, port = 0): Promise<RunningProcess> {
    const chosen = port === 0 ? await freePort() : port;
    const environment = {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ROLES: roles,
      FEED: feed,
      // Prices without a past, four times a second: what is proven here needs no charts.
      SIMULATION_BEAT_MS: '250',
      SIMULATION_HISTORY_DAYS: '0',
      // No hour at which a venue is silent by itself: a test that needs that says it.
      SIMULATION_MOODS: 'false',
      HOST: '127.0.0.1',
      PORT: String(chosen),
      LOG_LEVEL: 'error',
      DATABASE_URL: this.databaseUrl ?? this.way(this.addressFor(roles)),
      REDIS_URL: process.env.TEST_REDIS_URL ?? '',
      REDIS_PREFIX: this.prefix,
      REAL_MONEY_ON_SIMULATED: 'true',
      RATE_FACTOR: '1000000',
      FUTURES_LEVERAGE_MAX: '20',
      // No pages: every answer is a call's.
      CLIENT_FOLDER: 'none',
      CODES_PER_ADDRESS: '1000000',
      CODES_PER_DAY: '100000000',
      WRONG_LOGINS_PER_ADDRESS: '1000000',
      DATA_FOLDER: this.folder,
      ...SECRETS,
      ...this.environment,
    };
    const child = spawn(process.execPath, [this.program('main')], {
      cwd: this.build,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const running: RunningProcess = { url: `http://${environment.HOST}:${chosen}`, child, log: [] };
    const appendLog = (chunk: Buffer) => {
      if (running.log.length < 1000) running.log.push(chunk.toString());
    };
    child.stdout?.on('data', appendLog);
    child.stderr?.on('data', appendLog);
    child.once('exit', (code, signal) => {
      if (!this.wanted.has(child)) this.exits.push(`${roles}: ${signal ?? code}: ${running.log.slice(-3).join('')}`);
    });
    this.started.push(running);
    // Whoever started the suite ends what it left behind when it is interrupted.
    if (process.env.FAULTS_PROCESSES) appendFileSync(process.env.FAULTS_PROCESSES, `${child.pid}\n`);
    return running;
  }

  /** The database as the user whom an installation gives these roles. */
  private addressFor(roles: string): string {
    const { servingUrl, gatewayUrl, workerUrl, feedUrl } = this.database;
    if (roles === 'feed') return feedUrl;
    if (roles.includes('feed')) return servingUrl;
    return roles.includes('worker') ? workerUrl : gatewayUrl;
  }

  /** Starts a gateway anew at the address of the one that was killed; answers how long it took to serve, in ms. */
  async restart(place: number): Promise<number> {
    const before = this.gateways[place] as RunningProcess;
    const began = performance.now();
    const running = await this.launch('gateway', 'none', Number(new URL(before.url).port));
    this.gateways[place] = running;
    await this.untilServing(running.url);
    return performance.now() - began;
  }

  /** SIGKILL, and waits until the system has taken the process away. */
  async kill(place: number): Promise<void> {
    await this.end(this.gateways[place] as RunningProcess);
  }

  /** Ends a process of any role, by SIGKILL unless another signal is said. */
  async end({ child }: RunningProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.wanted.add(child);
    await ended(child, signal);
  }

  /** Ends every process, as before work on the database. */
  async endAll(): Promise<void> {
    await Promise.all(this.started.map((running) => this.end(running)));
  }

  /** Runs the product's own verifiers; answers what they print when something is wrong, else null. */
  async verify(): Promise<string | null> {
    // The events of what was just done are written in the same transaction, so nothing has to be waited for.
    for (const program of ['verify-books', 'verify-audit']) {
      const { code, words } = await this.runProgram(program);
      if (code !== 0) return words.replace(/^holds .*\n/gm, '');
    }
    return null;
  }

  /** What whoever has restored the database does, so that the audit log is anchored again. */
  async beginAnchors(who: string, why: string): Promise<void> {
    const { code, words } = await this.runProgram('begin-anchors', ['--who', who, '--why', why]);
    if (code !== 0) throw new Error(words);
  }

  /** Brings the database to the version of the build, as its owner, for the users of each role. */
  async migrate(): Promise<void> {
    const { ownerUrl, servingUrl, gatewayUrl, workerUrl, feedUrl } = this.database;
    const addresses: Record<string, string>[] = [
      { DATABASE_URL: servingUrl },
      { DATABASE_URL: gatewayUrl, DATABASE_WORKER_URL: workerUrl, DATABASE_FEED_URL: feedUrl },
    ];
    for (const given of addresses) {
      const { code, words } = await this.runProgram('migrate', [], { DATABASE_OWNER_URL: ownerUrl, ...given });
      if (code !== 0) throw new Error(words);
    }
  }

  private program(name: string): string {
    return join(this.build, `dist/programs/${name}.js`);
  }

  private async runProgram(
    name: string,
    parameters: string[] = [],
    given: Record<string, string> = {},
  ): Promise<{ code: unknown; words: string }> {
    const child = spawn(process.execPath, [this.program(name), ...parameters], {
      cwd: this.build,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: this.database.servingUrl,
        DATA_FOLDER: this.folder,
        ...SECRETS,
        ...given,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    child.stdout?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()));
    const code = await new Promise((settle) => child.once('exit', settle));
    return { code, words };
  }

  /**
   * Deadlocks that Postgres has seen in this database since it was made, which it begins without any. Ends the product's
   * processes: the last look of a suite.
   */
  async deadlocks(): Promise<string[]> {
    await this.endAll();
    const client = await this.sql.connect();
    const count = await deadlocksAtTheEnd(async (sql) => (await client.query(sql)).rows).finally(() =>
      client.release(),
    );
    if (count === 0) return [];
    // The log stands beside the data where the embedded server keeps it; elsewhere there is only the count.
    const { rows: logs } = await this.sql.query<{ text: string | null }>(
      `select pg_read_file(current_setting('data_directory') || '/../log', true) as text`,
    );
    return [`${count} deadlocks`, ...deadlockReports(logs[0]?.text ?? '')];
  }

  /** What the processes logged as errors. */
  errors(): string[] {
    return this.started
      .flatMap(({ log }) => log)
      .join('')
      .split('\n')
      .filter(Boolean);
  }

  async stop(): Promise<void> {
    for (const { child } of this.started) this.wanted.add(child);
    await Promise.all(this.started.map(({ child }) => ended(child, 'SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
    await this.sql.end();
    await this.database.drop();
  }

  async untilPriced(url: string): Promise<void> {
    const isLive = async () => {
      const reply = await fetch(`${url}/api/currency/quotation_new`);
      return reply.ok && (await reply.text()).includes('"live"');
    };
    await patiently(`${url} has a price`, isLive);
  }

  async untilAlive(url: string): Promise<void> {
    await patiently(`${url} is alive`, async () => (await fetch(`${url}/healthz`)).ok);
  }

  async untilServing(url: string): Promise<void> {
    await patiently(`${url} is ready`, async () => (await fetch(`${url}/readyz`)).ok);
  }
}

async function aDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('own');
  await withClient(database.url, (client) => restrictToMarkets(client, MARKETS));
  return database;
}

async function patiently(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + BOOT_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Did not come true within ${BOOT_MS} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((settle) => child.once('exit', () => settle()));
  child.kill(signal);
  await gone;
}

/** A port of this machine that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** What a server's log says of each deadlock: who waited for whom, and with which statements. */
function deadlockReports(log: string): string[] {
  return log
    .split('deadlock detected')
    .slice(1)
    .map((rest) => rest.slice(0, 3000));
}
