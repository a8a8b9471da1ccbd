import { HEARTBEAT_MS } from '../../contract/channels.js';
import type { Configuration } from '../config/config.js';

/** How the gateway behaves on its sockets; from the configuration, or from a test or bench in its place. */
export interface RealtimeSettings {
  beatMs: number;
  heartbeatMs: number;
  /** Finished frames straight to the TCP stream; otherwise all through socket.io's published interfaces. */
  directWrite: boolean;
  legacy: boolean;
  legacyMs: number;
  polling: boolean;
  allowedOrigins: string[];
  trustedProxies: number;
  socketsPerAddress: number;
  socketsPerUser: number;
  handshakesPerSecond: number;
  handshakeTimeoutMs: number;
  /** Slow-reader limits: a socket that took nothing for this long, or has this many bytes queued, is closed. */
  slowReaderMs: number;
  slowReaderBytes: number;
  /** A socket that has not acknowledged an event for so long is cut. */
  eventAckMs: number;
  /** How often every open session is revalidated. */
  sessionCheckMs: number;
  /** How long a shutdown waits for the clients to leave by themselves. */
  drainMs: number;
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
    socketsPerAddress: values.REALTIME_SOCKETS_PER_ADDRESS,
    socketsPerUser: values.REALTIME_SOCKETS_PER_USER,
    handshakesPerSecond: values.REALTIME_HANDSHAKES_PER_SECOND,
    handshakeTimeoutMs: values.REALTIME_HANDSHAKE_TIMEOUT_MS,
    slowReaderMs: values.REALTIME_SLOW_READER_MS,
    slowReaderBytes: 256 * 1024,
    eventAckMs: 10_000,
    sessionCheckMs: 60_000,
    drainMs: values.REALTIME_DRAIN_MS,
  };
}
