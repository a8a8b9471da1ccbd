import {
  type ByeMessage,
  CHANNELS,
  type ChannelName,
  type RealtimeRefusal,
  type SubscribeReply,
  SUBSCRIPTIONS_PER_SOCKET,
} from '../../contract/channels.js';
import type { Clock } from '../clock/clock.js';
import type { Metrics } from '../metrics/metrics.js';
import { BeatSweep, SWEEP_PARTS } from './beat-sweep.js';
import { ChannelRegistry, type ChannelSource, type RealtimeSession } from './channel-source.js';
import { type Member, type Placed, Room, type Shard, Written } from './channel-room.js';
import type { EventMember } from './events/event-member.js';
import { GatheredWrites } from './gathered-writes.js';
import type { RealtimeSettings } from './realtime-settings.js';
import type { SubscribeInput } from './subscribe-request.js';
import type { EncodedFrame } from './websocket-frame.js';

/** Ids longer than this are replaced by an alias in frames. */
const READABLE_ID_MAX = 48;

/** One connected client of the channel protocol. */
export interface Subscriber extends Placed {
  readonly session: RealtimeSession;
  /** Standing subscriptions by channel id. */
  readonly subscriptions: Map<string, Member>;
  /** Standing streams of events by channel id. */
  readonly events: Map<string, EventMember>;
  /** Ends the connection with a reason; nothing more is sent. */
  cut(reason: ByeMessage['reason']): void;
}

export interface SubscribeOutcome {
  reply: SubscribeReply;
  /** To be written right after the reply; null when the subscriber is up to date already. */
  frame: EncodedFrame | null;
}

/**
 * Rooms and the beat. Pulls from the sources what changed, hands each room one encoded frame a beat, and each socket all
 * frames of its rooms in one write (decision 122). Knows nothing of sockets but their sink.
 */
