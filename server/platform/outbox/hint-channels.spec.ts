import type { Redis } from 'ioredis';
import { RedisChannels } from '../redis/redis-channels.js';
import type { RedisConnections } from '../redis/redis.module.js';
import { HintChannels } from './hint-channels.js';

const USERS = Array.from({ length: 1000 }, (_, number) => String(number + 1));

const named = (isCluster: boolean) =>
  new HintChannels({
    key: (name: string) => `gateway:${name}`,
    channels: new RedisChannels({} as Redis, isCluster),
  } as RedisConnections);

it('at one server there is one common channel, and one of each user beside it', () => {
  const names = named(false);
  expect(names.common).toEqual(['gateway:outbox']);
  expect(names.ofUser('7')).toBe('gateway:outbox:7');
  expect(names.groupsOf(['7', '8'])).toEqual([
    { common: 'gateway:outbox', prefix: 'gateway:outbox:', members: ['7', '8'] },
  ]);
});

it('in a cluster what one command announces lies in one slot, and all users are announced', () => {
  const names = named(true);
  const groups = names.groupsOf(USERS);
  expect(groups.flatMap(({ members }) => members).toSorted()).toEqual(USERS.toSorted());
  for (const { common, prefix, members } of groups) {
    const [tag] = /\{\d+\}/.exec(common) ?? [];
    expect(common).toBe(`gateway:outbox:${tag}`);
    for (const userId of members) expect(names.ofUser(userId)).toBe(`${prefix}${userId}`);
    expect(prefix).toContain(tag);
    expect(names.common).toContain(common);
  }
  expect(groups).toHaveLength(names.common.length);
});

it.each([false, true])('knows whose a channel is (in a cluster: %s)', (isCluster) => {
  const names = named(isCluster);
  expect(names.userOf(names.ofUser('1234'))).toBe('1234');
  expect(names.userOf('gateway:market:update')).toBeNull();
});
