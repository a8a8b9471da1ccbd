import type { ChannelName, RealtimeRefusal, SubscribeReply } from '../../../contract/channels.js';
import type { Clock } from '../../clock/clock.js';
import type { Metrics } from '../../metrics/metrics.js';
import { BeatClock, SLOTS } from '../beat-clock.js';
import type { Subscriber } from '../channel-hub.js';
import type { RealtimeSettings } from '../realtime-settings.js';
import type { SessionResolver } from '../session-resolver.js';
import type { SubscribeInput } from '../subscribe-request.js';
import type { EventMember } from './event-member.js';
import { EventRoom } from './event-room.js';
import { EventRegistry, type EventSource } from './event-source.js';

export interface EventRoomsParts {
  clock: Clock;
  metrics: Metrics;
  sessions: SessionResolver;
  onFailure: (error: unknown) => void;
  steadyNow?: () => number;
}

export interface EventOutcome {
  reply: SubscribeReply;
  /** Call it right after the reply was sent: the client cannot interpret frames before it. */
  begin: () => void;
}

/**
 * The private half of the gateway: event streams, delivered once and in order to every socket of their user. The user
 * comes from the session alone; the client's key is ignored.
 */
export class EventRooms extends EventRegistry {
  /** Called with the user when an event says that one of the user's sessions has ended. */
  onSessionEnded: (userId: string) => void = () => undefined;
  private readonly sources = new Map<ChannelName, EventSource>();
  private readonly rooms = new Map<string, EventRoom>();
  private readonly beat: BeatClock;
  private readonly steadyNow: () => number;
  private roomsOpened = 0;

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly parts: EventRoomsParts,
  ) {
    super();
    this.steadyNow = parts.steadyNow ?? (() => performance.now());
    this.beat = new BeatClock(settings.heartbeatMs, (slot) => this.runSlot(slot), this.steadyNow);
  }

  serveEvents(name: ChannelName, source: EventSource): void {
    if (this.sources.has(name)) throw new Error(`Channel ${name} has two sources.`);
    this.sources.set(name, source);
  }

  stop(): void {
    this.beat.stop();
  }

  /**
   * Joins first, then reads. Never throws. Null when the reply is obsolete: the socket has
   * subscribed again meanwhile, or has disconnected.
   */
  async subscribe(subscriber: Subscriber, request: SubscribeInput): Promise<EventOutcome | null> {
    const source = this.sources.get(request.name);
    if (!source) return refused('realtime.unknown-channel');
    const { userId, sessionId } = subscriber.session;
    if (userId === null || sessionId === null) return refused('realtime.not-allowed');
    const member = this.join(subscriber, request.name, userId, source);
    member.question += 1;
    const { question } = member;
    const isWanted = () => member.question === question && subscriber.events.get(member.room.ch) === member;
    try {
      if ((await this.parts.sessions.ended([sessionId])).length > 0) {
        this.unsubscribe(subscriber, member.room.ch);
        subscriber.cut('session-revoked');
        return refused('realtime.not-allowed');
      }
      // The socket may have left during the read. It has closed its rooms already, so a room opened now would leak.
      if (!isWanted()) return null;
      await member.room.open(request.ep === undefined ? null : (request.s ?? null));
      const outcome = isWanted() ? await this.bringUpToDate(member, request) : null;
      return isWanted() ? outcome : null;
    } catch (error) {
      this.parts.onFailure(error);
      if (isWanted()) this.unsubscribe(subscriber, member.room.ch);
      return refused('realtime.unavailable');
    }
  }

  /** Whether the channel id was one of the subscriber's streams of events. */
  unsubscribe(subscriber: Subscriber, ch: string): boolean {
    const member = subscriber.events.get(ch);
    if (!member) return false;
    subscriber.events.delete(ch);
    const { room } = member;
    room.leave(member);
    this.parts.metrics.subscriptions.dec({ channel: room.name });
    if (room.members.size === 0) this.rooms.delete(room.ch);
    if (this.rooms.size === 0) this.beat.stop();
    return true;
  }

  leave(subscriber: Subscriber): void {
    for (const ch of subscriber.events.keys()) this.unsubscribe(subscriber, ch);
  }

  acknowledge(subscriber: Subscriber, ch: string, s: number): void {
    subscriber.events.get(ch)?.acknowledge(s);
  }

  /**
   * Sends heartbeats to a part of the rooms; in all rooms resumes sockets that have caught up and closes silent ones.
   */
  runSlot(slot: number): void {
    for (const room of this.rooms.values()) {
      for (const member of room.members) {
        member.pump();
        if (member.isSilent(this.settings.eventAckMs)) member.subscriber.cut('slow-consumer');
        else if (room.slot === slot) member.heartbeat();
      }
    }
  }

  private async bringUpToDate(member: EventMember, { ep, s }: SubscribeInput): Promise<EventOutcome> {
    const { room } = member;
    member.pause();
    const isResumed = ep !== undefined && s !== undefined && ep === room.place().ep && (await room.canFollow(s));
    const place = room.place();
    if (isResumed && ep === place.ep) {
      const reply = { ok: true as const, ch: room.ch, ep, s: Math.max(place.s, s), recovered: true };
      return { reply, begin: () => (room.place().ep === ep ? member.follow(s) : member.followSnapshot()) };
    }
    const reason = ep === undefined || s === undefined ? 'first' : ep === place.ep ? 'expired' : 'epoch';
    return {
      reply: { ok: true, ch: room.ch, ...place, recovered: false, reason },
      begin: () => member.followSnapshot(),
    };
  }

  private join(subscriber: Subscriber, name: ChannelName, userId: string, source: EventSource): EventMember {
    const room = this.rooms.get(`${name}:${userId}`) ?? this.openRoom(name, userId, source);
    const known = subscriber.events.get(room.ch);
    if (known) return known;
    const member = room.join(subscriber, this.steadyNow);
    subscriber.events.set(room.ch, member);
    this.parts.metrics.subscriptions.inc({ channel: name });
    this.beat.start();
    return member;
  }

  private openRoom(name: ChannelName, userId: string, source: EventSource): EventRoom {
    const slot = this.roomsOpened % SLOTS;
    this.roomsOpened += 1;
    const { clock, metrics } = this.parts;
    const room = new EventRoom({ name, userId, slot }, source, clock, {
      onWritten: () => metrics.frames.inc({ channel: name }),
      onDelivered: (at) => metrics.pushLatencySeconds.observe({ channel: name }, Math.max(0, clock.now() - at) / 1000),
      onSessionEnded: (user) => this.onSessionEnded(user),
      onFailure: (error) => this.parts.onFailure(error),
    });
    this.rooms.set(room.ch, room);
    return room;
  }
}

function refused(code: RealtimeRefusal): EventOutcome {
  return { reply: { ok: false, code }, begin: () => undefined };
}
