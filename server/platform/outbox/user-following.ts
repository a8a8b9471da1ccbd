import { Logger } from '@nestjs/common';
import type { AccountEventKind } from '../../contract/events.dto.js';
import { SLOTS } from '../realtime/beat-clock.js';
import type { LegacyEvent } from '../realtime/channel-source.js';
import type { EventSource, StreamEvent, StreamListener } from '../realtime/events/event-source.js';
import { asPush } from '../tracing/traced-push.js';

/** Interval of looks at values that change without events, and of retries after a failed look. */
const BEAT_MS = 1000;
/** Maximum queued events of one user; the oldest are dropped, which happens only when looks have failed for long. */
const EVENTS_MAX = 10_000;

/** A followed user: the recipient of frames, and the state last sent. */
export interface FollowedUser<Seen> {
  readonly userId: string;
  /** Sends a frame, which continues the traces of the events that caused it; no events where a price moved. */
  readonly send: (frame: LegacyEvent, causes: readonly StreamEvent[]) => void;
  seen: Seen;
  /** How often the stream was opened. A reopened stream belongs to a restored database: differences to before it are no events. */
  opened: number;
  /** The last socket has left: a look that is still running must send nothing. */
  hasLeft: boolean;
}

export interface FollowingRules<Seen> {
  /** The state before the first look. */
  nothing: () => Seen;
  /** Filter of the events that cause a look. */
  kinds: readonly AccountEventKind[];
  /**
   * Reads the state that the events changed and sends frames: without events when the user connects, then with the events since
   * the last look. May throw before it has sent anything: the next beat retries with the same events.
   */
  look: (one: FollowedUser<Seen>, events: readonly StreamEvent[]) => Promise<void>;
  /** Beats without a look after which one is made without events, for values that change without an event. */
  lookAfterBeats?: number;
  /** Sends changes that memory alone shows: reads nothing, must not wait. Takes the number of beats since the last look. */
  beat?: (one: FollowedUser<Seen>, beats: number) => void;
}

interface Following<Seen> extends FollowedUser<Seen> {
  readonly listener: StreamListener;
  /** Events queued for the next look. */
  events: StreamEvent[];
  /** The slot of the beat in which the user is served. */
  readonly slot: number;
  isOpen: boolean;
  isDue: boolean;
  isBusy: boolean;
  /** Beats since the last look. */
  beats: number;
  /** Jitter: beats to subtract before the second look, so that users who connected together are spread out. */
  ahead: number;
}

/**
 * Follows the event streams of users with an old client and says what has changed in the words that it knows: the current
 * state instead of events. Nothing is read of a user whose stream is quiet; one look of a user at a time, and one more for
 * events that came meanwhile. Users are spread over the parts of a beat, and over the beats between two looks, so that no
 * instant has the work of all of them; a part that comes late makes nothing up, because what is told is how things stand.
 */
export class UserFollowing<Seen> {
  private readonly logger = new Logger(UserFollowing.name);
  private readonly followed = new Set<Following<Seen>>();
  private readonly kinds: ReadonlySet<string>;
  private timer: NodeJS.Timeout | null = null;
  private slot = 0;
  /** Counter of users, which spreads them over the slots. */
  private came = 0;

  constructor(
    private readonly streams: EventSource,
    private readonly rules: FollowingRules<Seen>,
  ) {
    this.kinds = new Set(rules.kinds);
  }

  /** Starts with a look. @returns stops it. */
  watch(userId: string, send: (frame: LegacyEvent) => void): () => void {
    const one = this.begin(userId, send);
    this.followed.add(one);
    this.timer ??= setInterval(() => this.runSlot(), BEAT_MS / SLOTS).unref();
    void this.bring(one);
    return () => {
      this.leave(one);
      if (this.followed.size === 0) this.stop();
    };
  }

  /** Stops following. */
  end(): void {
    for (const one of this.followed) this.leave(one);
    this.stop();
  }

  /** The next part of the beat. Called by the timer. */
  private runSlot(): void {
    const { slot } = this;
    this.slot = (slot + 1) % SLOTS;
    for (const one of this.followed) if (one.slot === slot) this.beat(one);
  }

  private beat(one: Following<Seen>): void {
    const { lookAfterBeats = Number.POSITIVE_INFINITY, beat } = this.rules;
    one.beats += 1;
    if (one.beats >= lookAfterBeats) one.isDue = true;
    if (one.isDue || !one.isOpen) void this.bring(one);
    else if (!one.isBusy) this.guarded(() => beat?.(one, one.beats));
  }

  private begin(userId: string, send: (frame: LegacyEvent) => void): Following<Seen> {
    const place = this.came;
    this.came += 1;
    const one: Following<Seen> = {
      userId,
      slot: place % SLOTS,
      ahead: Math.floor(place / SLOTS) % (this.rules.lookAfterBeats ?? 1),
      seen: this.rules.nothing(),
      opened: 0,
      hasLeft: false,
      events: [],
      isOpen: false,
      isDue: true,
      isBusy: false,
      beats: 0,
      send: (frame, causes) => {
        if (!one.hasLeft) asPush(frame.name, causes, () => send(frame));
      },
      listener: {
        onEvents: (events) => this.take(one, events),
        onNewEpoch: () => {
          one.isOpen = false;
          one.isDue = true;
          void this.bring(one);
        },
      },
    };
    return one;
  }

  private take(one: Following<Seen>, events: readonly StreamEvent[]): void {
    const its = events.filter(({ kind }) => this.kinds.has(kind));
    if (its.length === 0) return;
    one.events = [...one.events, ...its].slice(-EVENTS_MAX);
    one.isDue = true;
    void this.bring(one);
  }

  private leave(one: Following<Seen>): void {
    one.hasLeft = true;
    this.followed.delete(one);
    this.streams.close(one.userId, one.listener);
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Follows the stream and looks until nothing is due. Never throws. */
  private async bring(one: Following<Seen>): Promise<void> {
    if (one.isBusy) return;
    one.isBusy = true;
    try {
      while ((one.isDue || !one.isOpen) && !one.hasLeft) {
        if (!one.isOpen) await this.open(one);
        else await this.look(one);
      }
    } catch (error) {
      one.isDue = true;
      this.warn(error);
    } finally {
      one.isBusy = false;
    }
  }

  /** Subscribed before the look, so that a change between the two arrives as an event. */
  private async open(one: Following<Seen>): Promise<void> {
    await this.streams.open(one.userId, one.listener, null);
    one.isOpen = true;
    one.opened += 1;
  }

  private async look(one: Following<Seen>): Promise<void> {
    const events = one.events.splice(0);
    one.isDue = false;
    one.beats = one.ahead;
    one.ahead = 0;
    try {
      await this.rules.look(one, events);
    } catch (error) {
      one.events.unshift(...events);
      throw error;
    }
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.warn(error);
    }
  }

  private warn(error: unknown): void {
    this.logger.warn(`An old client could not be told: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}
