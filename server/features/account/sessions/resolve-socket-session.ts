import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { SessionReader } from '../../../platform/http/access.js';
import type { RealtimeSession } from '../../../platform/realtime/channel-source.js';
import { type HandshakeProof, SessionRegistry, SessionResolver } from '../../../platform/realtime/session-resolver.js';
import { isSiteSecure, tokenFromCookie } from '../../../platform/http/session-cookie.js';
import { SESSION_IDLE_MS } from './session-token.js';
import { SessionsStore } from './sessions.store.js';

const SESSION_ID = /^[1-9][0-9]{0,17}$/;

/** Tells the sockets who has connected, by the token in the handshake or by the cookie of the login. */
@Injectable()
export class ResolveSocketSession extends SessionResolver implements OnModuleInit {
  private readonly isSecure: boolean;

  constructor(
    private readonly registry: SessionRegistry,
    private readonly reader: SessionReader,
    private readonly store: SessionsStore,
    private readonly clock: Clock,
    config: Config,
  ) {
    super();
    this.isSecure = isSiteSecure(config.values);
  }

  onModuleInit(): void {
    this.registry.resolveWith(this);
  }

  /** A token that was given is the only proof looked at: a dead one is a guest, whatever cookie came with it. */
  async resolve({ token, cookie }: HandshakeProof): Promise<RealtimeSession> {
    const proof = token ?? (cookie === null ? null : tokenFromCookie(cookie, this.isSecure));
    const session = proof === null ? null : await this.reader.read(proof);
    // Of an account that is about to be erased nothing is told live.
    if (!session || session.isErasing) return { userId: null, sessionId: null };
    const { userId, sessionId, expiresAt } = session;
    return { userId, sessionId, ...(expiresAt ? { endsAt: expiresAt.getTime() } : {}) };
  }

  async ended(sessionIds: string[]): Promise<string[]> {
    const now = this.clock.now();
    const ids = sessionIds.filter((id) => SESSION_ID.test(id));
    return this.store.dead(ids, new Date(now), new Date(now - SESSION_IDLE_MS));
  }

  disabled(withinMs: number): Promise<string[]> {
    return this.store.disabledSince(new Date(this.clock.now() - withinMs));
  }
}
