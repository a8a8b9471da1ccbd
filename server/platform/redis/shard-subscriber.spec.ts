import { Cluster, Command, Redis } from 'ioredis';
import { until } from '../../test/gateway.js';
import { ClusterWorld } from '../../test/faults/cluster-world.js';
import { type Configuration, readConfiguration } from '../config/config.js';
import { clusterState, primariesOf } from './cluster.js';
import { RedisPulse } from '../health/redis-pulse.js';
import { RedisChannels } from './redis-channels.js';
import { RedisConnections } from './redis.module.js';
import { connectRedis, openRedis, openSubscriber, type RedisClient } from './redis.js';
import { ShardSubscriber } from './shard-subscriber.js';
import type { Subscriber } from './subscriber.js';

const PREFIX = 'shards:';
const PRICES = `${PREFIX}market:update`;
const PATIENCE_MS = 60_000;

let world: ClusterWorld;
let commands: RedisClient;
let channels: RedisChannels;
let subscriber: Subscriber;
let heard: string[];
let interruptions: number;
const opened: ShardSubscriber[] = [];

const settingsOf = (role: string): Configuration =>
  readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://u@127.0.0.1/d',
    REDIS_PREFIX: PREFIX,
    ...world.settingsOf(role),
  });

/** Says a word until it is heard: one that is said while a server is away is lost. */
async function untilHeard(channel: string): Promise<void> {
  const word = `${channel} ${heard.length}`;
  await eventually(`${channel} is heard`, async () => {
    await channels.publish(channel, word).catch(() => 0);
    return heard.includes(word);
  });
}

/** A listener, and the client by which it knows the cluster. */
function openBoth(): { cluster: Cluster; listener: ShardSubscriber } {
  const cluster = clusterOf(connectRedis(settingsOf('gateway'), { maxRetriesPerRequest: null }));
  const listener = new ShardSubscriber(cluster);
  opened.push(listener);
  return { cluster, listener };
}

const slotOf = (name: string): number => new Command('get', [name]).getSlot();

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Did not come true: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

beforeAll(async () => {
  world = await ClusterWorld.start(PREFIX);
}, 120_000);
afterAll(() => world?.stop());

beforeEach(async () => {
  commands = openRedis(settingsOf('feed'));
  channels = new RedisChannels(commands, true);
  subscriber = openSubscriber(settingsOf('gateway'));
  heard = [];
  interruptions = -1;
  subscriber.on('message', (_channel, text) => heard.push(text));
  subscriber.on('ready', () => (interruptions += 1));
  await until('both are connected', () => commands.status === 'ready' && interruptions === 0);
});
afterEach(() => {
  commands.disconnect();
  subscriber.disconnect();
  for (const listener of opened.splice(0)) listener.disconnect();
});

it('hears what is said on channels of all servers, and no longer what it has left', async () => {
  const users = channels.groups.map((group) => `${PREFIX}outbox:${group}:7`);
  await subscriber.subscribe(PRICES, ...users);
  const carriers = new Set(await Promise.all(users.map((channel) => world.carrierOf(channel))));
  expect(carriers.size).toBe(3);
  for (const channel of users) expect(await channels.publish(channel, channel)).toBe(1);
  await until('all are heard', () => users.every((channel) => heard.includes(channel)));
  const [left = '', ...others] = users;
  await subscriber.unsubscribe(left);
  expect(await channels.publish(left, 'left')).toBe(0);
  for (const channel of others) expect(await channels.publish(channel, 'again')).toBe(1);
  await expect(subscriber.ping()).resolves.toBeDefined();
});

it('announces the users of a group together, on the common channel and then on theirs', async () => {
  const places: string[] = [];
  subscriber.on('message', (channel) => places.push(channel));
  // Of all groups, so that no server is found by luck.
  for (const group of channels.groups) {
    heard = [];
    places.length = 0;
    const [common, prefix] = [`${PREFIX}outbox:${group}`, `${PREFIX}outbox:${group}:`];
    await subscriber.subscribe(common, `${prefix}1`, `${prefix}2`);
    await channels.announce({ common, prefix, members: ['1', '2'] });
    await until('all are heard', () => heard.length === 3);
    expect(heard).toEqual(['1,2', '', '']);
    expect(places).toEqual([common, `${prefix}1`, `${prefix}2`]);
  }
});

