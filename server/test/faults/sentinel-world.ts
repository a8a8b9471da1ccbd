import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { redisProgram } from '../../platform/embedded/services/redis-program.mjs';
import { sleep } from './calls.js';
import { freePort } from './product.js';

const ROOT = join(__dirname, '../../..');
const PRIMARY = 'prices';
const PASSWORD = 'drawn-for-sentinels-8';
const PATIENCE_MS = 120_000;
/** Silence of this length is a death to a sentinel. */
const DOWN_AFTER_MS = 500;
/** Twice as long after one change no other is begun. */
const FAILOVER_TIMEOUT_MS = 2000;

interface Server {
  port: number;
  folder: string;
  child: ChildProcess;
}

/** Two real Redis servers, of which one follows the other, and three sentinels that decide by two votes which is the primary. */
export class SentinelWorld {
  private readonly sentinels: Server[] = [];
  private readonly servers: Server[] = [];

  private constructor(
    private readonly folder: string,
    private readonly program: { path: string; env: NodeJS.ProcessEnv },
  ) {}

  static async start(): Promise<SentinelWorld> {
    const program = await redisProgram(join(ROOT, '.data'));
    const world = new SentinelWorld(mkdtempSync(join(tmpdir(), 'sentinels-')), program);
    try {
      const [first, second] = [await freePort(), await freePort()];
      world.servers.push(world.server(first, null), world.server(second, first));
      for (let count = 0; count < 3; count += 1) world.sentinels.push(await world.sentinel(first));
      await world.untilWhole();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  /** How the product is told of it. Nobody listens at the address itself. */
  get settings(): Record<string, string> {
    return {
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:1`,
      REDIS_SENTINELS: this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
      REDIS_PRIMARY: PRIMARY,
    };
  }

  /** The port of the server that the sentinels call the primary. */
  async primary(): Promise<number> {
    const said = (await this.asked(['sentinel', 'get-master-addr-by-name', PRIMARY])) as string[];
    return Number(said[1]);
  }

  /** The primary ends without a word. @returns what starts it again, as one that knows of no change. */
  async killPrimary(): Promise<() => Promise<void>> {
    const server = await this.primaryServer();
    await ended(server.child);
    return async () => {
      Object.assign(server, this.server(server.port, null));
      await this.untilWhole();
    };
  }

  /** The primary hangs, its connections open. @returns what lets it go on, as the primary that it believes to be. */
  async stopPrimary(): Promise<() => Promise<void>> {
    const { child } = await this.primaryServer();
    child.kill('SIGSTOP');
    return async () => {
      child.kill('SIGCONT');
      await this.untilWhole();
    };
  }

  async untilChanged(from: number): Promise<number> {
    let now = from;
    await patiently('another server is the primary', async () => (now = await this.primary()) !== from);
    return now;
  }

  /** Asks the primary. */
  async say(command: string, ...rest: string[]): Promise<unknown> {
    return ask(await this.primary(), [command, ...rest], PASSWORD);
  }

  /** How many connections listen at the primary. */
  async listeners(channel: string): Promise<number> {
    return Number(((await this.say('pubsub', 'numsub', channel)) as unknown[])[1]);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map(({ child }) => ended(child)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private server(port: number, follows: number | null): Server {
    return this.begin(
      port,
      `redis-${port}`,
      [],
      [
        `requirepass ${PASSWORD}`,
        `masterauth ${PASSWORD}`,
        'save ""',
        ...(follows === null ? [] : [`replicaof 127.0.0.1 ${follows}`]),
      ],
    );
  }

  private async sentinel(primary: number): Promise<Server> {
    const port = await freePort();
    return this.begin(
      port,
      `sentinel-${port}`,
      ['--sentinel'],
      [
        `sentinel monitor ${PRIMARY} 127.0.0.1 ${primary} 2`,
        `sentinel auth-pass ${PRIMARY} ${PASSWORD}`,
        `sentinel down-after-milliseconds ${PRIMARY} ${DOWN_AFTER_MS}`,
        `sentinel failover-timeout ${PRIMARY} ${FAILOVER_TIMEOUT_MS}`,
      ],
    );
  }

  private begin(port: number, name: string, parameters: string[], lines: string[]): Server {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'redis.conf');
    writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines, ''].join('\n'));
    const { path, env } = this.program;
    const child = spawn(path, [file, ...parameters], { env, stdio: 'ignore' });
    return { port, folder, child };
  }

  private async primaryServer(): Promise<Server> {
    const port = await this.primary();
    const server = this.servers.find((one) => one.port === port);
    if (!server) throw new Error(`No server listens at ${port}.`);
    return server;
  }

  /** All sentinels know one another and the same primary, which is followed by the other server. */
  private async untilWhole(): Promise<void> {
    await patiently('both servers are in their places', async () => {
      const primaries = await Promise.all(
        this.sentinels.map(async (sentinel) => {
          const [primary] = (await ask(sentinel.port, ['sentinel', 'masters'])) as string[][];
          const [replica] = (await ask(sentinel.port, ['sentinel', 'replicas', PRIMARY])) as string[][];
          const [of, its] = [fieldsOf(primary), fieldsOf(replica)];
          const isWhole =
            of.flags === 'master' &&
            of['num-other-sentinels'] === '2' &&
            its.flags === 'slave' &&
            its['master-link-status'] === 'ok' &&
            its['master-port'] === of.port;
          return isWhole ? of.port : null;
        }),
      );
      return primaries[0] !== null && primaries.every((port) => port === primaries[0]);
    });
  }

  private async asked(words: string[]): Promise<unknown> {
    return ask(this.sentinels[0]?.port ?? 0, words);
  }
}

async function ask(port: number, [command = '', ...rest]: string[], password?: string): Promise<unknown> {
  const redis = new Redis({
    port,
    ...(password !== undefined && { password }),
    retryStrategy: () => null,
    lazyConnect: true,
    enableReadyCheck: false,
    protocol: 2,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.call(command, ...rest);
  } finally {
    redis.disconnect();
  }
}

/** A reply of names and values in turn. */
function fieldsOf(reply: string[] | undefined): Record<string, string> {
  const words = reply ?? [];
  return Object.fromEntries(words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? '']] : [])));
}

async function patiently(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
    await sleep(50);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}
