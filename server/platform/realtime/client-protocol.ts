import {
  CHANNELS,
  type HelloMessage,
  MESSAGE_BYTES_MAX,
  MESSAGES_PER_SECOND,
  REALTIME_EVENTS,
  type RealtimeRefusal,
  SUBSCRIPTIONS_PER_SOCKET,
} from '../../contract/channels.js';
import type { Clock } from '../clock/clock.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ChannelHub, SubscribeOutcome } from './channel-hub.js';
import type { ConnectedClient } from './connected-client.js';
import type { EventRooms } from './events/event-rooms.js';
import type { RealtimeSettings } from './realtime-settings.js';
import { readAcknowledge, readSubscribe, readUnsubscribe, type SubscribeInput } from './subscribe-request.js';

/** Acknowledges a message, where the client asked for it. */
export type Acknowledge = ((reply: unknown) => void) | undefined;

/** Messages of a client of the channel protocol: `sub` and `unsub`, answered in the acknowledgement, and `ack`. */
export class ClientProtocol {
  constructor(
    private readonly hub: ChannelHub,
    private readonly settings: RealtimeSettings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly steadyNow: () => number,
    private readonly events: EventRooms | null = null,
  ) {}

  greet(client: ConnectedClient): void {
    const hello: HelloMessage = {
      now: this.clock.now(),
      beatMs: this.settings.beatMs,
      heartbeatMs: this.settings.heartbeatMs,
      limits: {
        subscriptionsPerSocket: SUBSCRIPTIONS_PER_SOCKET,
        messagesPerSecond: MESSAGES_PER_SECOND,
        messageBytes: MESSAGE_BYTES_MAX,
      },
    };
    client.socket.emit(REALTIME_EVENTS.hello, hello);
  }

  /** Nothing more is sent to the client. */
  leave(client: ConnectedClient): void {
    this.hub.leave(client);
    this.events?.leave(client);
  }

  subscribe(client: ConnectedClient, request: unknown, acknowledge: Acknowledge): void {
    const outcome = this.outcome(client, request, acknowledge);
    if (outcome === null) return;
    if (!outcome.reply.ok) this.metrics.subscribeRefused.inc({ code: outcome.reply.code });
    acknowledge?.(outcome.reply);
    if (outcome.frame) client.sink.write(outcome.frame);
  }

  unsubscribe(client: ConnectedClient, request: unknown, acknowledge: Acknowledge): void {
    const ch = client.mayAsk(this.steadyNow()) ? readUnsubscribe(request) : null;
    if (ch !== null && !this.events?.unsubscribe(client, ch)) this.hub.unsubscribe(client, ch);
    acknowledge?.({ ok: ch !== null });
  }

  /** Acknowledges events up to this number: the client has applied them. */
  acknowledge(client: ConnectedClient, request: unknown): void {
    this.metrics.eventsAcknowledged.inc();
    const read = readAcknowledge(request);
    if (read !== null) this.events?.acknowledge(client, read.ch, read.s);
  }

  /** Null when the answer is asynchronous. */
  private outcome(client: ConnectedClient, request: unknown, acknowledge: Acknowledge): SubscribeOutcome | null {
    if (!client.maySubscribe(this.steadyNow())) return refused('realtime.too-many-messages');
    const input = readSubscribe(request);
    if (typeof input === 'string') return refused(input);
    if (!this.events || CHANNELS[input.name].delivery !== 'every') return this.hub.subscribe(client, input);
    void this.subscribeToEvents(this.events, client, { input, acknowledge });
    return null;
  }

  private async subscribeToEvents(
    events: EventRooms,
    client: ConnectedClient,
    { input, acknowledge }: { input: SubscribeInput; acknowledge: Acknowledge },
  ): Promise<void> {
    const outcome = await events.subscribe(client, input);
    if (outcome === null) return;
    if (!outcome.reply.ok) this.metrics.subscribeRefused.inc({ code: outcome.reply.code });
    acknowledge?.(outcome.reply);
    outcome.begin();
  }
}

function refused(code: RealtimeRefusal): SubscribeOutcome {
  return { reply: { ok: false, code }, frame: null };
}
