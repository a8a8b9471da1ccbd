import { Injectable } from '@nestjs/common';
import type { ApprovalView, ProposalListRequest, ProposalPage } from '../../../contract/operations/proposals.dto.js';
import { PROPOSAL_DECIDERS, PROPOSAL_STATUSES, type ProposalKind } from '../../../contract/operations/words.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import type { Invitation } from '../operators/index.js';
import { isOperatorKind } from './change-operators.js';
import { AnnounceProposals } from './announce-proposals.js';
import { ProposedActs } from './proposed-acts.js';
import {
  type ActingOperator,
  type ProposalRow,
  ProposalsStore,
  proposalView,
  SecondPerson,
  seenKinds,
} from '../review/index.js';

/** Writes the line in the audit log, with what came of it; before the act itself. */
type Note = (detail: Record<string, unknown>) => Promise<void>;

/** Things that take two people: the second one says yes, or anybody no. */
@Injectable()
export class DecideProposals {
  constructor(
    private readonly second: SecondPerson,
    private readonly store: ProposalsStore,
    private readonly proposedActs: ProposedActs,
    private readonly announceProposals: AnnounceProposals,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** Those of the kinds that the operator decides, and all to a treasurer and an auditor. A look at users' money is written down. */
  async list(actor: ActingOperator, request: ProposalListRequest): Promise<ProposalPage> {
    const { operatorId } = actor;
    const { page, limit } = pageAsked(request);
    const status = proposalStatus(request);
    const kind = request.kind ?? null;
    const filter = { status, kind, seen: seenKinds(actor) };
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    if (rows.some(({ userId }) => userId !== null)) {
      const looked = { filter: { status, kind, page, limit }, rows: rows.length, total };
      await this.log.recordList(actor, { action: 'proposal.list', subject: 'proposal' }, looked);
    }
    return { list: rows.map((row) => proposalView(row, operatorId)), total, page, limit };
  }

  /**
   * Does what was proposed, or lets it wait.
   * @throws Refusal `wallet.second-person` for who proposed it, `operations.not-found`, `operations.proposal-decided`,
   * `operations.own-account` for the operator that it is about, `operations.claim-needed` for deposits and withdrawals,
   * which are approved at their own call, and those of the act.
   */
  async approve(actor: ActingOperator, id: string): Promise<ApprovalView> {
    const prepared = await this.prepare(actor, id);
    let kind: ProposalKind | null = null;
    const approval = await this.decide(actor, id, 'approved', async (tx, proposal, note) => {
      ({ kind } = proposal);
      const dueAt = await this.announceProposals.execute(tx, actor, proposal);
      await note(dueAt === null ? {} : { dueAt: dueAt.toISOString() });
      if (dueAt !== null) return { invitation: null, dueAt: dueAt.getTime() };
      return { invitation: await this.proposedActs.carryOut(tx, actor, proposal, prepared), dueAt: null };
    });
    if (kind !== null) await this.proposedActs.followUp(kind);
    return approval;
  }

  /** The look at the books and the slow digest that some approvals need, without any lock. */
  private async prepare(actor: ActingOperator, id: string): Promise<Invitation | null> {
    const proposal = await this.store.read(id);
    if (proposal?.status !== 'open' || proposal.isLapsed || proposal.proposedById === actor.operatorId) return null;
    assertMayDecide(actor, proposal);
    return this.proposedActs.prepare(proposal);
  }

  /** Nothing comes of it. The proposer may take it back. @throws Refusal as `approve`, but for the proposer. */
  async reject(actor: ActingOperator, id: string, why: string): Promise<void> {
    await this.decide(actor, id, 'rejected', async (tx, proposal, note) => {
      await note({ why });
      await this.proposedActs.drop(tx, actor, proposal);
    });
  }

  private decide<Outcome>(
    actor: ActingOperator,
    id: string,
    status: 'approved' | 'rejected',
    work: (tx: Transaction, proposal: ProposalRow, note: Note) => Promise<Outcome>,
  ): Promise<Outcome> {
    return this.transactions.run(async (tx) => {
      const proposal = await this.second.lock(tx, id);
      const { kind, userId, proposedBy } = proposal;
      // Whoever proposed it takes it back, whoever decides such.
      const isTakenBack = status === 'rejected' && proposal.proposedById === actor.operatorId;
      if (!isTakenBack) assertMayDecide(actor, proposal);
      await this.second.decide(tx, actor, proposal, status);
      const action = status === 'approved' ? 'proposal.approve' : 'proposal.reject';
      const line = { action, subject: 'proposal', subjectId: id, userId };
      return work(tx, proposal, (detail) =>
        this.log.record(tx, actor, { ...line, detail: { kind, proposedBy, ...proposal.detail, ...detail } }),
      );
    });
  }
}

function assertMayDecide({ operatorId, roles }: ActingOperator, { kind, subjectId }: ProposalRow): void {
  if (!PROPOSAL_DECIDERS[kind].some((role) => roles.includes(role))) throw new Refusal('access.forbidden');
  if (isOperatorKind(kind) && subjectId === operatorId) throw new Refusal('operations.own-account');
}

/** Null: whatever it is. @throws Refusal `request.invalid`. */
export function proposalStatus({ status: asked = 'open' }: ProposalListRequest): string | null {
  const known = asked === 'all' || PROPOSAL_STATUSES.some((status) => status === asked);
  if (!known) throw new Refusal('request.invalid', { field: 'status' });
  return asked === 'all' ? null : asked;
}
