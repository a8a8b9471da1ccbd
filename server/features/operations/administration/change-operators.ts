import { Injectable } from '@nestjs/common';
import type { AddOperatorRequest, OperatorInvitationView } from '../../../contract/operations/people.dto.js';
import type { OperatorRole, ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type Hands, type Invitation, OperatorAccess, type OperatorRow } from '../operators/index.js';
import { type ActingOperator, type Asked, type ProposalRow, SecondPerson } from '../review/index.js';
import { newOperatorDetail, operatorRolesDetail, parseDetail } from './proposal-details.js';

const CHANGES = ['operator-reset', 'operator-roles', 'operator-disable', 'operator-enable'] as const;
export type OperatorChange = (typeof CHANGES)[number];

/** Whether a proposal of that kind is about an operator, whose number is its subject. */
export function isOperatorKind(kind: ProposalKind): kind is OperatorChange | 'operator-add' {
  return kind === 'operator-add' || CHANGES.some((known) => known === kind);
}

/** What is to be changed of an operator; the roles, where it is about them. */
export interface AskedChange {
  kind: OperatorChange;
  id: string;
  roles?: readonly OperatorRole[];
  reason: string;
}

/** Who may be at the desk is for two administrators to say, and for neither of them about themselves. */
@Injectable()
export class ChangeOperators {
  constructor(
    private readonly access: OperatorAccess,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Nobody is added yet. @returns the proposal's number.
   * @throws Refusal `operations.login-taken`, `operations.proposal-open`, `request.key-reused`.
   */
  proposeAdding(actor: ActingOperator, request: AddOperatorRequest, key: string | null): Promise<string> {
    const { login, roles, reason } = request;
    const command = { userId: actor.operatorId, route: 'ops/operators', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      await this.access.assertFree(tx, login);
      return this.propose(tx, actor, { kind: 'operator-add', subjectId: null, detail: { login, roles }, reason });
    });
  }

  /**
   * Nothing is changed yet. @returns the proposal's number.
   * @throws Refusal `operations.own-account`, `operations.operator-unknown`, `operations.nothing-changed`,
   * `operations.proposal-open` as long as anything else about the same operator waits, `request.key-reused`.
   */
  async proposeChange(actor: ActingOperator, asked: AskedChange, key: string | null): Promise<string> {
    const { kind, id, roles, reason } = asked;
    if (id === actor.operatorId) throw new Refusal('operations.own-account');
    const command = { userId: actor.operatorId, route: `ops/${kind}`, key, body: asked, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      const operator = await this.access.find(id, tx);
      assertChanges(kind, operator, roles);
      const { login, roles: rolesBefore } = operator;
      const detail = kind === 'operator-roles' ? { login, rolesBefore, roles } : { login };
      return this.propose(tx, actor, { kind, subjectId: id, detail, reason });
    });
  }

  /**
   * The reply to an approval was lost, and the one-time password with it: whoever approved it may ask again.
   * @throws Refusal `operations.invitation-used`.
   */
  async inviteAgain(actor: ActingOperator, id: string): Promise<OperatorInvitationView> {
    const { credentials, oneTimePassword } = await this.access.invite();
    const { login } = await this.transactions.run((tx) => this.access.inviteAgain(tx, actor, id, credentials));
    return { login, oneTimePassword };
  }

  /** The one-time password's digest takes too long for a transaction. */
  async prepare({ kind }: ProposalRow): Promise<Invitation | null> {
    return kind === 'operator-add' || kind === 'operator-reset' ? this.access.invite() : null;
  }

  /**
   * What was proposed is judged again, and done.
   * @throws Refusal `operations.login-taken`, `operations.operator-unknown`, `operations.own-account`,
   * `operations.nothing-changed`, `operations.terms-changed` where the roles are others than when theirs were proposed.
   */
  async execute(
    tx: Transaction,
    actor: ActingOperator,
    proposal: ProposalRow,
    invitation: Invitation | null,
  ): Promise<OperatorInvitationView | null> {
    const { id: proposalId, kind, subjectId, detail, proposedById, proposedBy } = proposal;
    const hands = { actor, proposer: { operatorId: proposedById, login: proposedBy, proposalId } };
    if (invitation) return this.letIn(tx, hands, proposal, invitation);
    const id = subjectId ?? '0';
    const { rolesBefore, roles } = kind === 'operator-roles' ? parseDetail(operatorRolesDetail, detail) : NO_ROLES;
    const operator = await this.access.lock(tx, id);
    // What was taken since, or given, is neither given back nor taken by what somebody proposed before.
    if (rolesBefore && !isSameSet(rolesBefore, operator.roles)) throw new Refusal('operations.terms-changed');
    assertChanges(kind, operator, roles);
    if (roles) await this.access.setRoles(tx, hands, id, roles);
    else await this.access.setDisabled(tx, hands, id, kind === 'operator-disable');
    return null;
  }

  private async letIn(
    tx: Transaction,
    hands: Hands,
    { kind, subjectId, detail }: ProposalRow,
    { credentials, oneTimePassword }: Invitation,
  ): Promise<OperatorInvitationView> {
    const { login } =
      kind === 'operator-add'
        ? await this.access.add(tx, hands, parseDetail(newOperatorDetail, detail), credentials)
        : await this.access.renew(tx, hands, subjectId ?? '0', credentials);
    return { login, oneTimePassword };
  }

  private async propose(tx: Transaction, actor: ActingOperator, asked: Omit<Asked, 'userId'>): Promise<string> {
    const { kind, subjectId, detail, reason } = asked;
    const id = await this.second.propose(tx, actor, { ...asked, userId: null });
    const line = { action: `${kind}.propose`, subject: 'proposal', subjectId: id };
    await this.log.record(tx, actor, { ...line, detail: { ...detail, about: subjectId, reason } });
    return id;
  }
}

/** Of a change that is not about roles. */
const NO_ROLES = { rolesBefore: undefined, roles: undefined };

function isSameSet(some: readonly OperatorRole[], others: readonly OperatorRole[]): boolean {
  return some.length === others.length && some.every((role) => others.includes(role));
}

function assertChanges(kind: ProposalKind, operator: OperatorRow, roles: readonly OperatorRole[] = []): void {
  const { disabledAt, roles: before } = operator;
  const isSame = {
    'operator-roles': isSameSet(roles, before),
    'operator-disable': disabledAt !== null,
    'operator-enable': disabledAt === null,
  };
  if (kind in isSame && isSame[kind as keyof typeof isSame]) throw new Refusal('operations.nothing-changed');
}
