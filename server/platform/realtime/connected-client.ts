import type { Socket } from 'socket.io';
import {
  type ByeMessage,
  MESSAGES_PER_SECOND,
  REALTIME_EVENTS,
  REALTIME_PROTOCOL,
  SUBSCRIPTIONS_PER_MINUTE,
} from '../../contract/channels.js';
import type { Subscriber } from './channel-hub.js';
import type { Member } from './channel-room.js';
import type { RealtimeSession } from './channel-source.js';
import type { EventMember } from './events/event-member.js';
import type { FrameSink } from './frame-sink.js';
import { isPlainObject } from './subscribe-request.js';
import { TokenBucket } from './token-bucket.js';

/** Contents of `socket.data`: the session once the handshake is checked, the client once it is greeted. */
export interface SocketData {
  session?: RealtimeSession;
  client?: ConnectedClient;
}

/** The burst: after a reconnect a client asks for all of its subscriptions at once. */
const BURST = 40;

/** The gateway's state of one connected socket. */
export class ConnectedClient implements Subscriber {
  readonly subscriptions = new Map<string, Member>();
  readonly events = new Map<string, EventMember>();
  part: number | null = null;
  /** When it last had a subscription, or when it connected; monotonic milliseconds. */
  usedAt: number;
  private readonly budget: TokenBucket;
  private readonly subscribing: TokenBucket;

  constructor(
    readonly socket: Socket,
    readonly protocol: 'channels' | 'legacy',
    readonly session: RealtimeSession,
    readonly sink: FrameSink,
    now: number,
    readonly onCut: (client: ConnectedClient, reason: ByeMessage['reason']) => void,
  ) {
    this.budget = new TokenBucket(MESSAGES_PER_SECOND, BURST, now);
    this.subscribing = new TokenBucket(SUBSCRIPTIONS_PER_MINUTE / 60, SUBSCRIPTIONS_PER_MINUTE, now);
    sink.readyAt = now;
    this.usedAt = now;
  }

  get isSubscribed(): boolean {
    return this.subscriptions.size > 0 || this.events.size > 0;
  }

  /** Whether one more request is answered now. */
  mayAsk(now: number): boolean {
    return this.budget.take(now);
  }

  /** Whether the rate limit admits one more subscription: it costs a snapshot; an unsubscription costs nothing. */
  maySubscribe(now: number): boolean {
    return this.mayAsk(now) && this.subscribing.take(now);
  }

  cut(reason: ByeMessage['reason']): void {
    this.onCut(this, reason);
  }

  bye(message: ByeMessage): void {
    this.socket.emit(REALTIME_EVENTS.bye, message);
  }
}

/** Whether the client said in its handshake that it speaks the channel protocol; old clients say nothing. */
export function speaksChannels(socket: Socket): boolean {
  const auth: unknown = socket.handshake.auth;
  return isPlainObject(auth) && auth.protocol === REALTIME_PROTOCOL;
}

/** The client that speaks the channel protocol on this socket. */
export function channelClientOf(socket: Socket): ConnectedClient | null {
  const { client } = socket.data as SocketData;
  return client?.protocol === 'channels' ? client : null;
}
