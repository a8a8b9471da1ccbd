import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { keyOfSession } from '../http/keys/key-access.js';
import type { ConnectedClient } from './connected-client.js';
import { ConnectedClients } from './connected-clients.js';
import { EventRooms } from './events/event-rooms.js';
import { RealtimeFailures } from './realtime-failures.js';
import { RealtimeSettings } from './realtime-settings.js';
import { SessionResolver, SessionSockets } from './session-resolver.js';

/** Sessions checked in one query. */
const QUESTION_MAX = 1000;
/** Retry delay after a failed check. */
const AGAIN_MS = 500;
/** Interval of the checks for disabled users and for expired sessions. */
const LOOK_MS = 1000;

type Asked = (client: Pick<ConnectedClient, 'protocol' | 'session'>) => boolean;

/** Closes sockets whose session has ended. */
@Injectable()
export class SessionWatch extends SessionSockets implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly again = new Set<NodeJS.Timeout>();

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly clients: ConnectedClients,
    private readonly sessions: SessionResolver,
    private readonly failures: RealtimeFailures,
    private readonly clock: Clock,
    events: EventRooms,
  ) {
    super();
    events.onSessionEnded = (user) => this.check(({ session }) => session.userId === user);
  }

  onApplicationBootstrap(): void {
    this.timers.push(setInterval(() => this.lookAtAll(), this.settings.sessionCheckMs));
    this.timers.push(setInterval(() => void this.lookAround().catch(this.failures.report), LOOK_MS));
    for (const timer of this.timers) timer.unref();
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const timer of this.again) clearTimeout(timer);
  }

  look(sessionIds: string[]): void {
    const asked = new Set(sessionIds);
    this.check(({ session: { sessionId } }) => sessionId !== null && asked.has(sessionId));
  }

  lookAtAll(): void {
    this.check(() => true);
  }

  /** Covers changes without an event. What it misses while Postgres is unavailable, the periodic check of all sessions finds. */
  private async lookAround(): Promise<void> {
    if (this.clients.size === 0) return;
    const now = this.clock.now();
    const disabled = new Set(await this.sessions.disabled(this.settings.sessionCheckMs));
    // The end of an API key is announced through Redis alone, which may lose it; they are few and checked every time.
    // So is that of a session for old clients, which follow no events of their account in which it would stand.
    const isAsked: Asked = ({ protocol, session: { userId, sessionId, endsAt = Infinity } }) =>
      endsAt <= now ||
      (userId !== null && (protocol === 'legacy' || disabled.has(userId))) ||
      (sessionId !== null && keyOfSession(sessionId) !== null);
    for (const client of this.clients) if (isAsked(client)) return this.check(isAsked);
  }

  /** Checks the given sessions and closes the sockets of those that have ended. */
  private check(isAsked: Asked): void {
    this.cutEnded(isAsked).catch((error: unknown) => {
      this.failures.report(error);
      const timer = setTimeout(() => {
        this.again.delete(timer);
        this.check(isAsked);
      }, AGAIN_MS);
      timer.unref();
      this.again.add(timer);
    });
  }

  private async cutEnded(isAsked: Asked): Promise<void> {
    const asked = new Set<string>();
    for (const client of this.clients) {
      const { sessionId } = client.session;
      if (sessionId !== null && isAsked(client)) asked.add(sessionId);
    }
    const ids = [...asked];
    for (let start = 0; start < ids.length; start += QUESTION_MAX) {
      const ended = new Set(await this.sessions.ended(ids.slice(start, start + QUESTION_MAX)));
      if (ended.size === 0) continue;
      for (const client of this.clients) {
        if (client.session.sessionId !== null && ended.has(client.session.sessionId)) client.cut('session-revoked');
      }
    }
  }
}
