import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { redisProgram } from '../../platform/embedded/services/redis-program.mjs';
import { sleep } from './calls.js';

const ROOT = join(__dirname, '../../..');
const PATIENCE_MS = 120_000;

export interface RedisServer {
  port: number;
  child: ChildProcess;
}

/** Somebody who may ask everything. */
export interface Asker {
  user?: string;
  password?: string;
}

/** Servers that stand in for one that is lost, under the product's feet. */
export interface RedisWorld {
  /** A channel that names users who have new events. */
  readonly commonHints: string;
  /** How a process of these roles is told of it. */
  settingsOf(roles: string): Record<string, string>;
  /** The port of the server that carries a channel. */
  carrierOf(channel: string): Promise<number>;
  /** That server ends without a word. @returns what starts it again, as one that knows of no change. */
  kill(channel: string): Promise<() => Promise<void>>;
  /** That server hangs, its connections open. @returns what lets it go on. */
  hang(channel: string): Promise<() => Promise<void>>;
  untilCarried(channel: string, except: number): Promise<number>;
  /** The finished jobs of a queue. */
  jobsKey(prefix: string, queue: string): string;
  /** Asks the server that has the key. */
  say(key: string, command: string, ...rest: string[]): Promise<unknown>;
  /** How many connections listen where a channel is carried. */
  listeners(channel: string): Promise<number>;
  stop(): Promise<void>;
}

/** Redis servers of a test's own, on loopback, in a folder that goes with them. */
export class RedisServers {
  readonly all: RedisServer[] = [];
  private readonly folder: string;

  private constructor(
    name: string,
    private readonly program: { path: string; env: NodeJS.ProcessEnv },
  ) {
    this.folder = mkdtempSync(join(tmpdir(), `${name}-`));
  }

  static async in(name: string): Promise<RedisServers> {
    return new RedisServers(name, await redisProgram(join(ROOT, '.data')));
  }

  begin(port: number, lines: string[], parameters: string[] = []): RedisServer {
    const server = { port, child: this.run(port, lines, parameters) };
    this.all.push(server);
    return server;
  }

  /** Starts one that has ended, with what it had written itself. */
  again(server: RedisServer): void {
    server.child = this.spawned(server.port, []);
  }

  at(port: number): RedisServer {
    const server = this.all.find((one) => one.port === port);
    if (!server) throw new Error(`No server listens at ${port}.`);
    return server;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map(({ child }) => ended(child)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(port: number, lines: string[], parameters: string[]): ChildProcess {
    const folder = join(this.folder, String(port));
    mkdirSync(folder, { recursive: true });
    const settings = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, 'save ""', ...lines, ''];
    writeFileSync(this.fileOf(port), settings.join('\n'));
    return this.spawned(port, parameters);
  }

  private spawned(port: number, parameters: string[]): ChildProcess {
    return spawn(this.program.path, [this.fileOf(port), ...parameters], { env: this.program.env, stdio: 'ignore' });
  }

  private fileOf(port: number): string {
    return join(this.folder, String(port), 'redis.conf');
  }
}

export async function ask(port: number, [command = '', ...rest]: string[], who: Asker = {}): Promise<unknown> {
  const redis = new Redis({
    port,
    ...(who.user !== undefined && { username: who.user }),
    ...(who.password !== undefined && { password: who.password }),
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

export async function patiently(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
    await sleep(50);
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}
