import { Logger } from '@nestjs/common';
import type { AccountEventKind } from '../../contract/events.dto.js';
import { SLOTS } from '../realtime/beat-clock.js';
import type { LegacyEvent } from '../realtime/channel-source.js';
import type { EventSource, StreamEvent, StreamListener } from '../realtime/events/event-source.js';
import { asPush } from '../tracing/traced-push.js';

/** How often what moves without events is looked at, and what has failed is tried again. */
const BEAT_MS = 1000;
/** Events of one user that wait for a look. Those before them are dropped: no look has gone well for that long. */
const EVENTS_MAX = 10_000;

/** A followed user: where frames go, and what was seen last. */
export interface FollowedUser<Seen> {
  readonly userId: string;
  /** Sends a frame: a part of the traces of the events that it tells of, none where a price moved. */
  readonly tell: (frame: LegacyEvent, causes: readonly StreamEvent[]) => void;
  seen: Seen;
  /** How often the stream was opened. What happened before it was opened again, in a database that was put back, was no event. */
  opened: number;
  /** The last socket has left: a look that is still running must tell nothing. */
  hasLeft: boolean;
}

export interface FollowingRules<Seen> {
  /** The state before the first look. */
  nothing: () => Seen;
  /** Which events are looked at. */
  kinds: readonly AccountEventKind[];
  /**
   * Reads what the events are about and tells it: when the user comes, with none, and after events, with those since the last
   * look. May throw as long as it has told nothing: the next beat comes with the same events again.
   */
  look: (one: FollowedUser<Seen>, events: readonly StreamEvent[]) => Promise<void>;
  /** Also looks, with no events, after so many beats without a look, for what changes without one. */
  lookAfterBeats?: number;
  /** Tells what has moved since by what is in memory: reads nothing, must not wait. With the number of beats since the last look. */
  beat?: (one: FollowedUser<Seen>, beats: number) => void;
}

interface Following<Seen> extends FollowedUser<Seen> {
  readonly listener: StreamListener;
  /** Events that have not been looked at. */
  events: StreamEvent[];
  /** The part of a beat in which its user has it. */
  readonly slot: number;
  isOpen: boolean;
  isDue: boolean;
  isBusy: boolean;
  /** Since the last look. */
  beats: number;
  /** As many beats less until the look after the first one: those who came together are not looked at together again. */
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
  /** How many have come. */
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
      tell: (frame, causes) => {
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

  /** Before the look: what happens between the two is an event. */
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
