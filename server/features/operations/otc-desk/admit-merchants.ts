import { Injectable } from '@nestjs/common';
import type { MerchantListRequest, MerchantPage, MerchantRowView } from '../../../contract/operations/otc.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, listedAccount, SecondPerson } from '../review/index.js';
import { DecideMerchant } from './decide-merchant.js';
import { MerchantsStore } from './merchants.store.js';

/** Who may advertise: two operators let somebody in, and any one keeps somebody out at once. */
@Injectable()
export class AdmitMerchants {
  constructor(
    private readonly store: MerchantsStore,
    private readonly levels: VerificationLevels,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly decideMerchant: DecideMerchant,
  ) {}

  /** They are listed by the names that they were verified with: the look is written down, and not whom it was for. */
  async list(actor: ActingOperator, request: MerchantListRequest): Promise<MerchantPage> {
    const { page, limit } = pageAsked(request);
    const asked = { status: request.status ?? 'applied', search: request.search ?? null };
    const [rows, total] = await Promise.all([
      this.store.list(asked, limit, (page - 1) * limit),
      this.store.count(asked),
    ]);
    const filter = { status: asked.status, searched: asked.search !== null, page, limit };
    await this.log.recordList(
      actor,
      { action: 'merchant.list', subject: 'merchant' },
      { filter, rows: rows.length, total },
    );
    const list = rows.map(
      ({ appliedAt, decidedAt, ...row }): MerchantRowView => ({
        ...row,
        account: listedAccount(row.account),
        appliedAt: appliedAt.getTime(),
        decidedAt: decidedAt?.getTime() ?? null,
      }),
    );
    return { list, total, page, limit };
  }

  /** @throws Refusal `operations.not-found`, `operations.nothing-changed`, `operations.proposal-open`. */
  propose(actor: ActingOperator, userId: string, reason: string): Promise<string> {
    return this.transactions.run(async (tx) => {
      const merchant = await this.store.lock(tx, userId);
      if (!merchant) throw new Refusal('operations.not-found');
      const { status, nickname } = merchant;
      if (status === 'admitted') throw new Refusal('operations.nothing-changed');
      const asked = { kind: 'otc-merchant' as const, subjectId: userId, userId, detail: { nickname, status }, reason };
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'merchant.propose', subject: 'merchant', subjectId: userId, userId };
      await this.log.record(tx, actor, { ...line, detail: { nickname, reason } });
      return id;
    });
  }

  /**
   * Within the transaction of the second person's decision: it is about the name that was proposed, which whoever was kept out may have
   * changed since by applying again.
   * @throws Refusal `operations.not-found`, `operations.terms-changed`, `verification.required`.
   */
  async admit(tx: Transaction, userId: string, proposed: Record<string, unknown>): Promise<void> {
    const merchant = await this.store.lock(tx, userId);
    if (!merchant) throw new Refusal('operations.not-found');
    if (merchant.nickname !== proposed.nickname) throw new Refusal('operations.terms-changed');
    await this.levels.assertVerified(userId, { tx });
    await this.decideMerchant.execute(tx, userId, { status: 'admitted', reason: '' });
  }

  /** Refuses who applied, suspends who was admitted; what was proposed goes, too. @throws Refusal as {@link propose}. */
  exclude(actor: ActingOperator, userId: string, reason: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.second.settle(tx, actor, { kind: 'otc-merchant', subjectId: userId }, 'rejected');
      const merchant = await this.store.lock(tx, userId);
      if (!merchant) throw new Refusal('operations.not-found');
      const isIn = merchant.status === 'admitted';
      if (!isIn && merchant.status !== 'applied') throw new Refusal('operations.nothing-changed');
      const action = isIn ? 'merchant.suspend' : 'merchant.refuse';
      await this.log.record(tx, actor, { action, subject: 'merchant', subjectId: userId, userId, detail: { reason } });
      await this.decideMerchant.execute(tx, userId, { status: isIn ? 'suspended' : 'refused', reason });
    });
  }
}
