import type { Visitor } from './visitor.js';

/** A browser of the old clients: Engine.IO 3 by polling alone, with the cookies that it was given. */
export class OldPoller {
  /** Answers that were not what a session gets. */
  readonly refusals: string[] = [];

  private constructor(
    private readonly visitor: Visitor,
    private readonly id: string,
  ) {}

  static async open(visitor: Visitor): Promise<OldPoller> {
    const { status, text } = await visitor.ask('/socket.io/?EIO=3&transport=polling');
    const id = /"sid":"([^"]+)"/.exec(text)?.[1];
    if (status !== 200 || id === undefined) throw new Error(`No session: ${status} ${text}`);
    return new OldPoller(visitor, id);
  }

  /** What leads it back to its gateway. */
  get affinity(): string | null {
    return this.visitor.cookie('balancer');
  }

  /** Asks once; whether the answer has the word. */
  async poll(word: string): Promise<boolean> {
    const { status, text } = await this.visitor.ask(`/socket.io/?EIO=3&transport=polling&sid=${this.id}`);
    if (status !== 200) this.refusals.push(`${status} ${text.slice(0, 100)}`);
    return text.includes(word);
  }
}
