import type { RedisClient } from './redis.js';

/** Among so many groups the users' channels are divided in a cluster: enough for each server of one to have its share. */
const GROUPS = 64;

/** Publishes to the common channel, then to the channel of each member, in one command: one second may settle thousands of users. */
const ANNOUNCE = `
  redis.call('publish', ARGV[1], table.concat(ARGV, ',', 3))
  for at = 3, #ARGV do redis.call('publish', ARGV[2] .. ARGV[at], '') end`;

/** Whoever is announced together: those of one group, whose channels lie in one slot. */
export interface Announced {
  /** The channel that names them all. */
  common: string;
  /** What the channel of each begins with. */
  prefix: string;
  members: readonly string[];
}

/**
 * How messages are published: to everybody who listens at the one server, or, in a cluster, by the server alone that has the slot of the
 * channel (sharded pub/sub), so that each server carries its share and no other. What a script does with a channel and with a key
 * must then lie in one slot: the name of one has the other's between braces, which is the part that the slot is of.
 */
export class RedisChannels {
  /** The command that publishes, also in scripts. */
  readonly word: 'publish' | 'spublish';
  /** What the names of users' channels have in common by group; one that is empty where there is no cluster. */
  readonly groups: readonly string[];

  constructor(
    private readonly commands: RedisClient,
    private readonly isCluster: boolean,
  ) {
    this.word = isCluster ? 'spublish' : 'publish';
    this.groups = isCluster ? Array.from({ length: GROUPS }, (_, number) => `{${number}}`) : [''];
  }

  /** Publishes once. @returns how many connections heard it. */
  async publish(channel: string, text: string): Promise<number> {
    const { commands } = this;
    if (!this.isCluster) return commands.publish(channel, text);
    const listeners = await commands.spublish(channel, text);
    return typeof listeners === 'number' ? listeners : 0;
  }

  /** The name of a key that a script uses together with the channel. */
  keyBeside(channel: string, key: string): string {
    return this.isCluster ? `${key}{${channel}}` : key;
  }

  /**
   * Publishes the members to their common channel, then nothing but a sign to the channel of each. At the one server that is one script. In a
   * cluster it is plain commands that are sent together: a script goes where its key is, and while a slot is being moved that is the server
   * which will have it, where nobody listens yet; a published message goes to the one that has it still.
   * @throws what Redis refuses them with.
   */
  async announce({ common, prefix, members }: Announced): Promise<void> {
    if (!this.isCluster) {
      await this.commands.eval(ANNOUNCE, 0, common, prefix, ...members);
      return;
    }
    const sent = this.commands.pipeline().spublish(common, members.join(','));
    for (const member of members) sent.spublish(prefix + member, '');
    const answers = (await sent.exec()) ?? [];
    for (const [error] of answers) if (error) throw error;
  }

  /** The group of a user, always the same. */
  groupOf(userId: string): string {
    let sum = 0;
    for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
    return this.groups[sum % this.groups.length] ?? '';
  }
}
