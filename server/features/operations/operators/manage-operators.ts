import { Injectable } from '@nestjs/common';
import type { OperatorInvitationView, OperatorView } from '../../../contract/operations/people.dto.js';
import type { OperatorRole } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { OperatorCredentials } from './operator-credentials.js';
import { OperatorSessions } from './operator-sessions.js';
import { operatorView } from './operator-views.js';
import { type OperatorRow, OperatorsStore } from './operators.store.js';

/** Operators and their roles. Nobody can change their own access; the first operator comes from the command line. */
@Injectable()
export class ManageOperators {
  constructor(
    private readonly store: OperatorsStore,
    private readonly sessions: OperatorSessions,
    private readonly credentials: OperatorCredentials,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<OperatorView[]> {
    return (await this.store.list()).map(operatorView);
  }

  /** @throws Refusal `operations.login-taken`. */
  async add(actor: Actor, login: string, roles: readonly OperatorRole[]): Promise<OperatorInvitationView> {
    const now = this.clock.now();
    const { credentials, ...handedOver } = await this.credentials.invite(login, now);
    const row = await this.transactions.run(async (tx) => {
      const added = await this.store.insert(tx, { login, roles, by: actor.operatorId, at: new Date(now) }, credentials);
      if (!added) throw new Refusal('operations.login-taken');
      const detail = { login, roles: [...roles] };
      await this.log.record(tx, actor, { action: 'operator.add', subject: 'operator', subjectId: added.id, detail });
      return added;
    });
    return { operator: operatorView(row), ...handedOver };
  }

  /** Password and authenticator anew; all sessions end. @throws Refusal `operations.operator-unknown`, `operations.own-account`. */
  async reset(actor: Actor, id: string): Promise<OperatorInvitationView> {
    const known = await this.store.byId(id);
    if (!known) throw new Refusal('operations.operator-unknown');
    const { credentials, ...handedOver } = await this.credentials.invite(known.login, this.clock.now());
    const row = await this.change(actor, id, 'operator.reset', {}, (tx) => this.store.renew(tx, id, credentials));
    return { operator: operatorView(row), ...handedOver };
  }

  /** At once, for the sessions that are open, too. @throws as `reset`. */
  async setRoles(actor: Actor, id: string, roles: readonly OperatorRole[]): Promise<OperatorView> {
    const detail = { roles: [...roles] };
    return operatorView(
      await this.change(actor, id, 'operator.roles', detail, (tx) => this.store.setRoles(tx, id, roles)),
    );
  }

  /** @throws as `reset`. */
  async setDisabled(actor: Actor, id: string, isDisabled: boolean): Promise<OperatorView> {
    const at = isDisabled ? new Date(this.clock.now()) : null;
    const action = isDisabled ? 'operator.disable' : 'operator.enable';
    return operatorView(await this.change(actor, id, action, {}, (tx) => this.store.setDisabled(tx, id, at)));
  }

  /** By login, for the command line. @throws Refusal `operations.operator-unknown`. */
  async idOf(login: string): Promise<string> {
    const row = await this.store.byLogin(login);
    if (!row) throw new Refusal('operations.operator-unknown');
    return row.id;
  }

  private change(
    actor: Actor,
    id: string,
    action: string,
    detail: Record<string, unknown>,
    work: (tx: Transaction) => Promise<OperatorRow>,
  ): Promise<OperatorRow> {
    if (actor.operatorId === id) throw new Refusal('operations.own-account');
    return this.transactions.run(async (tx) => {
      const known = await this.store.lock(tx, id);
      if (!known) throw new Refusal('operations.operator-unknown');
      await this.store.noteChanger(tx, id, actor.operatorId);
      const changed = await work(tx);
      const endsSessions = action === 'operator.reset' || action === 'operator.disable';
      if (endsSessions) await this.sessions.endAll(tx, id);
      const former = { login: known.login, rolesBefore: known.roles };
      await this.log.record(tx, actor, {
        action,
        subject: 'operator',
        subjectId: id,
        detail: { ...former, ...detail },
      });
      return changed;
    });
  }
}
