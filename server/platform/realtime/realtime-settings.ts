import { HEARTBEAT_MS } from '../../contract/channels.js';
import type { Configuration } from '../config/config.js';
import { isSiteSecure } from '../http/session-cookie.js';

/** Time for a last message to go out before a connection is ended. */
export const LAST_WORD_MS = 200;

/** Socket settings of the gateway; from the configuration, or from a test or benchmark. */
export abstract class RealtimeSettings {
  abstract readonly beatMs: number;
  abstract readonly heartbeatMs: number;
  /** Whether encoded frames go straight to the TCP stream; otherwise all through socket.io's public interfaces. */
  abstract readonly directWrite: boolean;
  abstract readonly legacy: boolean;
  abstract readonly legacyMs: number;
  abstract readonly polling: boolean;
  abstract readonly allowedOrigins: string[];
  abstract readonly trustedProxies: number;
  /** Whether the site requires TLS, so that requests a proxy received without it are refused. */
  abstract readonly requireTls?: boolean;
  abstract readonly socketsPerAddress: number;
  /** Maximum sockets per user; above it the oldest are cut. */
  abstract readonly socketsPerUser: number;
  abstract readonly handshakesPerSecond: number;
  abstract readonly handshakeTimeoutMs: number;
  /** Slow-reader limits: a socket that took nothing for this long, or has this many bytes queued, is closed. */
  abstract readonly slowReaderMs: number;
  abstract readonly slowReaderBytes: number;
  /** Idle timeout of a socket of the channel protocol without subscriptions. */
  abstract readonly idleMs: number;
  /** Interval of pings, and the timeout for the pong after which a connection is cut. */
  abstract readonly pingEveryMs: number;
  abstract readonly pongWithinMs: number;
  /** Acknowledgement timeout of an event, after which its socket is cut. */
  abstract readonly eventAckMs: number;
  /** How often every open session is revalidated. */
  abstract readonly sessionCheckMs: number;
  /** How long a shutdown waits for clients to disconnect by themselves. */
  abstract readonly drainMs: number;
}

export function readRealtimeSettings(values: Configuration): RealtimeSettings {
  return {
    beatMs: values.REALTIME_BEAT_MS,
    heartbeatMs: HEARTBEAT_MS,
    directWrite: values.REALTIME_DIRECT_WRITE,
    legacy: values.REALTIME_LEGACY,
    legacyMs: values.REALTIME_LEGACY_MS,
    polling: values.REALTIME_POLLING,
    allowedOrigins: values.ALLOWED_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    requireTls: values.NODE_ENV === 'production' && isSiteSecure(values),
    socketsPerAddress: values.REALTIME_SOCKETS_PER_ADDRESS,
    socketsPerUser: values.REALTIME_SOCKETS_PER_USER,
    handshakesPerSecond: values.REALTIME_HANDSHAKES_PER_SECOND,
    handshakeTimeoutMs: values.REALTIME_HANDSHAKE_TIMEOUT_MS,
    slowReaderMs: values.REALTIME_SLOW_READER_MS,
    slowReaderBytes: 256 * 1024,
    idleMs: values.REALTIME_IDLE_MS,
    pingEveryMs: 25_000,
    pongWithinMs: 20_000,
    eventAckMs: 10_000,
    sessionCheckMs: 60_000,
    drainMs: values.REALTIME_DRAIN_MS,
  };
}
