import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { type CurrentSession, SessionReader } from '../../../platform/http/access.js';
import { NoteSessionUses } from './note-session-uses.js';
import { hashToken, SESSION_IDLE_MS } from './session-token.js';
import { SessionsStore } from './sessions.store.js';

/** The last use is noted so often at most: it is for the list of sessions, not for an exact account. */
const NOTE_EVERY_MS = 60_000;

/** Finds the session behind a token in Postgres, at every call: what was revoked anywhere is dead everywhere. */
@Injectable()
export class FindSession extends SessionReader {
  constructor(
    private readonly store: SessionsStore,
    private readonly noteSessionUses: NoteSessionUses,
    private readonly clock: Clock,
  ) {
    super();
  }

  async read(token: string): Promise<CurrentSession | null> {
    const tokenHash = hashToken(token);
    if (!tokenHash) return null;
    const now = this.clock.now();
    const session = await this.store.live(tokenHash, new Date(now), new Date(now - SESSION_IDLE_MS));
    if (!session) return null;
    if (now - session.lastUsedAt.getTime() > NOTE_EVERY_MS) this.noteSessionUses.note(session.id, now);
    const { id: sessionId, userId, expiresAt, isErasing } = session;
    return { userId, sessionId, expiresAt, isErasing };
  }
}
