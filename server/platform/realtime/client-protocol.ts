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

/**
 * What a client of the channel protocol may say: `sub` and `unsub`, answered in the acknowledgement, and `ack`. Anything
 * else is not listened to. No handler throws, because socket.io calls them outside of any promise.
 */
export class ClientProtocol {
  constructor(
    private readonly hub: ChannelHub,
    private readonly settings: RealtimeSettings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly steadyNow: () => number,
    private readonly events: EventRooms | null = null,
  ) {}

  /** Greets the client and serves its messages until it disconnects. */
  welcome(client: ConnectedClient): void {
    const { socket } = client;
    socket.on(REALTIME_EVENTS.subscribe, (...args: unknown[]) => this.onSubscribe(client, args));
    socket.on(REALTIME_EVENTS.unsubscribe, (...args: unknown[]) => this.onUnsubscribe(client, args));
    socket.on(REALTIME_EVENTS.acknowledge, (...args: unknown[]) => this.onAcknowledge(client, args));
    socket.once('disconnect', () => this.leave(client));
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
    socket.emit(REALTIME_EVENTS.hello, hello);
  }

  /** Nothing more is sent to the client. */
  leave(client: ConnectedClient): void {
    this.hub.leave(client);
    this.events?.leave(client);
  }

  private onSubscribe(client: ConnectedClient, args: unknown[]): void {
    const outcome = this.subscribe(client, args);
    if (outcome === null) return;
    if (!outcome.reply.ok) this.metrics.subscribeRefused.inc({ code: outcome.reply.code });
    answer(args, outcome.reply);
    if (outcome.frame) client.sink.write(outcome.frame);
  }

  /** Null when the answer comes later. */
  private subscribe(client: ConnectedClient, args: unknown[]): SubscribeOutcome | null {
    if (!client.mayAsk(this.steadyNow())) return refused('realtime.too-many-messages');
    const input = readSubscribe(args[0]);
    if (typeof input === 'string') return refused(input);
    if (!this.events || CHANNELS[input.name].delivery !== 'every') return this.hub.subscribe(client, input);
    void this.subscribeToEvents(this.events, client, { input, args });
    return null;
  }

  private async subscribeToEvents(
    events: EventRooms,
    client: ConnectedClient,
    { input, args }: { input: SubscribeInput; args: unknown[] },
  ): Promise<void> {
    const outcome = await events.subscribe(client, input);
    if (outcome === null) return;
    if (!outcome.reply.ok) this.metrics.subscribeRefused.inc({ code: outcome.reply.code });
    answer(args, outcome.reply);
    outcome.begin();
  }

  private onAcknowledge(client: ConnectedClient, args: unknown[]): void {
    const read = readAcknowledge(args[0]);
    if (read !== null) this.events?.acknowledge(client, read.ch, read.s);
  }

  private onUnsubscribe(client: ConnectedClient, args: unknown[]): void {
    const ch = client.mayAsk(this.steadyNow()) ? readUnsubscribe(args[0]) : null;
    if (ch !== null && !this.events?.unsubscribe(client, ch)) this.hub.unsubscribe(client, ch);
    answer(args, { ok: ch !== null });
  }
}

function refused(code: RealtimeRefusal): SubscribeOutcome {
  return { reply: { ok: false, code }, frame: null };
}

/** Acknowledges, where the client asked for it. */
function answer(args: unknown[], reply: unknown): void {
  const acknowledge = args.at(-1);
  if (typeof acknowledge === 'function') (acknowledge as (reply: unknown) => void)(reply);
}
