import { Injectable } from '@nestjs/common';
import type {
  ProposalListRequest,
  ProposalPage,
  ProposeAdjustmentRequest,
  ProposeInsuranceRequest,
} from '../../contract/operations/proposals.dto.js';
import { PROPOSAL_STATUSES } from '../../contract/operations/words.js';
import { pageAsked } from '../../contract/pages.dto.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { AdjustBalance } from '../wallet/index.js';
import { ApplySettings } from './apply-settings.js';
import { TopUpInsurance } from './top-up-insurance.js';
import { type DeskActor, type ProposalRow, ProposalsStore, proposalView, SecondPerson } from '../review/index.js';

/** What moves money by hand. */
@Injectable()
export class MoneyByHand {
  constructor(
    readonly adjust: AdjustBalance,
    readonly insurance: TopUpInsurance,
  ) {}
}

/** Kinds that move money: for treasurers alone. */
const OF_MONEY: readonly string[] = ['adjustment', 'insurance'];

/** Things that take two people: the second one says yes, or anybody no. */
@Injectable()
export class DecideProposals {
  constructor(
    private readonly second: SecondPerson,
    private readonly store: ProposalsStore,
    private readonly money: MoneyByHand,
    private readonly settings: ApplySettings,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  async list({ operatorId }: DeskActor, request: ProposalListRequest): Promise<ProposalPage> {
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
  proposeAdjustment(actor: DeskActor, request: ProposeAdjustmentRequest): Promise<string> {
    const { userId, account, currencyId, amount, reason } = request;
    return this.transactions.run(async (tx) => {
      if (!(await this.settings.isUser(tx, userId))) throw new Refusal('operations.not-found');
      const proposal = { userId, account, currencyId, amount, reason, operatorId: actor.operatorId };
      const subjectId = await this.money.adjust.propose(proposal, tx);
      const detail = { account, currencyId, amount };
      const id = await this.second.propose(tx, actor, { kind: 'adjustment', subjectId, userId, detail, reason });
      const line = { action: 'adjustment.propose', subject: 'proposal', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /** Proposes to top up the insurance fund. @throws Refusal of `TopUpInsurance.propose`. */
  proposeInsurance(actor: DeskActor, request: ProposeInsuranceRequest): Promise<string> {
    return this.transactions.run((tx) => this.money.insurance.propose(tx, actor, request));
  }

  /**
   * Does what was proposed.
   * @throws Refusal `wallet.second-person` for who proposed it, `operations.not-found`, `operations.proposal-decided`,
   * `operations.claim-needed` for deposits and withdrawals, which are approved at their own call.
   */
  async approve(actor: DeskActor, id: string): Promise<void> {
    await this.decide(actor, id, 'approved', async (tx, proposal) => {
      const { operatorId } = actor;
      const { kind, subjectId } = proposal;
      if (kind === 'deposit' || kind === 'withdrawal') throw new Refusal('operations.claim-needed');
      if (kind === 'adjustment') await this.money.adjust.approve({ adjustmentId: subjectId ?? '0', operatorId }, tx);
      else if (kind === 'insurance') await this.money.insurance.execute(tx, proposal);
      else await this.settings.execute(tx, proposal);
    });
    await this.settings.reload();
  }

  /** Nothing comes of it. The proposer may take it back. @throws Refusal as `approve`, but for the proposer. */
  async reject(actor: DeskActor, id: string, why: string): Promise<void> {
    await this.decide(
      actor,
      id,
      'rejected',
      async (tx, { kind, subjectId }) => {
        const { operatorId } = actor;
        if (kind === 'deposit' || kind === 'withdrawal') throw new Refusal('operations.claim-needed');
        if (kind === 'adjustment') await this.money.adjust.reject({ adjustmentId: subjectId ?? '0', operatorId }, tx);
      },
      { why },
    );
  }

  private decide(
    actor: DeskActor,
    id: string,
    status: 'approved' | 'rejected',
    work: (tx: Transaction, proposal: ProposalRow) => Promise<void>,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    return this.transactions.run(async (tx) => {
      const proposal = await this.second.lock(tx, id);
      const { kind, userId } = proposal;
      if (OF_MONEY.includes(kind) && !actor.roles.includes('treasurer')) throw new Refusal('access.forbidden');
      await this.second.decide(tx, actor, proposal, status);
      const action = status === 'approved' ? 'proposal.approve' : 'proposal.reject';
      const line = { action, subject: 'proposal', subjectId: id, userId };
      await this.log.record(tx, actor, { ...line, detail: { kind, ...proposal.detail, ...detail } });
      await work(tx, proposal);
    });
  }
}
