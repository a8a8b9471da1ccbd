import { Injectable } from '@nestjs/common';
import { type CallPlace, keyOfSession, sessionOfKey, type SignedClaim } from '../http/keys/key-access.js';
import { Refusal } from '../http/refusal.js';
import { GUEST, type RealtimeSession } from './channel-source.js';

/** The proofs that a handshake may carry. All come from the client and mean nothing until they are checked. */
export interface HandshakeProof {
  /** `auth.token` of the handshake. */
  token: string | null;
  /** The whole Cookie header; the session cookie in it is HttpOnly. */
  cookie: string | null;
  /** The claim signed by an API key, and its address; excludes the other proofs. */
  signed?: { claim: SignedClaim; place: CallPlace };
}

/**
 * Authenticates connections. The old clients' `login` event is ignored: it carries a user id without proof.
 * An unproven client is a guest; so is one whose session was revoked.
 */
export abstract class SessionResolver {
  abstract resolve(proof: HandshakeProof): Promise<RealtimeSession>;
  /** Which of the sessions have ended. Checked before private data is sent, and again while it is. */
  abstract ended(sessionIds: string[]): Promise<string[]>;
  /** Users disabled within the last milliseconds given: this is done in the database, without an event to the processes. */
  abstract disabled(withinMs: number): Promise<string[]>;
}

/** Authenticates a connection by an API key's signature. */
export abstract class KeySessions {
  /** @throws Refusal for an invalid signature: a client with a key is never served as a guest. */
  abstract resolve(claim: SignedClaim, place: CallPlace): Promise<RealtimeSession>;
  /** Which of the keys, by row number, are revoked or expired. */
  abstract ended(ids: string[]): Promise<string[]>;
}

/** Where the features of sessions and API keys register their resolvers; until then every client is a guest. */
export abstract class SessionRegistry {
  abstract resolveWith(resolver: SessionResolver): void;
  abstract resolveKeysWith(keys: KeySessions): void;
}

/** The sockets of this process, by the sessions that they were opened with. */
export abstract class SessionSockets {
  /**
   * Revalidates these sessions at once and closes the sockets of those that have ended. Called on an event that
   * sessions have ended; the periodic check finds them otherwise.
   */
  abstract look(sessionIds: string[]): void;
  /** The same for every session with a socket in this process. */
  abstract lookAtAll(): void;
}

/** Treats every client as a guest: the default where no resolver is registered. */
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
  private keys: KeySessions | null = null;

  resolveWith(resolver: SessionResolver): void {
    this.resolver = resolver;
  }

  resolveKeysWith(keys: KeySessions): void {
    this.keys = keys;
  }

  async resolve(proof: HandshakeProof): Promise<RealtimeSession> {
    if (!proof.signed) return this.resolver.resolve(proof);
    if (!this.keys) throw new Refusal('api-key.not-accepted');
    return this.keys.resolve(proof.signed.claim, proof.signed.place);
  }

  async ended(sessionIds: string[]): Promise<string[]> {
    const keys = sessionIds.map(keyOfSession).filter((id) => id !== null);
    const others = sessionIds.filter((id) => keyOfSession(id) === null);
    const [endedKeys, ended] = await Promise.all([
      keys.length > 0 && this.keys ? this.keys.ended(keys) : keys,
      others.length > 0 || keys.length === 0 ? this.resolver.ended(others) : [],
    ]);
    return [...endedKeys.map(sessionOfKey), ...ended];
  }

  disabled(withinMs: number): Promise<string[]> {
    return this.resolver.disabled(withinMs);
  }
}
