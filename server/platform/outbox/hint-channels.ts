import type { RedisConnections } from '../redis/redis.module.js';

/**
 * What the channels of hints are called: a common one, which names the users who have one, and one of each user. In a cluster the users
 * are divided into groups, each with a common channel of its own: those of a group lie in one slot, so that they are announced together, and
 * the groups lie on all servers.
 */
export class HintChannels {
  /** Every common channel: who wants the hints of all users hears them all. */
  readonly common: readonly string[];
  private readonly stem: string;

  constructor(private readonly redis: RedisConnections) {
    this.stem = redis.key('outbox:');
    this.common = redis.channels.groups.map((group) => this.commonOf(group));
  }

  ofUser(userId: string): string {
    return this.prefixOf(this.redis.channels.groupOf(userId)) + userId;
  }

  /** Whose channel it is; null: nobody's. */
  userOf(channel: string): string | null {
    return channel.startsWith(this.stem) ? channel.slice(channel.lastIndexOf(':') + 1) : null;
  }

  /** The users by group, with what their channels begin with. */
  groupsOf(userIds: readonly string[]): { common: string; prefix: string; members: string[] }[] {
    const groups = new Map<string, string[]>();
    for (const userId of userIds) {
      const group = this.redis.channels.groupOf(userId);
      const members = groups.get(group) ?? [];
      members.push(userId);
      groups.set(group, members);
    }
    return [...groups].map(([group, members]) => ({
      common: this.commonOf(group),
      prefix: this.prefixOf(group),
      members,
    }));
  }

  private commonOf(group: string): string {
    return group === '' ? this.redis.key('outbox') : this.stem + group;
  }

  private prefixOf(group: string): string {
    return group === '' ? this.stem : `${this.stem}${group}:`;
  }
}
