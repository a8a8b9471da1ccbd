import { Injectable } from '@nestjs/common';
import type { OperatorRole } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Actor, AuditLog } from '../audit/index.js';
import { type Invitation, OperatorCredentials } from './operator-credentials.js';
import { OperatorPasskeysStore } from './operator-passkeys.store.js';
import { OperatorSessions } from './operator-sessions.js';
import { type Credentials, type OperatorRow, OperatorsStore } from './operators.store.js';

/** Who changes an operator: the one who acts and, at the desk, the one who proposed it. */
export interface Hands {
  actor: Actor;
  proposer?: { operatorId: string; login: string; proposalId: string };
}

/** What an operator may do and logs in with, changed within the caller's transaction. */
@Injectable()
export class OperatorAccess {
  constructor(
    private readonly store: OperatorsStore,
    private readonly passkeys: OperatorPasskeysStore,
    private readonly sessions: OperatorSessions,
    private readonly credentials: OperatorCredentials,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `operations.operator-unknown`. */
  async find(id: string, tx?: Transaction): Promise<OperatorRow> {
    const row = await this.store.byId(id, tx);
    if (!row) throw new Refusal('operations.operator-unknown');
    return row;
  }

  /** The same, as it stays until the transaction ends. @throws Refusal `operations.operator-unknown`. */
  async lock(tx: Transaction, id: string): Promise<OperatorRow> {
    const row = await this.store.lock(tx, id);
    if (!row) throw new Refusal('operations.operator-unknown');
    return row;
  }

  /** @throws Refusal `operations.login-taken`. */
  async assertFree(tx: Transaction, login: string): Promise<void> {
    if (await this.store.byLogin(login, tx)) throw new Refusal('operations.login-taken');
  }

  /** What the operator is let in with, for `add` and `renew`; outside of a transaction, for it takes long. */
  invite(): Promise<Invitation> {
    return this.credentials.invite(this.clock.now());
  }

  /** @throws Refusal `operations.login-taken`. */
  async add(
    tx: Transaction,
    hands: Hands,
    { login, roles }: { login: string; roles: readonly OperatorRole[] },
    credentials: Credentials,
  ): Promise<OperatorRow> {
    const by = { ...handsOf(hands), at: new Date(this.clock.now()) };
    const added = await this.store.insert(tx, { login, roles, ...by }, credentials);
    if (!added) throw new Refusal('operations.login-taken');
    await this.record(tx, hands, 'operator.add', added.id, { login, roles: [...roles] });
    return added;
  }

  /** A one-time password, and neither passkey nor authenticator until the operator makes one; all sessions end. @throws Refusal `operations.operator-unknown`, `operations.own-account`. */
  renew(tx: Transaction, hands: Hands, id: string, credentials: Credentials): Promise<OperatorRow> {
    return this.change(tx, hands, { id, action: 'operator.reset' }, async () => {
      await this.passkeys.removeAll(tx, id);
      return this.store.renew(tx, id, credentials);
    });
  }

  /**
   * Another one-time password for an invitation whose reply was lost: the one before and what was made with it are void.
   * Once, within the same hour, for the administrator who approved it; it makes nobody's hands any cleaner.
   * @throws Refusal `operations.invitation-used`.
   */
  async inviteAgain(tx: Transaction, actor: Actor & { operatorId: string }, id: string, credentials: Credentials) {
    const at = new Date(this.clock.now());
    const again = { passwordHash: credentials.passwordHash, by: actor.operatorId, at };
    const row = await this.store.inviteAgain(tx, id, again);
    if (!row) throw new Refusal('operations.invitation-used');
    await this.record(tx, { actor }, 'operator.invite-again', id, { login: row.login });
    return row;
  }

  /** At once, for the sessions that are open, too. @throws as `renew`. */
  setRoles(tx: Transaction, hands: Hands, id: string, roles: readonly OperatorRole[]): Promise<OperatorRow> {
    const asked = { id, action: 'operator.roles', detail: { roles: [...roles] } };
    return this.change(tx, hands, asked, () => this.store.setRoles(tx, id, roles));
  }

  /** @throws as `renew`. */
  setDisabled(tx: Transaction, hands: Hands, id: string, isDisabled: boolean): Promise<OperatorRow> {
    const at = isDisabled ? new Date(this.clock.now()) : null;
    const action = isDisabled ? 'operator.disable' : 'operator.enable';
    return this.change(tx, hands, { id, action }, () => this.store.setDisabled(tx, id, at));
  }

  private async change(
    tx: Transaction,
    hands: Hands,
    { id, action, detail = {} }: { id: string; action: string; detail?: Record<string, unknown> },
    work: () => Promise<OperatorRow>,
  ): Promise<OperatorRow> {
    const { changedBy, confirmedBy } = handsOf(hands);
    if (id === changedBy || id === confirmedBy) throw new Refusal('operations.own-account');
    const known = await this.lock(tx, id);
    await this.store.noteHands(tx, id, { changedBy, confirmedBy });
    const changed = await work();
    const endsSessions = action === 'operator.reset' || action === 'operator.disable';
    if (endsSessions) await this.sessions.endAll(tx, id);
    await this.record(tx, hands, action, id, { login: known.login, rolesBefore: known.roles, ...detail });
    return changed;
  }

  private async record(
    tx: Transaction,
    { actor, proposer }: Hands,
    action: string,
    subjectId: string,
    about: Record<string, unknown>,
  ): Promise<void> {
    const proposed = proposer && { proposal: proposer.proposalId, proposedBy: proposer.login };
    await this.log.record(tx, actor, { action, subject: 'operator', subjectId, detail: { ...about, ...proposed } });
  }
}

/** Both are tied to the operator for some hours; nobody is by the command line. */
function handsOf({ actor, proposer }: Hands): { changedBy: string | null; confirmedBy: string | null } {
  if (!proposer) return { changedBy: actor.operatorId, confirmedBy: null };
  return { changedBy: proposer.operatorId, confirmedBy: actor.operatorId };
}