it('announces users whose slot is being moved where they are listened to', async () => {
  const [group = ''] = channels.groups;
  const [common, prefix] = [`${PREFIX}outbox:${group}`, `${PREFIX}outbox:${group}:`];
  await subscriber.subscribe(common, `${prefix}1`);
  const end = await world.beginMoveOf(common);
  try {
    await channels.announce({ common, prefix, members: ['1'] });
    await until('both are heard', () => heard.length === 2);
  } finally {
    await end();
  }
  await untilHeard(common);
});

it('says so where a group cannot be announced', async () => {
  const common = 'others:{1}';
  await expect(channels.announce({ common, prefix: `${common}:`, members: ['1'] })).rejects.toThrow('NOPERM');
});

it('has a key in the slot of a channel', async () => {
  const key = channels.keyBeside(PRICES, `${PREFIX}market:number`);
  expect(slotOf(key)).toBe(slotOf(PRICES));
  const script = `redis.call('set', KEYS[1], '1') redis.call('${channels.word}', ARGV[1], 'price')`;
  await subscriber.subscribe(PRICES);
  await commands.eval(script, 1, key, PRICES);
  await until('it is heard', () => heard.includes('price'));
});

it('a slot that is given to another server takes its subscriptions along', async () => {
  await subscriber.subscribe(PRICES, `${PREFIX}tape`);
  const before = await world.carrierOf(PRICES);
  await world.moveSlotOf(PRICES);
  await untilHeard(PRICES);
  expect(await world.carrierOf(PRICES)).not.toBe(before);
  await until('what was missing is said to be heard again', () => interruptions >= 1);
  await eventually('nobody listens at the server of before', async () => (await world.listeners(PRICES)) === 1);
});

it.each(['kill', 'hang'] as const)('past a server that is lost (%s) all is heard again', async (how) => {
  await subscriber.subscribe(PRICES);
  const before = await world.carrierOf(PRICES);
  const bringBack = await world[how](PRICES);
  await eventually('it is missed', async () => !(await answers()));
  await world.untilCarried(PRICES, before);
  await untilHeard(PRICES);
  await until('it is said', () => interruptions >= 1);
  await bringBack();
  await untilHeard(PRICES);
  await eventually('every server answers', answers);
});

it('is told of a channel that its user may not hear', async () => {
  await expect(subscriber.subscribe('others')).rejects.toThrow('NOPERM');
  await subscriber.subscribe(PRICES);
  await untilHeard(PRICES);
});

it('comes back after its connections are cut, and not after its end', async () => {
  await subscriber.subscribe(PRICES);
  subscriber.disconnect(true);
  await until('it is heard again', () => interruptions === 1);
  await untilHeard(PRICES);
  subscriber.disconnect();
  expect(subscriber.status).toBe('end');
  await eventually('nobody listens', async () => (await channels.publish(PRICES, '')) === 0);
});

it('says so when the cluster is known again, so that whoever waited asks', async () => {
  const { cluster, listener } = openBoth();
  await listener.subscribe(PRICES);
  let times = 0;
  listener.on('ready', () => (times += 1));
  cluster.disconnect(true);
  expect(listener.status).not.toBe('ready');
  await until('it is said', () => times > 0);
  expect(listener.status).toBe('ready');
});

it('looks at no other channel when one is wanted', async () => {
  const { cluster, listener } = openBoth();
  await listener.subscribe(PRICES, `${PREFIX}tape`);
  const looks: PropertyKey[] = [];
  cluster.slots = new Proxy(cluster.slots, {
    get: (slots, name) => {
      looks.push(name);
      return Reflect.get(slots, name);
    },
  });
  const wanted = `${PREFIX}outbox:1:7`;
  const asked = listener.subscribe(wanted);
  expect(looks).toEqual([String(slotOf(wanted))]);
  await asked;
});

it('compares once what a server has left of its channels, however many it ends in one turn', async () => {
  const made = jest.spyOn(Redis.prototype, 'duplicate');
  const { listener } = openBoth();
  await listener.subscribe(PRICES);
  const shards = made.mock.results.map(({ value }) => value as Redis);
  made.mockRestore();
  const shard = shards.find(({ condition }) => condition?.subscriber);
  if (!shard?.condition?.subscriber) throw new Error('Nothing is heard.');
  const looks = jest.spyOn(shard.condition.subscriber, 'channels');
  for (const turn of [1, 2]) {
    for (let channel = 0; channel < 100; channel += 1) shard.emit('moved');
    await new Promise((done) => setImmediate(done));
    expect(looks).toHaveBeenCalledTimes(turn);
  }
});

