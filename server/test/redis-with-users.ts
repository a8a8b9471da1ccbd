import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../platform/embedded/services/ports.mjs';
import { redisProgram } from '../platform/embedded/services/redis-program.mjs';

const root = join(__dirname, '../..');

/** The embedded Redis with an installation's file of users, as its containers start it; nothing is kept on disk. */
export class RedisWithUsers {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(usersFile: string): Promise<RedisWithUsers> {
    const { path, env } = await redisProgram(join(root, '.data'));
    const port = await freePort();
    const child = spawn(path, ['-'], { env, stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin?.end(`port ${port}\nbind 127.0.0.1\nsave ""\nmaxmemory-policy noeviction\naclfile ${usersFile}\n`);
    const started = new RedisWithUsers(child, port);
    await started.answers().catch(async (error: unknown) => {
      await started.stop();
      throw error;
    });
    return started;
  }

  url(user: string, password: string): string {
    return `redis://${user}:${password}@127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    const gone = new Promise((done) => this.child.once('exit', done));
    if (this.child.exitCode === null) this.child.kill('SIGKILL');
    else return;
    await gone;
  }

  /** It refuses whoever has no name as soon as it listens. */
  private async answers(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      if (this.child.exitCode !== null) throw new Error('Redis did not take its users.');
      const stranger = new Redis(this.port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
      stranger.on('error', () => undefined);
      const said = await stranger.ping().catch((error: unknown) => String(error));
      stranger.disconnect();
      if (said.includes('NOAUTH')) return;
      await sleep(50);
    }
    throw new Error('Redis did not start.');
  }
}
