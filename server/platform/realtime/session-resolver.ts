import { Injectable } from '@nestjs/common';
import { GUEST, type RealtimeSession } from './channel-source.js';

/** The proofs that a handshake may carry. Both come from the client and mean nothing until they are checked. */
export interface HandshakeProof {
  /** `auth.token` of the handshake. */
  token: string | null;
  /** The whole Cookie header; the session cookie in it is HttpOnly. */
  cookie: string | null;
}

/**
 * Finds out who has connected. The old clients' `login` event is never asked: it carries a user id and no proof.
 * An unproven client is a guest; so is one whose session was revoked.
 */
export abstract class SessionResolver {
  abstract resolve(proof: HandshakeProof): Promise<RealtimeSession>;
  /** Which of the sessions have ended. Checked before private data is sent, and again while it is. */
  abstract ended(sessionIds: string[]): Promise<string[]>;
  /** Users who were disabled within the last so many milliseconds: it is done in the database, and no process is told. */
  abstract disabled(withinMs: number): Promise<string[]>;
}

/** Where the feature that knows the sessions registers itself; until then everybody is a guest. */
export abstract class SessionRegistry {
  abstract resolveWith(resolver: SessionResolver): void;
}

/** The sockets of this process, by the sessions that they were opened with. */
export abstract class SessionSockets {
  /**
   * Revalidates these sessions at once and closes the sockets of those that have ended. Called on an event that
   * sessions have ended; the periodic check finds them otherwise.
   */
  abstract look(sessionIds: string[]): void;
  /** The same for every session that a socket of this process has. */
  abstract lookAtAll(): void;
}

/** Everybody is a guest: for as long as there are public channels only. */
@Injectable()
export class GuestSessionResolver extends SessionResolver {
  resolve(): Promise<RealtimeSession> {
    return Promise.resolve(GUEST);
  }

  ended(): Promise<string[]> {
    return Promise.resolve([]);
  }

  disabled(): Promise<string[]> {
    return Promise.resolve([]);
  }
}

/** Delegates to the registered resolver. */
@Injectable()
export class RegisteredSessions extends SessionResolver implements SessionRegistry {
  private resolver: SessionResolver = new GuestSessionResolver();

  resolveWith(resolver: SessionResolver): void {
    this.resolver = resolver;
  }

  resolve(proof: HandshakeProof): Promise<RealtimeSession> {
    return this.resolver.resolve(proof);
  }

  ended(sessionIds: string[]): Promise<string[]> {
    return this.resolver.ended(sessionIds);
  }

  disabled(withinMs: number): Promise<string[]> {
    return this.resolver.disabled(withinMs);
  }
}
