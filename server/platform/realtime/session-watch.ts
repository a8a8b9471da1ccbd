import type { RealtimeSession } from './channel-source.js';
import type { Subscriber } from './channel-hub.js';
import type { SessionResolver } from './session-resolver.js';

/** Sessions checked in one query. */
const QUESTION_MAX = 1000;
/** Retry delay after a failed check. */
const AGAIN_MS = 500;

/** Closes sockets whose session has ended. */
export class SessionWatch {
  private readonly timer: NodeJS.Timeout;
  private readonly again = new Set<NodeJS.Timeout>();

  constructor(
    private readonly sockets: Iterable<Pick<Subscriber, 'session' | 'cut'>>,
    private readonly sessions: SessionResolver,
    everyMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.timer = setInterval(() => this.look(() => true), everyMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    for (const timer of this.again) clearTimeout(timer);
  }

  /** Checks the queued sessions and closes the sockets of those that have ended. */
  look(isAsked: (session: RealtimeSession) => boolean): void {
    this.cutEnded(isAsked).catch((error: unknown) => {
      this.onFailure(error);
      const timer = setTimeout(() => {
        this.again.delete(timer);
        this.look(isAsked);
      }, AGAIN_MS);
      timer.unref();
      this.again.add(timer);
    });
  }

  private async cutEnded(isAsked: (session: RealtimeSession) => boolean): Promise<void> {
    const asked = new Set<string>();
    for (const { session } of this.sockets) {
      if (session.sessionId !== null && isAsked(session)) asked.add(session.sessionId);
    }
    const ids = [...asked];
    for (let start = 0; start < ids.length; start += QUESTION_MAX) {
      const ended = new Set(await this.sessions.ended(ids.slice(start, start + QUESTION_MAX)));
      if (ended.size === 0) continue;
      for (const socket of this.sockets) {
        if (socket.session.sessionId !== null && ended.has(socket.session.sessionId)) socket.cut('session-revoked');
      }
    }
  }
}
