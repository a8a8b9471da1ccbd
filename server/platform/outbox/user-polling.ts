import { Logger } from '@nestjs/common';
import type { LegacyEvent } from '../realtime/channel-source.js';
import type { OutboxHints } from './outbox-hints.js';

/** A polled user: where events go, and the state last seen. */
export interface PolledUser<Seen> {
  readonly userId: string;
  readonly tell: (event: LegacyEvent) => void;
  seen: Seen;
  /** The last socket has left: a poll that is still running must emit nothing. */
  hasLeft: boolean;
}

export interface PollingRules<Seen> {
  /** Polling interval without hints, because hints may be lost. */
  everyMs: number;
  /** The state before the first poll. */
  nothing: () => Seen;
  /** Reads the user's state and emits what is new. May throw: the next beat retries. */
  look: (one: PolledUser<Seen>) => Promise<void>;
  /** Whether to poll a user without a hint this many beats after the last poll; by default at every beat. */
  isDue?: (seen: Seen, beats: number) => boolean;
}

interface PollState<Seen> extends PolledUser<Seen> {
  isBusy: boolean;
  /** A hint has come since the last poll. */
  isGrown: boolean;
  beats: number;
}

/**
 * Polls users after each hint and at a beat: one poll of a user at a time, and one more for hints that came meanwhile.
 * For old clients, which get the current state and not events.
 */
export class UserPolling<Seen> {
  private readonly logger = new Logger(UserPolling.name);
  private readonly watched = new Map<string, PollState<Seen>>();
  private timer: NodeJS.Timeout | null = null;
  private hears = false;

  constructor(
    private readonly hints: Pick<OutboxHints, 'onHint'>,
    private readonly rules: PollingRules<Seen>,
  ) {}

  /**
   * Starts with a poll.
   * @returns stops it.
   */
  watch(userId: string, tell: (event: LegacyEvent) => void): () => void {
    const seen = this.rules.nothing();
    const one: PollState<Seen> = { userId, tell, seen, hasLeft: false, isBusy: false, isGrown: true, beats: 0 };
    this.watched.set(userId, one);
    this.start();
    void this.look(one);
    return () => {
      one.hasLeft = true;
      if (this.watched.get(userId) === one) this.watched.delete(userId);
      if (this.watched.size === 0) this.stop();
    };
  }

  /** Stops polling. */
  end(): void {
    for (const one of this.watched.values()) one.hasLeft = true;
    this.watched.clear();
    this.stop();
  }

  private start(): void {
    this.timer ??= setInterval(() => this.beat(), this.rules.everyMs);
    this.timer.unref();
    if (this.hears) return;
    this.hears = true;
    this.hints.onHint((userIds) => {
      for (const userId of userIds) this.hear(this.watched.get(userId));
    });
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private beat(): void {
    const { isDue } = this.rules;
    for (const one of this.watched.values()) {
      one.beats += 1;
      if (one.isGrown || !isDue || isDue(one.seen, one.beats)) this.hear(one);
    }
  }

  private hear(one: PollState<Seen> | undefined): void {
    if (!one) return;
    one.isGrown = true;
    void this.look(one);
  }

  /** Never throws. */
  private async look(one: PollState<Seen>): Promise<void> {
    if (one.isBusy) return;
    one.isBusy = true;
    try {
      while (one.isGrown && !one.hasLeft) {
        one.isGrown = false;
        one.beats = 0;
        await this.rules.look(one);
      }
    } catch (error) {
      one.isGrown = true;
      this.logger.warn(`An old client could not be told: ${error instanceof Error ? error.message : 'unknown'}`);
    } finally {
      one.isBusy = false;
    }
  }
}