it('leaves a channel also at a server that was asked for it and has not answered', async () => {
  const { cluster, listener } = openBoth();
  await listener.subscribe(PRICES);
  const slot = slotOf(PRICES);
  const [from] = cluster.slots[slot] ?? [];
  const to = Object.values(cluster.slots).find(([primary]) => primary !== from);
  if (!to) throw new Error('There is no other primary.');
  const left = jest.spyOn(Redis.prototype, 'sunsubscribe');
  cluster.slots[slot] = to;
  cluster.emit('refresh');
  listener.unsubscribe(PRICES).catch(() => undefined);
  const places = left.mock.contexts.map(({ options: { host, port } }) => `${host}:${port}`);
  left.mockRestore();
  expect(places.toSorted()).toEqual([from, to[0]].toSorted());
});

it('sees that each primary has a replica', async () => {
  const cluster = clusterOf(commands);
  expect(primariesOf(cluster)).toHaveLength(3);
  // One that came back a moment ago is not known everywhere yet.
  await eventually('all is well', async () => {
    const { isWhole, alone } = await clusterState(cluster);
    return isWhole && alone.length === 0;
  });
  // Slots that nobody has are holes.
  const [, ...others] = cluster.slots;
  cluster.slots = Object.assign(new Array<string[]>(), { [others.length]: others.at(-1) });
  await expect(clusterState(cluster)).resolves.toBeDefined();
});

describe('while a part has no server', () => {
  let bringBack: (() => Promise<void>) | null = null;
  let alive = '';

  beforeAll(async () => {
    const lost = await world.carrierOf(PRICES);
    const users = Array.from({ length: 64 }, (_, group) => `${PREFIX}outbox:${group}:7`);
    const carriers = await Promise.all(users.map((channel) => world.carrierOf(channel)));
    alive = users[carriers.findIndex((carrier) => carrier !== lost)] ?? '';
    bringBack = await world.killPart(PRICES);
  }, 120_000);
  afterAll(() => bringBack?.(), 120_000);

  it('the cluster is not whole', async () => {
    const cluster = clusterOf(commands);
    await eventually('it is seen', async () => !(await clusterState(cluster)).isWhole);
  });

  it('the process says so of each of its connections, also when it has forgotten the server', async () => {
    const redis = new RedisConnections({ values: settingsOf('gateway') } as never);
    try {
      void redis.subscriber.subscribe(PRICES).catch(() => undefined);
      const pulse = new RedisPulse(redis, { add: () => undefined } as never);
      await until('the others are there', () => redis.commands.status === 'ready' && redis.limits.status === 'ready');
      const silent = async () => (await pulse.silent()).toSorted();
      await eventually('it is seen', async () => (await silent()).length === 3);
      const lost = (name: 'commands' | 'limits') => clusterOf(redis[name]).nodes('master').length < 3;
      await until('the clients have forgotten it', () => lost('commands') && lost('limits'));
      expect(await silent()).toEqual(['commands', 'limits', 'subscriber']);
      expect(pulse.isHeard).toBe(false);
    } finally {
      redis.onApplicationShutdown();
    }
  });

  it('whoever waited may ask when the cluster is known again, and every other server is asked for a sign of life', async () => {
    const { cluster, listener } = openBoth();
    await listener.subscribe(alive);
    void listener.subscribe(PRICES);
    let times = 0;
    listener.on('ready', () => (times += 1));
    cluster.disconnect(true);
    await eventually('it is said', async () => times > 0);
    await expect(listener.ping()).rejects.toThrow();
    await eventually('the server of the other channel is asked', async () =>
      / ssub=[1-9].* cmd=ping /.test(String(await world.say(alive, 'client', 'list'))),
    );
  });
});

function clusterOf(client: RedisClient): Cluster {
  if (!(client instanceof Cluster)) throw new Error('It is no cluster.');
  return client;
}

/** Whether the listener has a sign of life from all that it wants. */
async function answers(): Promise<boolean> {
  const late = new Promise<boolean>((settle) => setTimeout(() => settle(false), 300));
  return Promise.race([
    late,
    subscriber.ping().then(
      () => true,
      () => false,
    ),
  ]);
}
