import { Injectable } from '@nestjs/common';
import type {
  ProposalListRequest,
  ProposalPage,
  ProposeAdjustmentRequest,
  ProposeInsuranceRequest,
} from '../../../contract/operations/proposals.dto.js';
import { type OperatorRole, PROPOSAL_STATUSES, type ProposalKind } from '../../../contract/operations/words.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { AdjustBalance } from '../../wallet/balances/index.js';
import { ApplySettings } from './apply-settings.js';
import { QuarantineRows } from './quarantine-rows.js';
import { ReopenTrading } from './reopen-trading.js';
import { TopUpInsurance } from './top-up-insurance.js';
import { type ActingOperator, type ProposalRow, ProposalsStore, proposalView, SecondPerson } from '../review/index.js';

/** What is done when two people have agreed; one class for each. */
@Injectable()
export class ProposedActs {
  constructor(
    readonly adjust: AdjustBalance,
    readonly insurance: TopUpInsurance,
    readonly settings: ApplySettings,
    readonly quarantine: QuarantineRows,
    readonly reopen: ReopenTrading,
  ) {}
}

const SETTERS: readonly OperatorRole[] = ['treasurer', 'settings'];
/** Who decides each kind, beside those of settings: what moves money is for treasurers alone. */
const DECIDERS: Partial<Record<ProposalKind, readonly OperatorRole[]>> = {
  adjustment: ['treasurer'],
  insurance: ['treasurer'],
  'books-quarantine': ['treasurer', 'administrator'],
  'books-reopen': ['treasurer', 'administrator'],
};

/** Things that take two people: the second one says yes, or anybody no. */
@Injectable()
export class DecideProposals {
  constructor(
    private readonly second: SecondPerson,
    private readonly store: ProposalsStore,
    private readonly acts: ProposedActs,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  async list({ operatorId }: ActingOperator, request: ProposalListRequest): Promise<ProposalPage> {
    const { page, limit } = pageAsked(request);
    const asked = request.status ?? 'open';
    const known = asked === 'all' || PROPOSAL_STATUSES.some((status) => status === asked);
    if (!known) throw new Refusal('request.invalid', { field: 'status' });
    const status = asked === 'all' ? null : asked;
    const kind = request.kind ?? null;
    const [rows, total] = await Promise.all([
      this.store.list(status, kind, limit, (page - 1) * limit),
      this.store.count(status, kind),
    ]);
    return { list: rows.map((row) => proposalView(row, operatorId)), total, page, limit };
  }

  /** Proposes a change of somebody's money by hand. @throws Refusal of `AdjustBalance.propose`. */
  proposeAdjustment(actor: ActingOperator, request: ProposeAdjustmentRequest): Promise<string> {
    const { userId, account, currencyId, amount, reason } = request;
    return this.transactions.run(async (tx) => {
      if (!(await this.acts.settings.isUser(tx, userId))) throw new Refusal('operations.not-found');
      const proposal = { userId, account, currencyId, amount, reason, operatorId: actor.operatorId };
      const subjectId = await this.acts.adjust.propose(proposal, tx);
      const detail = { account, currencyId, amount };
      const id = await this.second.propose(tx, actor, { kind: 'adjustment', subjectId, userId, detail, reason });
      const line = { action: 'adjustment.propose', subject: 'proposal', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /** Proposes to top up the insurance fund. @throws Refusal of `TopUpInsurance.propose`. */
  proposeInsurance(actor: ActingOperator, request: ProposeInsuranceRequest): Promise<string> {
    return this.transactions.run((tx) => this.acts.insurance.propose(tx, actor, request));
  }

  /**
   * Does what was proposed.
   * @throws Refusal `wallet.second-person` for who proposed it, `operations.not-found`, `operations.proposal-decided`,
   * `operations.claim-needed` for deposits and withdrawals, which are approved at their own call, and those of the act.
   */
  async approve(actor: ActingOperator, id: string): Promise<void> {
    await this.prepare(actor, id);
    await this.decide(actor, id, 'approved', async (tx, proposal) => {
      const { operatorId } = actor;
      const { kind, subjectId } = proposal;
      if (kind === 'deposit' || kind === 'withdrawal') throw new Refusal('operations.claim-needed');
      if (kind === 'adjustment') await this.acts.adjust.approve({ adjustmentId: subjectId ?? '0', operatorId }, tx);
      else if (kind === 'insurance') await this.acts.insurance.execute(tx, proposal);
      else if (kind === 'books-quarantine') await this.acts.quarantine.execute(tx, proposal);
      else if (kind === 'books-reopen') await this.acts.reopen.execute(tx, actor, proposal);
      else await this.acts.settings.execute(tx, proposal);
    });
    await this.acts.settings.reload();
  }

  /** The look at the books that some approvals need: it takes too long for a transaction that holds locks. */
  private async prepare(actor: ActingOperator, id: string): Promise<void> {
    const proposal = await this.store.read(id);
    if (proposal?.status !== 'open' || proposal.proposedById === actor.operatorId) return;
    assertMayDecide(actor, proposal.kind);
    if (proposal.kind === 'books-quarantine') await this.acts.quarantine.prepare(proposal);
    if (proposal.kind === 'books-reopen') await this.acts.reopen.prepare(proposal);
  }

  /** Nothing comes of it. The proposer may take it back. @throws Refusal as `approve`, but for the proposer. */
  async reject(actor: ActingOperator, id: string, why: string): Promise<void> {
    await this.decide(
      actor,
      id,
      'rejected',
      async (tx, { kind, subjectId }) => {
        const { operatorId } = actor;
        if (kind === 'deposit' || kind === 'withdrawal') throw new Refusal('operations.claim-needed');
        if (kind === 'adjustment') await this.acts.adjust.reject({ adjustmentId: subjectId ?? '0', operatorId }, tx);
      },
      { why },
    );
  }

  private decide(
    actor: ActingOperator,
    id: string,
    status: 'approved' | 'rejected',
    work: (tx: Transaction, proposal: ProposalRow) => Promise<void>,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      const proposal = await this.second.lock(tx, id);
      const { kind, userId } = proposal;
      assertMayDecide(actor, kind);
      await this.second.decide(tx, actor, proposal, status);
      const action = status === 'approved' ? 'proposal.approve' : 'proposal.reject';
      const line = { action, subject: 'proposal', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { kind, ...proposal.detail, ...detail } });
      await work(tx, proposal);
    });
  }
}

function assertMayDecide({ roles }: ActingOperator, kind: ProposalKind): void {
  const deciders = DECIDERS[kind] ?? SETTERS;
  if (!deciders.some((role) => roles.includes(role))) throw new Refusal('access.forbidden');
}
