import {
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
import type { RealtimeSettings } from './realtime-settings.js';
import { readSubscribe, readUnsubscribe } from './subscribe-request.js';

/**
 * What a client of the channel protocol may say: `sub` and `unsub`, answered in the acknowledgement. Anything else is
 * not listened to. No handler throws, because socket.io calls them outside of any promise.
 */
export class ClientProtocol {
  constructor(
    private readonly hub: ChannelHub,
    private readonly settings: RealtimeSettings,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly steadyNow: () => number,
  ) {}

  /** Greets the client and listens to it until it goes. */
  welcome(client: ConnectedClient): void {
    const { socket } = client;
    socket.on(REALTIME_EVENTS.subscribe, (...args: unknown[]) => this.onSubscribe(client, args));
    socket.on(REALTIME_EVENTS.unsubscribe, (...args: unknown[]) => this.onUnsubscribe(client, args));
    socket.once('disconnect', () => this.hub.leave(client));
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

  private onSubscribe(client: ConnectedClient, args: unknown[]): void {
    const outcome = this.subscribe(client, args[0]);
    if (!outcome.reply.ok) this.metrics.subscribeRefused.inc({ code: outcome.reply.code });
    answer(args, outcome.reply);
    if (outcome.frame) client.sink.write(outcome.frame);
  }

  private subscribe(client: ConnectedClient, sent: unknown): SubscribeOutcome {
    if (!client.mayAsk(this.steadyNow())) return refused('realtime.too-many-messages');
    const input = readSubscribe(sent);
    return typeof input === 'string' ? refused(input) : this.hub.subscribe(client, input);
  }

  private onUnsubscribe(client: ConnectedClient, args: unknown[]): void {
    const ch = client.mayAsk(this.steadyNow()) ? readUnsubscribe(args[0]) : null;
    if (ch !== null) this.hub.unsubscribe(client, ch);
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
