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
 * Whoever cannot be proven is a guest; a session that was revoked is a guest too.
 */
export abstract class SessionResolver {
  abstract resolve(proof: HandshakeProof): Promise<RealtimeSession>;
  /** Which of the sessions live no more. Asked before anything private is sent, and again while it is. */
  abstract ended(sessionIds: string[]): Promise<string[]>;
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
}
