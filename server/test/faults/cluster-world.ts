import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeInstallationSecrets } from '../../platform/config/secrets.js';
import { REDIS_OWNER, REDIS_ROLES, type RedisUser } from '../../platform/redis/redis-users.js';
import { freePort } from './product.js';
import { ask, ended, patiently, RedisServers, type RedisWorld } from './redis-servers.js';

const SHARDS = 3;
const SLOTS = 16_384;
/** A server that is silent for so long is lost to the others of its cluster. */
const NODE_TIMEOUT_MS = 500;

/** What a server says of one of its cluster (`CLUSTER NODES`). */
interface Node {
  id: string;
  port: number;
  flags: string[];
  isLinked: boolean;
}

/** A real Redis Cluster of three primaries with a replica each, with the users of an installation. */
export class ClusterWorld implements RedisWorld {
  readonly commonHints = 'outbox:{0}';
  private readonly secrets = mkdtempSync(join(tmpdir(), 'cluster-users-'));

  private constructor(
    private readonly servers: RedisServers,
    prefix: string,
  ) {
    makeInstallationSecrets({ shared: this.secrets, owner: this.secrets, migration: this.secrets }, {}, prefix);
  }

  /** @param prefix of the product's keys and channels, which is all that its users may reach. */
  static async start(prefix: string): Promise<ClusterWorld> {
    const world = new ClusterWorld(await RedisServers.in('cluster'), prefix);
    try {
      for (let count = 0; count < 2 * SHARDS; count += 1) await world.server();
      await world.join();
      await world.untilWhole();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  /** Nobody listens at the address itself. */
  settingsOf(roles: string): Record<string, string> {
    const user = REDIS_ROLES.find((role) => roles.startsWith(role)) ?? 'gateway';
    return {
      REDIS_URL: `redis://${user}:${this.passwordOf(user)}@127.0.0.1:1`,
      REDIS_CLUSTER: this.servers.all.map(({ port }) => `127.0.0.1:${port}`).join(','),
    };
  }

  async carrierOf(key: string): Promise<number> {
    const [port] = await this.portsOf(key);
    if (port === undefined) throw new Error(`Nobody has the slot of ${key}.`);
    return port;
  }

  async kill(channel: string): Promise<() => Promise<void>> {
    const server = this.servers.at(await this.carrierOf(channel));
    await ended(server.child);
    return async () => {
      this.servers.again(server);
      await this.untilWhole();
    };
  }

  /** That server and its replica end without a word, so that nobody has its slots. @returns what starts both again. */
  async killPart(channel: string): Promise<() => Promise<void>> {
    let ports: number[] = [];
    await patiently('it has a replica', async () => (ports = await this.portsOf(channel)).length === 2);
    // The replica goes first: it would take over.
    const part = ports.toReversed().map((port) => this.servers.at(port));
    for (const { child } of part) await ended(child);
    return async () => {
      for (const server of part) this.servers.again(server);
      await this.untilWhole();
    };
  }

  async hang(channel: string): Promise<() => Promise<void>> {
    const { child } = this.servers.at(await this.carrierOf(channel));
    child.kill('SIGSTOP');
    return async () => {
      child.kill('SIGCONT');
      await this.untilWhole();
    };
  }

  async untilCarried(channel: string, except: number): Promise<number> {
    let now = except;
    await patiently('another server has the channel', async () => (now = await this.carrierOf(channel)) !== except);
    return now;
  }

  /** Gives the slot of a channel to another primary, with its keys, as `redis-cli --cluster reshard` does. */
  async moveSlotOf(channel: string): Promise<void> {
    const end = await this.beginMoveOf(channel);
    await end();
  }

  /** The slot of a channel is on its way to another primary, and has not left the one of before. @returns what ends that. */
  async beginMoveOf(channel: string): Promise<() => Promise<void>> {
    const [slot, from] = [String(await this.slotOf(channel)), await this.carrierOf(channel)];
    const nodes = await this.nodes();
    const source = nodes.find(({ port }) => port === from);
    const target = nodes.find(({ port, flags }) => port !== from && flags.includes('master'));
    if (!source || !target) throw new Error('There is no other primary.');
    await this.ask(target.port, 'cluster', 'setslot', slot, 'importing', source.id);
    await this.ask(from, 'cluster', 'setslot', slot, 'migrating', target.id);
    return async () => {
      const keys = (await this.ask(from, 'cluster', 'getkeysinslot', slot, '10000')) as string[];
      const to = ['127.0.0.1', String(target.port), '', '0', '5000'];
      const who = ['auth2', REDIS_OWNER, this.passwordOf(REDIS_OWNER)];
      if (keys.length > 0) await this.ask(from, 'migrate', ...to, ...who, 'keys', ...keys);
      for (const { port, flags } of [target, source, ...nodes])
        if (flags.includes('master')) await this.ask(port, 'cluster', 'setslot', slot, 'node', target.id);
    };
  }

  jobsKey(prefix: string, queue: string): string {
    return `${prefix}jobs:{${queue}}:${queue}:completed`;
  }

  async say(key: string, command: string, ...rest: string[]): Promise<unknown> {
    return this.ask(await this.carrierOf(key), command, ...rest);
  }

  async listeners(channel: string): Promise<number> {
    return Number(((await this.say(channel, 'pubsub', 'shardnumsub', channel)) as unknown[])[1]);
  }

  /** All keys of this form, wherever they are. */
  async keys(pattern: string): Promise<string[]> {
    const primaries = (await this.nodes()).filter(({ flags }) => flags.includes('master') && !flags.includes('fail'));
    const each = await Promise.all(primaries.map(({ port }) => this.ask(port, 'keys', pattern)));
    return (each as string[][]).flat();
  }

  /** What was refused to any of the product's users since the servers began. */
  async refusals(): Promise<string[]> {
    const logs = await Promise.all(this.servers.all.map(({ port }) => this.ask(port, 'acl', 'log')));
    return (logs as unknown[][][]).flat().map((entry) => {
      const at = (name: string) => String(entry[entry.indexOf(name) + 1]);
      return `${at('username')} ${at('reason')} ${at('object')}`;
    });
  }

  async stop(): Promise<void> {
    await this.servers.stop();
    rmSync(this.secrets, { recursive: true, force: true });
  }

  private async server(): Promise<void> {
    const port = await freePort();
    this.servers.begin(port, [
      'cluster-enabled yes',
      `cluster-port ${await freePort()}`,
      `cluster-node-timeout ${NODE_TIMEOUT_MS}`,
      // While a part has no server, the others go on.
      'cluster-require-full-coverage no',
      'repl-diskless-sync-delay 0',
      `aclfile ${join(this.secrets, 'redis-users.acl')}`,
      `masteruser ${REDIS_OWNER}`,
      `masterauth ${this.passwordOf(REDIS_OWNER)}`,
    ]);
    await patiently(`${port} answers`, async () => (await this.ask(port, 'ping')) === 'PONG');
  }

  /** What `redis-cli --cluster create` says to them. */
  private async join(): Promise<void> {
    const ports = this.servers.all.map(({ port }) => port);
    const [first = 0, ...others] = ports;
    const primaries = ports.slice(0, SHARDS);
    for (const [place, port] of ports.entries()) await this.ask(port, 'cluster', 'set-config-epoch', String(place + 1));
    for (const [place, port] of primaries.entries()) {
      const [from, to] = [place, place + 1].map((share) => Math.floor((share * SLOTS) / SHARDS));
      await this.ask(port, 'cluster', 'addslotsrange', String(from), String((to ?? 0) - 1));
    }
    const bus = await this.busOf(first);
    for (const port of others) await this.ask(port, 'cluster', 'meet', '127.0.0.1', String(first), bus);
    await patiently('all know one another', async () => {
      const known = await Promise.all(ports.map((port) => this.nodes(port)));
      return known.every((nodes) => nodes.length === ports.length && nodes.every(({ isLinked }) => isLinked));
    });
    const ids = new Map((await this.nodes()).map(({ id, port }) => [port, id]));
    for (const [place, port] of ports.slice(SHARDS).entries())
      await this.ask(port, 'cluster', 'replicate', ids.get(primaries[place] ?? 0) ?? '');
  }

  /** Each server sees three primaries with all slots, each with a replica that has heard everything. */
  private async untilWhole(): Promise<void> {
    await patiently('each primary has its replica', async () => {
      const views = await Promise.all(
        this.servers.all.map(async ({ port }) => {
          const [info, nodes, role] = await Promise.all([
            this.ask(port, 'cluster', 'info'),
            this.nodes(port),
            this.ask(port, 'info', 'replication'),
          ]);
          const count = (flag: string) => nodes.filter(({ flags }) => flags.includes(flag)).length;
          const isSound = nodes.every(
            ({ flags, isLinked }) => isLinked && !flags.some((flag) => flag.startsWith('fail')),
          );
          const isFollowed = /role:slave[\s\S]*master_link_status:up|role:master[\s\S]*connected_slaves:[1-9]/;
          return (
            String(info).includes('cluster_state:ok') &&
            isSound &&
            count('master') === SHARDS &&
            count('slave') === SHARDS &&
            isFollowed.test(String(role))
          );
        }),
      );
      return views.every(Boolean);
    });
  }

  /** The port of the primary that has a key, and those of its replicas. */
  private async portsOf(key: string): Promise<number[]> {
    const slot = await this.slotOf(key);
    const ranges = (await this.sayAnywhere('cluster', 'slots')) as [number, number, ...[string, number][]][];
    const [, , ...places] = ranges.find(([first, last]) => first <= slot && slot <= last) ?? [0, 0];
    return places.map(([, port]) => port);
  }

  private async slotOf(key: string): Promise<number> {
    return Number(await this.sayAnywhere('cluster', 'keyslot', key));
  }

  private async busOf(port: number): Promise<string> {
    const [own = ''] = String(await this.ask(port, 'cluster', 'nodes')).split('\n');
    return own.split(' ')[1]?.split('@')[1]?.split(',')[0] ?? '';
  }

  private async nodes(port?: number): Promise<Node[]> {
    const said = port === undefined ? this.sayAnywhere('cluster', 'nodes') : this.ask(port, 'cluster', 'nodes');
    const lines = String(await said)
      .trim()
      .split('\n');
    return lines.map((line) => {
      const [id = '', place = '', flags = '', , , , , link = ''] = line.split(' ');
      return {
        id,
        port: Number(/:(\d+)@/.exec(place)?.[1]),
        flags: flags.split(','),
        isLinked: link === 'connected',
      };
    });
  }

  /** Whichever answers first: one may hang. */
  private sayAnywhere(...words: string[]): Promise<unknown> {
    return Promise.any(this.servers.all.map(({ port }) => this.ask(port, ...words)));
  }

  private ask(port: number, ...words: string[]): Promise<unknown> {
    return ask(port, words, { user: REDIS_OWNER, password: this.passwordOf(REDIS_OWNER) });
  }

  private passwordOf(user: RedisUser): string {
    const file = user === REDIS_OWNER ? 'redis-password' : `redis-${user}-password`;
    return readFileSync(join(this.secrets, file), 'utf8').trim();
  }
}
