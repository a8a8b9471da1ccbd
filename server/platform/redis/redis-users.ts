import { createHash } from 'node:crypto';

/** The roles of the product, each of which comes to an installation's Redis as a user of its own. */
export const REDIS_ROLES = ['gateway', 'worker', 'feed'] as const;
/** People, and the health check of the server itself. No process of the product comes as this one. */
export const REDIS_OWNER = 'owner';

type RedisRole = (typeof REDIS_ROLES)[number];
export type RedisUser = RedisRole | typeof REDIS_OWNER;

/**
 * What the product's roles may say: to read, to write, to publish and to listen, transactions and scripts. Not what empties
 * the server, shows all that is in it, changes how it is set up or looks into other connections. INFO stays, because
 * BullMQ and the client ask for the server's version and whether it has loaded its data, and so do the questions and words with which a
 * client finds its way in a cluster.
 */
const COMMANDS = [
  '-@all +@read +@write +@pubsub +@transaction +@connection +eval +evalsha +script|load +script|exists +time',
  '-@admin -@dangerous -scan -randomkey -dbsize -pubsub +info +cluster|info +cluster|slots +readonly +readwrite +asking',
].join(' ');

const HINTS = ['market:*', 'tape', 'outbox', 'outbox:*', 'account.session-ends'];

/** Channels that a script in a cluster is led by, as it would be by a key, in processes of the version before. */
const SHARDED = ['outbox:*'];

/** The keys and the channels of each role, below the product's prefix. */
const REACH: Record<RedisRole, { keys: readonly string[]; channels: readonly string[] }> = {
  gateway: { keys: ['jobs:*', 'rate:*', 'signed:*', 'help-typing:*', ...SHARDED], channels: HINTS },
  worker: { keys: ['jobs:*', 'rate:*', ...SHARDED], channels: HINTS },
  feed: { keys: ['feed:*', 'market:*', 'rate:*', ...SHARDED], channels: [...HINTS, 'feed:command'] },
};

/**
 * The file of users (`aclfile`) of an installation's Redis. Without a name and a password nobody is let in; the passwords
 * stand in it as digests.
 * @param prefix of all keys and channels of the product.
 */
export function redisUsersFile(passwords: Record<RedisUser, string>, prefix: string): string {
  const secret = (user: RedisUser) => `#${createHash('sha256').update(passwords[user]).digest('hex')}`;
  const roles = REDIS_ROLES.map((role) => {
    const { keys, channels } = REACH[role];
    const reach = [...keys.map((key) => `~${prefix}${key}`), ...channels.map((channel) => `&${prefix}${channel}`)];
    return `user ${role} on ${secret(role)} ${reach.join(' ')} ${COMMANDS}`;
  });
  return `${['user default off', `user ${REDIS_OWNER} on ${secret(REDIS_OWNER)} ~* &* +@all`, ...roles].join('\n')}\n`;
}
