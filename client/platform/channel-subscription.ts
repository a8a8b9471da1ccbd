import {
  CHANNELS,
  type ChannelDelta,
  type ChannelKey,
  type ChannelName,
  type ChannelSnapshot,
  type Frame,
  REALTIME_EVENTS,
  type RealtimeRefusal,
  type SubscribeReply,
  type SubscribeRequest,
} from '../../server/contract/channels.js';
import { ChannelAcknowledgement } from './channel-acknowledge.js';
import type { ChannelConnection, Timers } from './channel-connection.js';
import { fold } from './channel-fold.js';
import type { HandedStream } from './channel-successor.js';

/**
 * `waiting`: nothing received yet. `live`: equal to the server's state. `updating`: frozen until a gap or a lost
 * connection is healed. `unanswered`: the server does not answer; read it over HTTP meanwhile. `refused`: never comes.
 */
export type ChannelStatus = 'waiting' | 'live' | 'updating' | 'unanswered' | 'refused';

export interface ChannelView<Name extends ChannelName> {
  state: ChannelSnapshot<Name> | null;
  status: ChannelStatus;
  /** Server time of the last frame, Unix milliseconds. */
  at: number | null;
  refusal: RealtimeRefusal | null;
}

export type ChannelListener<Name extends ChannelName> = (view: ChannelView<Name>) => void;

/** Who hears each change of a stream once and in order, where a {@link ChannelListener} sees the state they lead to. */
export interface ChannelFollower<Name extends ChannelName> {
  /** What follows without a gap on what was heard before. */
  onChange(delta: ChannelDelta<Name>): void;
  /** The stream begins here, or begins anew: changes before it may have been missed. */
  onStart(snapshot: ChannelSnapshot<Name>): void;
}

const ANSWER_MS = 3000;
/** At most, and half of it at least: who was refused together does not ask together again. */
const ASK_AGAIN_MS = 5000;
/** A second gap within this time means that the resumed stream cannot be trusted: everything is asked for anew. */
const GAPS_APART_MS = 30_000;

/** Refusals that pass by themselves, with the time to wait. */
const PASSING: Partial<Record<RealtimeRefusal, number>> = {
  'realtime.too-many-messages': 1000,
  // A page that was left gives its places back a second later.
  'realtime.too-many-subscriptions': 1500,
};

/** How long to wait before a refused stream is asked for again; null where the refusal stays. */
function waitAfter(code: RealtimeRefusal): number | 'a while' | null {
  return code === 'realtime.unavailable' ? 'a while' : (PASSING[code] ?? null);
}

interface SubscriptionEvents {
  /** The server has named the channel id that frames of this subscription carry. */
  onNamed(ch: string): void;
  /** The server did not answer, though the connection seems to stand. */
  onUnanswered(): void;
  /** The server has begun a stream that nobody waits for here any more. */
  onOrphan(ch: string): void;
}

/** One stream, shared by all listeners of the same key. Folds the frames and notices when one is missing. */
export class ChannelSubscription<Name extends ChannelName> implements HandedStream {
  readonly listeners = new Set<ChannelListener<Name>>();
  readonly followers = new Set<ChannelFollower<Name>>();
  /** When a frame or an answer last came, steady milliseconds. */
  heardAt = 0;
  ch: string | null = null;
  private view: ChannelView<Name> = { state: null, status: 'waiting', at: null, refusal: null };
  private place: { ep: string; s: number } | null = null;
  /** The question that is still to be answered; frames before its answer belong to an earlier one. */
  private question = 0;
  private isAnswered = false;
  private isAsking = false;
  private isPaused = false;
  private isReleased = false;
  private gapAt = Number.NEGATIVE_INFINITY;
  private cancelTimer: () => void = () => undefined;
  /** Only where every event is delivered. */
  private readonly acknowledgement: ChannelAcknowledgement | null;

  constructor(
    private readonly name: Name,
    private readonly key: ChannelKey<Name>,
    private readonly connection: ChannelConnection,
    private readonly timers: Timers,
    private readonly events: SubscriptionEvents,
  ) {
    const isEvery = CHANNELS[name].delivery === 'every';
    this.acknowledgement = isEvery ? new ChannelAcknowledgement(timers, (s) => this.acknowledge(s)) : null;
  }

  get isUsed(): boolean {
    return this.listeners.size + this.followers.size > 0;
  }

  /** Only its newest state counts, as of a price, and only for whoever sees it. */
  get isPicture(): boolean {
    return this.acknowledgement === null;
  }

  /** Whether the server has the stream for it, or has been asked for it. */
  get isHeld(): boolean {
    return this.ch !== null || this.isAsking;
  }

  current(): ChannelView<Name> {
    return this.view;
  }

  /** Asks for the stream, from the place reached where there is one. */
  ask(): void {
    this.cancelTimer();
    this.isPaused = false;
    this.isAnswered = false;
    this.isAsking = true;
    this.question += 1;
    const { question } = this;
    const request: SubscribeRequest<Name> = { ch: this.name, key: this.key, ...this.place };
    this.connection.emit(REALTIME_EVENTS.subscribe, request, (reply: SubscribeReply) => {
      if (question === this.question && !this.isAnswered) this.onReply(reply);
      else if ((this.isPaused || this.isReleased) && reply.ok) this.events.onOrphan(reply.ch);
    });
    this.cancelTimer = this.timers.after(ANSWER_MS, () => this.onNoAnswer());
  }

