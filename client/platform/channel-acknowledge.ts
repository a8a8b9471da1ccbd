import { EVENT_ACK_EVERY, EVENT_ACK_WITHIN_MS } from '../../server/contract/channels.js';
import type { Timers } from './channel-connection.js';

/** Tells the server what has been applied: after so many events, and soon after the first that waits. */
export class ChannelAcknowledgement {
  private acknowledged = 0;
  private applied = 0;
  private cancelTimer: (() => void) | null = null;

  constructor(
    private readonly timers: Timers,
    private readonly acknowledge: (s: number) => void,
  ) {}

  /** Everything up to number `s` has been applied. `isStart`: it is where the stream begins, or begins anew. */
  apply(s: number, isStart: boolean): void {
    if (isStart) this.acknowledged = s - 1;
    this.applied = s;
    if (s - this.acknowledged >= EVENT_ACK_EVERY) this.send();
    else this.cancelTimer ??= this.timers.after(EVENT_ACK_WITHIN_MS, () => this.send());
  }

  stop(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  private send(): void {
    this.stop();
    this.acknowledged = this.applied;
    this.acknowledge(this.applied);
  }
}
