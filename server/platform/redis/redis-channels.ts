import type { RedisClient } from './redis.js';

/** Among so many groups the users' channels are divided in a cluster: enough for each server of one to have its share. */
const GROUPS = 64;

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
   * Runs a script that publishes to channels of one slot.
   * @param slot any of the channels.
   */
  announce(script: string, slot: string, ...words: string[]): Promise<unknown> {
    return this.isCluster ? this.commands.eval(script, 1, slot, ...words) : this.commands.eval(script, 0, ...words);
  }

  /** The group of a user, always the same. */
  groupOf(userId: string): string {
    let sum = 0;
    for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
    return this.groups[sum % this.groups.length] ?? '';
  }
}
