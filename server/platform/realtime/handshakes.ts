import { Injectable } from '@nestjs/common';
import type { RefusalCode } from '../../contract/errors.js';
import type { Socket } from 'socket.io';
import { type CallPlace } from '../http/keys/key-access.js';
import { claimOfHandshake } from '../http/keys/signed-request.js';
import { Refusal } from '../http/refusal.js';
import { Metrics } from '../metrics/metrics.js';
import { addressOf, Admission, isOwnPage } from './admission.js';
import { speaksChannels, type SocketData } from './connected-client.js';
import { type Connection, PublicSink } from './frame-sink.js';
import { RealtimeFailures } from './realtime-failures.js';
import { LAST_WORD_MS, RealtimeSettings } from './realtime-settings.js';
import { SessionResolver } from './session-resolver.js';
import { isPlainObject } from './subscribe-request.js';

type Refused = 'busy' | 'connected already' | 'protocol not served' | 'unavailable' | RefusalCode;

/** Authentication and admission: the middleware of every socket, before it is greeted. */
@Injectable()
export class Handshakes {
  /** Connections on which a client has asked to be let in, accepted or refused. */
  private readonly asked = new WeakSet<Connection>();

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly admission: Admission,
    private readonly sessions: SessionResolver,
    private readonly failures: RealtimeFailures,
    private readonly metrics: Metrics,
  ) {}

  /** Resolves the session of the handshake. @throws Error that the client reads as its `connect_error`. */
  async check(socket: Socket): Promise<void> {
    if (this.asked.has(socket.conn)) throw this.sendAway(socket);
    this.asked.add(socket.conn);
    const retryInMs = this.admission.postponed();
    if (retryInMs !== null) throw this.refuse(socket, 'busy', retryInMs);
    if (!speaksChannels(socket) && !this.settings.legacy) throw this.refuse(socket, 'protocol not served', null);
    const auth: unknown = socket.handshake.auth;
    const token = isPlainObject(auth) && typeof auth.token === 'string' ? auth.token : null;
    const { headers } = socket.handshake;
    const cookie = isOwnPage(headers, this.settings.allowedOrigins) ? (headers.cookie ?? null) : null;
    const data = socket.data as SocketData;
    try {
      const signed = isSignedHandshake(auth)
        ? { claim: claimOfHandshake(auth), place: this.placeOf(socket) }
        : undefined;
      if (signed && (token !== null || !speaksChannels(socket))) throw new Refusal('api-key.malformed');
      data.session = await this.sessions.resolve({ token, cookie, ...(signed ? { signed } : {}) });
    } catch (error) {
      if (error instanceof Refusal) throw this.refuse(socket, error.code, null);
      this.failures.report(error);
      throw this.refuse(socket, 'unavailable', 2000);
    }
  }

  private placeOf({ request, id }: Socket): CallPlace {
    const userAgent = request.headers['user-agent'] ?? '';
    return { ip: addressOf(request, this.settings.trustedProxies), userAgent, request: id };
  }

  /**
   * A connection carries one client: sessions are watched, limits are counted and clients are cut by connection, and a second
   * client on it would be out of reach of all three. No client library asks twice of its own accord, so a second request ends the connection.
   */
  private sendAway(socket: Socket): Error {
    const why: Refused = 'connected already';
    this.metrics.handshakesRefused.inc({ reason: why });
    new PublicSink(socket.conn).terminate();
    return new Error(why);
  }

  /** The client reads the reason and the retry time in its `connect_error`; then the connection is ended. */
  private refuse(socket: Socket, why: Refused, retryInMs: number | null): Error {
    this.metrics.handshakesRefused.inc({ reason: why });
    setTimeout(() => new PublicSink(socket.conn).terminate(), LAST_WORD_MS).unref();
    return Object.assign(new Error(why), { data: { retryInMs } });
  }
}

/** Whether the handshake carries an API key's signature, valid or not. */
function isSignedHandshake(auth: unknown): auth is Record<string, unknown> {
  return isPlainObject(auth) && (Object.hasOwn(auth, 'key') || Object.hasOwn(auth, 'signature'));
}
