import { ask, ended, patiently, type RedisServer, RedisServers, type RedisWorld } from './redis-servers.js';
import { freePort } from './product.js';

const PRIMARY = 'prices';
const PASSWORD = 'drawn-for-sentinels-8';
/** Silence of this length is a death to a sentinel. */
const DOWN_AFTER_MS = 500;
/** Twice as long after one change no other is begun. */
const FAILOVER_TIMEOUT_MS = 2000;

/** Two real Redis servers, of which one follows the other, and three sentinels that decide by two votes which is the primary. */
export class SentinelWorld implements RedisWorld {
  readonly commonHints = 'outbox';
  private readonly sentinels: RedisServer[] = [];

  private constructor(private readonly servers: RedisServers) {}

  static async start(): Promise<SentinelWorld> {
    const world = new SentinelWorld(await RedisServers.in('sentinels'));
    try {
      const [first, second] = [await freePort(), await freePort()];
      world.server(first, null);
      world.server(second, first);
      for (let count = 0; count < 3; count += 1) world.sentinels.push(await world.sentinel(first));
      await world.untilWhole();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  /** Nobody listens at the address itself. */
  settingsOf(): Record<string, string> {
    return {
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:1`,
      REDIS_SENTINELS: this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
      REDIS_PRIMARY: PRIMARY,
    };
  }

  /** The port of the server that the sentinels call the primary. */
  async carrierOf(): Promise<number> {
    const said = (await this.asked(['sentinel', 'get-master-addr-by-name', PRIMARY])) as string[];
    return Number(said[1]);
  }

  async kill(): Promise<() => Promise<void>> {
    const { port, child } = this.servers.at(await this.carrierOf());
    await ended(child);
    return async () => {
      this.server(port, null);
      await this.untilWhole();
    };
  }

  /** As the primary that it believes to be it goes on. */
  async hang(): Promise<() => Promise<void>> {
    const { child } = this.servers.at(await this.carrierOf());
    child.kill('SIGSTOP');
    return async () => {
      child.kill('SIGCONT');
      await this.untilWhole();
    };
  }

  async untilCarried(_channel: string, except: number): Promise<number> {
    let now = except;
    await patiently('another server is the primary', async () => (now = await this.carrierOf()) !== except);
    return now;
  }

  jobsKey(prefix: string, queue: string): string {
    return `${prefix}jobs:${queue}:completed`;
  }

  async say(_key: string, command: string, ...rest: string[]): Promise<unknown> {
    return ask(await this.carrierOf(), [command, ...rest], { password: PASSWORD });
  }

  async listeners(channel: string): Promise<number> {
    return Number(((await this.say(channel, 'pubsub', 'numsub', channel)) as unknown[])[1]);
  }

  async stop(): Promise<void> {
    await this.servers.stop();
  }

  private server(port: number, follows: number | null): RedisServer {
    const lines = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`];
    return this.servers.begin(port, follows === null ? lines : [...lines, `replicaof 127.0.0.1 ${follows}`]);
  }

  private async sentinel(primary: number): Promise<RedisServer> {
    const lines = [
      `sentinel monitor ${PRIMARY} 127.0.0.1 ${primary} 2`,
      `sentinel auth-pass ${PRIMARY} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${PRIMARY} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${PRIMARY} ${FAILOVER_TIMEOUT_MS}`,
    ];
    return this.servers.begin(await freePort(), lines, ['--sentinel']);
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

/** A reply of names and values in turn. */
function fieldsOf(reply: string[] | undefined): Record<string, string> {
  const words = reply ?? [];
  return Object.fromEntries(words.flatMap((name, at) => (at % 2 === 0 ? [[name, words[at + 1] ?? '']] : [])));
}
