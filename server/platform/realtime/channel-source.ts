import type { ChannelName } from '../../contract/channels.js';
import type { StreamEvent } from './events/event-source.js';
import type { Payload } from './websocket-frame.js';

/** The proven identity of a caller. Only the server fills it; nothing in it comes from the client's claims. */
export interface RealtimeSession {
  /** The proven user, `account_user.id` as text; null for a guest. */
  userId: string | null;
  /** The session that proved it; null for a guest. */
  sessionId: string | null;
  /** Absolute expiry of the session, in product time; absent for a guest. */
  endsAt?: number;
  /** Filter of the user's events that it may receive; absent where all of them. */
  hears?: (event: StreamEvent) => boolean;
}

export const GUEST: RealtimeSession = { userId: null, sessionId: null };

/** A state with its position in the stream, serialised once for all recipients. */
export interface SerialisedState {
  /** Epoch: changes when sequences start anew. */
  ep: string;
  s: number;
  /** The payload: JSON text, or rows that stand in other streams' payloads too. */
  payload: Payload;
  /** When the newest change in it was published, product time; from it the push latency is measured. */
  at?: number;
}

/**
 * A feature's side of the channels that it serves. The hub owns rooms, beats, frames and slow readers; the source
 * owns the state. The hub pulls: once a beat it asks each room's source for what changed since the room's last frame,
 * so a burst costs one frame and a quiet room costs a comparison.
 */
export interface ChannelSource {
  /**
   * The canonical id of the stream that the client's key names, without the channel name (`BTC/USDT:1min`); equal
   * keys give equal ids. Null when the key is not valid: never throws on client input.
   */
  resolve(key: unknown, session: RealtimeSession): string | null;
  /** The whole state now. */
  snapshot(id: string): SerialisedState;
  /**
   * The change after sequence `s` of the given epoch. `unchanged` when there is none; `unknown` when it cannot be
   * computed (another epoch, too long ago, or an `s` in the future, which a client may claim):
   * a snapshot is sent then.
   */
  since(id: string, ep: string, s: number): SerialisedState | 'unchanged' | 'unknown';
  /** The last subscriber of the stream left; free what was kept for it. */
  released?(id: string): void;
}

/** Where features register the channels that they serve. */
export abstract class ChannelRegistry {
  /** Registers the source of a channel. A second source for the same channel stops the start. */
  abstract serve(name: ChannelName, source: ChannelSource): void;

  /**
   * Announces a change, so that the beat starts now. A publisher of conflated updates announces each of them, so that
   * the beat synchronises with it.
   */
  abstract announce(): void;
}

/** One broadcast event for old clients, which subscribe to nothing and get everything. */
export interface LegacyEvent {
  name: string;
  payload: unknown;
  /** For private events: a state rather than an occurrence, so a socket that connects later receives the last one. */
  isState?: true;
}

/** Gives the events for old clients; asked only while an old client is connected. */
export interface LegacySource {
  /** Events since the previous call, at most one per stream. */
  collect(): LegacyEvent[];
  /** Called when the first old client connects: no events are gathered before. */
  begin(): void;
}

/** Private events of old clients: only on sockets with a proven session. */
export interface LegacyUserSource {
  /**
   * The user's first socket has connected. Events go to all sockets of the user.
   * @returns called when the last one has left.
   */
  watch(userId: string, listener: (event: LegacyEvent) => void): () => void;
}

export abstract class LegacyRegistry {
  abstract serveLegacy(source: LegacySource): void;
  abstract serveLegacyUsers(source: LegacyUserSource): void;
}
