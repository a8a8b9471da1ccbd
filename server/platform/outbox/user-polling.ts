import { Logger } from '@nestjs/common';
import type { LegacyEvent } from '../realtime/channel-source.js';
import type { OutboxHints } from './outbox-hints.js';

/** A user who is looked at: what is told of him, and what was seen of him last. */
export interface PolledUser<Seen> {
  readonly userId: string;
  readonly tell: (event: LegacyEvent) => void;
  seen: Seen;
  /** Nobody listens any more. A look that waited for something tells nothing then. */
  hasLeft: boolean;
}

export interface PollingRules<Seen> {
  /** How often users are looked at of whom no hint came: hints may be lost. */
  everyMs: number;
  /** What was seen before the first look. */
  nothing: () => Seen;
  /** Reads the user and tells what is new. May throw: then the next beat looks again. */
  look: (one: PolledUser<Seen>) => Promise<void>;
  /** Whether a user without a hint is looked at, so many beats after the last look. Always where it is not given. */
  isDue?: (seen: Seen, beats: number) => boolean;
}

interface PollState<Seen> extends PolledUser<Seen> {
  isBusy: boolean;
  /** Something happened since the last look. */
  isGrown: boolean;
  beats: number;
}

/**
 * Looks at users after every hint that something happened to them, and at a beat; one look of a user at a time, and one
 * more for what happens meanwhile. For those who are told how things stand rather than what happened: old clients.
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
   * Begins with a look.
   * @returns ends it.
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

  /** Ends the beat, and all that is watched. */
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
