import { z } from 'zod';
import { flag, list } from './setting-kinds.js';

/** What can be set of sockets, and of how a process leaves those that are open. */
export const socketSettings = {
  /** Milliseconds between two realtime flushes of the latest-wins channels. */
  REALTIME_BEAT_MS: z.coerce.number().int().min(10).max(1000).default(100),
  /** Serve old clients: Engine.IO 3, polling and unsubscribed broadcast events. */
  REALTIME_LEGACY: flag(true),
  REALTIME_POLLING: flag(true),
  /** Write finished frames straight to the TCP stream of each socket; off: everything through socket.io. */
  REALTIME_DIRECT_WRITE: flag(true),
  /** Milliseconds between two rounds of events for old clients. */
  REALTIME_LEGACY_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
  REALTIME_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(1).max(100_000).default(100),
  /** Sockets that one user may have open at one gateway; beyond that the oldest is cut. */
  REALTIME_SOCKETS_PER_USER: z.coerce.number().int().min(1).max(100_000).default(10),
  REALTIME_HANDSHAKES_PER_SECOND: z.coerce.number().int().min(1).max(100_000).default(300),
  REALTIME_HANDSHAKE_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(10_000),
  /** A socket that takes nothing for so long is cut. */
  REALTIME_SLOW_READER_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
  /** A socket that is subscribed to nothing for so long is cut. Old clients subscribe to nothing and are not. */
  REALTIME_IDLE_MS: z.coerce.number().int().min(1000).max(600_000).default(30_000),
  /**
   * How long a gateway that is asked to end goes on serving as one that is not ready: as long as a balancer needs to see that
   * and send nobody there any more.
   */
  DRAIN_NOTICE_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** How long a shutdown waits for clients to leave by themselves. */
  REALTIME_DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(2000),
  /** Origins allowed on sockets beside the site's own; `*` allows all, which production refuses. */
  ALLOWED_ORIGINS: list(''),
};