  /** On another connection a picture begins with its state of then; events go on from the place reached. */
  handOverRequest(): SubscribeRequest<Name> {
    return { ch: this.name, key: this.key, ...(this.isPicture ? null : this.place) };
  }

  isPassing(reply: SubscribeReply): boolean {
    return !reply.ok && waitAfter(reply.code) !== null;
  }

  /** The stream goes on on another connection, which has answered already; what came on it follows. */
  goOn(reply: SubscribeReply): void {
    this.question += 1;
    this.isPaused = false;
    this.isAnswered = false;
    this.ch = null;
    this.onReply(reply);
  }

  /** The connection is gone; what is known stays on the screen, frozen. */
  freeze(): void {
    this.cancelTimer();
    this.acknowledgement?.stop();
    this.question += 1;
    this.isAnswered = false;
    this.isAsking = false;
    this.ch = null;
    if (this.view.status !== 'unanswered') this.show({ status: this.view.state === null ? 'waiting' : 'updating' });
  }

  /** Nobody sees it: the server is to send nothing until {@link ask}. */
  pause(): void {
    this.isPaused = true;
    if (this.ch !== null) this.leave(this.ch);
    this.freeze();
  }

  /** Somebody else is signed in from now on: what is known was another user's. */
  forget(): void {
    if (CHANNELS[this.name].access !== 'owner') return;
    this.place = null;
    this.show({ state: null, status: 'waiting', at: null, refusal: null });
  }

  /** Nobody wants it any more. Where its answer is on its way still, that names what has to be left. */
  release(): void {
    this.isReleased = true;
    this.cancelTimer();
    this.acknowledgement?.stop();
    this.question += 1;
    if (this.ch !== null) this.leave(this.ch);
  }

  private leave(ch: string): void {
    this.connection.emit(REALTIME_EVENTS.unsubscribe, { ch });
  }

  onFrame(frame: Frame): void {
    if (!this.isAnswered) return;
    this.heardAt = this.timers.now();
    if (frame.k === 'snap') this.start(frame, frame.d as ChannelSnapshot<Name>);
    else if (this.place !== null) this.onStep(frame, this.place);
  }

  private onStep(frame: Frame, place: { ep: string; s: number }): void {
    const isSameEpoch = frame.ep === place.ep;
    const { state } = this.view;
    if (frame.k === 'hb') {
      if (isSameEpoch && frame.s === place.s) this.show({ status: 'live', at: frame.ts });
      else this.onGap();
    } else if (isSameEpoch && frame.ps === place.s && state !== null) {
      const delta = frame.d as ChannelDelta<Name>;
      this.take(frame, fold(this.name, state, delta));
      for (const follower of this.followers) follower.onChange(delta);
      this.acknowledgement?.apply(frame.s, false);
    } else if (!isSameEpoch || frame.s > place.s) this.onGap();
    // It came on two connections; the one that is left has to hear that it was applied.
    else this.acknowledgement?.apply(place.s, false);
  }

  private start(frame: Frame, snapshot: ChannelSnapshot<Name>): void {
    this.take(frame, snapshot);
    for (const follower of this.followers) follower.onStart(snapshot);
    this.acknowledgement?.apply(frame.s, true);
  }

  private acknowledge(s: number): void {
    if (this.ch !== null) this.connection.emit(REALTIME_EVENTS.acknowledge, { ch: this.ch, s });
  }

  private take(frame: Frame, state: ChannelSnapshot<Name>): void {
    this.place = { ep: frame.ep, s: frame.s };
    this.show({ state, status: 'live', at: frame.ts, refusal: null });
  }

  private onGap(): void {
    const now = this.timers.now();
    const isSecond = now - this.gapAt < GAPS_APART_MS;
    this.gapAt = now;
    if (isSecond) {
      // Events are never told twice, so a stream of them is always resumed.
      if (this.acknowledgement === null) this.place = null;
      if (this.ch !== null) this.leave(this.ch);
    }
    this.show({ status: 'updating' });
    this.ask();
  }

  private onReply(reply: SubscribeReply): void {
    this.cancelTimer();
    this.isAsking = false;
    this.heardAt = this.timers.now();
    if (!reply.ok) return this.onRefusal(reply.code);
    this.isAnswered = true;
    this.ch = reply.ch;
    this.events.onNamed(reply.ch);
    if (!reply.recovered) this.place = null;
    else if (reply.s === this.place?.s) this.show({ status: 'live' });
  }

  private onRefusal(code: RealtimeRefusal): void {
    this.isAnswered = true;
    const waitMs = waitAfter(code);
    if (waitMs === null) this.show({ status: 'refused', refusal: code });
    else this.cancelTimer = this.timers.after(waitMs === 'a while' ? this.askAgainMs() : waitMs, () => this.ask());
  }

  private onNoAnswer(): void {
    this.question += 1;
    this.isAsking = false;
    this.show({ status: 'unanswered' });
    this.cancelTimer = this.timers.after(this.askAgainMs(), () => this.ask());
    this.events.onUnanswered();
  }

  private askAgainMs(): number {
    return ASK_AGAIN_MS * (0.5 + this.timers.random() / 2);
  }

  private show(change: Partial<ChannelView<Name>>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener(this.view);
  }
}
