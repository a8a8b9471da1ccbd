import { Injectable } from '@nestjs/common';
import type { OperatorLoginView } from '../../../contract/operations/people.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { DESK_IDLE_MINUTES, OperatorSessions } from './operator-sessions.js';
import { operatorView } from './operator-views.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';

export interface DeskEntry {
  caller: Actor;
  userAgent: string;
  /** How it was opened, for the audit log. */
  detail: { isFirst: boolean; by: 'authenticator' | 'passkey' };
}

/** Opens a session at the desk for an operator who has proven to be one, within the caller's transaction. */
@Injectable()
export class OpenDeskSession {
  constructor(
    private readonly store: OperatorsStore,
    private readonly sessions: OperatorSessions,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute(
    tx: Transaction,
    operator: OperatorRow,
    { caller, userAgent, detail }: DeskEntry,
  ): Promise<OperatorLoginView> {
    const at = new Date(this.clock.now());
    await this.store.noteLogin(tx, operator.id, at);
    const session = { operatorId: operator.id, ip: caller.address, userAgent };
    const { token, sessionId, expiresAt } = await this.sessions.open(tx, session);
    const actor = { ...caller, operatorId: operator.id, sessionId };
    const line = { action: 'operator.login', subject: 'operator', subjectId: operator.id };
    await this.log.record(tx, actor, { ...line, detail });
    const shown = operatorView({ ...operator, lastLoginAt: at, oneTimeUntil: null });
    return { token, operator: shown, expiresAt: expiresAt.getTime(), idleMinutes: DESK_IDLE_MINUTES };
  }
}
