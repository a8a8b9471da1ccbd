import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { listingDetail } from '../../markets/listing/index.js';
import { IeoStore, ListSoldCoin, PublishIeo } from '../../trading/ieo/index.js';
import { AgreedActs, type AgreedProposal } from '../review/index.js';

/**
 * What becomes of proposals about sales of new coins. A listing gives the issuer what was paid, and an end gives it back to everybody: both
 * are announced.
 */
@Injectable()
export class IeoActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly publishIeo: PublishIeo,
    private readonly listSoldCoin: ListSoldCoin,
    private readonly store: IeoStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('ieo-project', {
      isAnnounced: false,
      execute: async (tx, { id, detail }) => {
        // The project keeps which proposal it came from.
        if (id === undefined) throw new Refusal('operations.not-found');
        await this.publishIeo.publish(tx, id, detail);
      },
    });
    this.agreedActs.register('ieo-list', {
      isAnnounced: true,
      notBefore: async (tx, { subjectId }) => {
        const sale = await this.store.project(projectId(subjectId), new Date(this.clock.now()), tx);
        if (!sale) throw new Refusal('operations.not-found');
        return sale.listAt;
      },
      execute: async (tx, { subjectId, detail }) => {
        const { data } = listingDetail.safeParse(detail);
        if (!data) throw new Refusal('operations.not-found');
        await this.listSoldCoin.execute(tx, projectId(subjectId), data);
      },
    });
    this.agreedActs.register('ieo-cancel', {
      isAnnounced: true,
      // One that could only fail when it is due is not agreed on.
      announced: async (tx, proposal, dueAt) => {
        await this.assertSameStage(tx, proposal);
        await this.assertSameStage(tx, proposal, dueAt);
      },
      execute: async (tx, proposal) => {
        await this.assertSameStage(tx, proposal);
        const isEnded = await this.publishIeo.cancel(tx, projectId(proposal.subjectId));
        if (!isEnded) throw new Refusal('operations.nothing-changed');
      },
    });
  }

  /**
   * An end of before the applications is another one than an end of what was paid for: two agree on the stage that they saw. What was paid
   * goes on meanwhile, and stops nothing: else who pays could keep the sale.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed` for what has ended or is listed, `operations.terms-changed`.
   */
  private async assertSameStage(tx: Transaction, { subjectId, detail }: AgreedProposal, at?: Date): Promise<void> {
    const sale = await this.store.project(projectId(subjectId), at ?? new Date(this.clock.now()), tx);
    if (!sale) throw new Refusal('operations.not-found');
    if (sale.listedAt || sale.cancelledAt) throw new Refusal('operations.nothing-changed');
    if (sale.phase !== detail.phase) throw new Refusal('operations.terms-changed');
  }
}

function projectId(subjectId: string | null): number {
  return Number.parseInt(subjectId ?? '0', 10);
}
