import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ApiKeyEnds } from '../../account/security/index.js';
import { EndSessions } from '../../account/sessions/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, DeskStore } from '../review/index.js';

/** Ends sessions of a user: their tokens are dead at the next call, and their sockets close. All of them: its API keys, too. */
@Injectable()
export class RevokeSessions {
  constructor(
    private readonly endSessions: EndSessions,
    private readonly apiKeyEnds: ApiKeyEnds,
    private readonly desk: DeskStore,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** @param sessionId null: all of the user's. @throws Refusal `operations.not-found`. */
  async execute(
    actor: ActingOperator,
    userId: string,
    { sessionId, reason }: { sessionId: string | null; reason: string },
  ): Promise<void> {
    if (!(await this.desk.user(userId))) throw new Refusal('operations.not-found');
    const announce = await this.transactions.run(async (tx) => {
      const line = { action: 'user.revoke-sessions', subject: 'user', subjectId: userId, userId };
      await this.log.record(tx, actor, { ...line, detail: { sessionId, reason } });
      // From where, and by whom, stands in the audit log under the same number of the request.
      const ending = { reason: 'revoked', caller: { ip: '', userAgent: '', request: actor.request } } as const;
      if (sessionId === null) {
        const announceKeys = await this.apiKeyEnds.endAll(tx, userId, 'sessions', ending.caller);
        const announceSessions = await this.endSessions.execute(tx, userId, ending);
        return () => {
          announceKeys();
          announceSessions();
        };
      }
      const ended = await this.endSessions.within(tx, { userId, sessionId, ...ending });
      if (!ended) throw new Refusal('operations.not-found');
      return ended;
    });
    announce();
  }
}