export class ChannelHub extends ChannelRegistry {
  private readonly sources = new Map<ChannelName, ChannelSource>();
  private readonly rooms = new Map<string, Room>();
  private readonly parts: Set<Shard>[] = Array.from({ length: SWEEP_PARTS }, () => new Set());
  private readonly writes: GatheredWrites;
  private readonly sums = new Map<ChannelName, Written>();
  private readonly beat: BeatSweep;
  private roomsOpened = 0;
  private subscribersPlaced = 0;

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly onFailure: (error: unknown) => void,
    private readonly steadyNow: () => number = () => performance.now(),
  ) {
    super();
    this.writes = new GatheredWrites(onFailure);
    this.beat = new BeatSweep(settings.beatMs, (part) => this.runPart(part), steadyNow);
  }

  serve(name: ChannelName, source: ChannelSource): void {
    if (this.sources.has(name)) throw new Error(`Channel ${name} has two sources.`);
    this.sources.set(name, source);
    this.sums.set(name, new Written());
  }

  override announce(): void {
    this.beat.announce();
  }

  stop(): void {
    this.beat.stop();
  }

  /** Number of subscribers of a stream. */
  subscribers(name: ChannelName, id: string): number {
    return this.rooms.get(`${name}:${id}`)?.size ?? 0;
  }

  /**
   * Joins the stream first and reads its state after that, so that no update can fall between the two. Never throws:
   * a wrong request is answered.
   */
  subscribe(subscriber: Subscriber, request: SubscribeInput): SubscribeOutcome {
    const source = this.sources.get(request.name);
    if (!source) return refused('realtime.unknown-channel');
    if (CHANNELS[request.name].access === 'owner' && subscriber.session.userId === null) {
      return refused('realtime.not-allowed');
    }
    let member: Member | null = null;
    try {
      const id = source.resolve(request.key, subscriber.session);
      if (id === null) return refused('realtime.bad-key');
      const known = subscriber.subscriptions.get(this.rooms.get(`${request.name}:${id}`)?.ch ?? '');
      if (!known && isFull(subscriber, request.name)) {
        this.forget(request.name, id, source);
        return refused('realtime.too-many-subscriptions');
      }
      member = known ?? this.join(subscriber, request.name, id, source);
      return this.bringUpToDate(member, request);
    } catch (error) {
      this.onFailure(error);
      if (member) this.unsubscribe(subscriber, member.room.ch);
      return refused('realtime.unavailable');
    }
  }

  unsubscribe(subscriber: Subscriber, ch: string): void {
    const member = subscriber.subscriptions.get(ch);
    if (!member) return;
    subscriber.subscriptions.delete(ch);
    const { room } = member;
    room.leave(member);
    if (member.shard.members.length === 0) this.parts[member.shard.part]?.delete(member.shard);
    this.metrics.subscriptions.dec({ channel: room.name });
    if (room.size > 0) return;
    this.rooms.delete(`${room.name}:${room.id}`);
    room.source.released?.(room.id);
    if (this.rooms.size === 0) this.beat.stop();
  }

  leave(subscriber: Subscriber): void {
    for (const ch of subscriber.subscriptions.keys()) this.unsubscribe(subscriber, ch);
  }

  /**
   * Serves the sockets of one part of the sweep; gives whether anything was written. Called by the beat; tests call it
   * in its place.
   */
  runPart(part: number): boolean {
    const { beatMs, heartbeatMs } = this.settings;
    const time = { steady: this.steadyNow(), product: this.clock.now(), heartbeatMs, beatMs };
    for (const shard of this.parts[part] ?? []) {
      try {
        shard.flush(time, this.writes);
      } catch (error) {
        this.onFailure(error);
      }
    }
    this.writes.send();
    return this.count() > 0;
  }

  /** Lets the source release its state for an id without subscribers. */
  private forget(name: ChannelName, id: string, source: ChannelSource): void {
    if (!this.rooms.has(`${name}:${id}`)) source.released?.(id);
  }

  private join(subscriber: Subscriber, name: ChannelName, id: string, source: ChannelSource): Member {
    const room = this.rooms.get(`${name}:${id}`) ?? this.openRoom(name, id, source);
    const member = room.join(subscriber, this.partOf(subscriber));
    this.parts[member.shard.part]?.add(member.shard);
    subscriber.subscriptions.set(room.ch, member);
    this.metrics.subscriptions.inc({ channel: name });
    this.beat.start();
    return member;
  }

  /** Round-robin, so that the parts have equal work. */
  private partOf(subscriber: Subscriber): number {
    if (subscriber.part === null) {
      subscriber.part = this.subscribersPlaced % SWEEP_PARTS;
      this.subscribersPlaced += 1;
    }
    return subscriber.part;
  }

  private openRoom(name: ChannelName, id: string, source: ChannelSource): Room {
    const ordinal = this.roomsOpened;
    this.roomsOpened += 1;
    const ch = id.length <= READABLE_ID_MAX ? `${name}:${id}` : `${name}#${ordinal.toString(36)}`;
    const room = new Room(ch, id, name, source, this.sums.get(name) ?? new Written());
    this.rooms.set(`${name}:${id}`, room);
    return room;
  }

  private bringUpToDate(member: Member, { ep, s }: SubscribeInput): SubscribeOutcome {
    const { room } = member;
    const now = this.clock.now();
    const change = ep === undefined || s === undefined ? null : room.source.since(room.id, ep, s);
    if (ep !== undefined && s !== undefined && change === 'unchanged') {
      member.moveTo({ ep, s });
      return { reply: { ok: true, ch: room.ch, ep, s, recovered: true }, frame: null };
    }
    if (ep !== undefined && s !== undefined && typeof change === 'object' && change?.ep === ep) {
      member.moveTo(change);
      const frame = room.encode(change, s, 'delta', now);
      return { reply: { ok: true, ch: room.ch, ep, s: change.s, recovered: true }, frame };
    }
    const whole = room.source.snapshot(room.id);
    member.moveTo(whole);
    const reason = ep === undefined || s === undefined ? 'first' : ep === whole.ep ? 'expired' : 'epoch';
    return {
      reply: { ok: true, ch: room.ch, ep: whole.ep, s: whole.s, recovered: false, reason },
      frame: room.encode(whole, null, 'snap', now),
    };
  }

  /** Records the metrics of a part, once per channel; returns the number of frames. */
  private count(): number {
    let frames = 0;
    for (const [channel, sum] of this.sums) {
      if (sum.written > 0) this.metrics.frames.inc({ channel }, sum.written);
      if (sum.skipped > 0) this.metrics.framesSkipped.inc({ channel }, sum.skipped);
      for (const at of sum.changedAt) {
        this.metrics.pushLatencySeconds.observe({ channel }, Math.max(0, this.clock.now() - at) / 1000);
      }
      frames += sum.written;
      sum.reset();
    }
    return frames;
  }
}

function isFull(subscriber: Subscriber, name: ChannelName): boolean {
  if (subscriber.subscriptions.size >= SUBSCRIPTIONS_PER_SOCKET) return true;
  let same = 0;
  for (const { room } of subscriber.subscriptions.values()) if (room.name === name) same += 1;
  return same >= CHANNELS[name].subscriptionsPerSocket;
}

function refused(code: RealtimeRefusal): SubscribeOutcome {
  return { reply: { ok: false, code }, frame: null };
}
