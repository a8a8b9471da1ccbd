import { Injectable } from '@nestjs/common';
import type { AnnouncedActKind, ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PostponeAdjustment } from '../../wallet/balances/index.js';
import { type ActingOperator, AgreedActs, AnnouncedActs, type ProposalRow } from '../review/index.js';
import { parseDetail, SETTING_DETAILS } from './proposal-details.js';

/**
 * What two have agreed on waits where it is a setting that touches money, a change by hand beyond a person's cap, or what its feature
 * announces.
 */
@Injectable()
export class AnnounceProposals {
  constructor(
    private readonly announcedActs: AnnouncedActs,
    private readonly postponeAdjustment: PostponeAdjustment,
    private readonly agreedActs: AgreedActs,
  ) {}

  /** @returns when the proposal takes effect; null: it does not wait. @throws Refusal `operations.act-waits`, `request.invalid`. */
  async execute(tx: Transaction, { operatorId }: ActingOperator, proposal: ProposalRow): Promise<Date | null> {
    const { kind, subjectId } = proposal;
    const agreed = this.agreedActs.of(kind);
    const notBefore = (await agreed?.notBefore?.(tx, proposal)) ?? null;
    const isEarly = notBefore !== null && notBefore > this.announcedActs.now();
    if (!this.announcedActs.isOn && !isEarly) return null;
    if (isSetting(kind)) {
      parseDetail<unknown>(SETTING_DETAILS[kind], proposal.detail);
      return this.announcedActs.beginProposed(tx, kind, proposal, { approvedById: operatorId });
    }
    if (agreed?.isAnnounced) {
      const by = { approvedById: operatorId, notBefore };
      const dueAt = await this.announcedActs.beginProposed(tx, kind as AnnouncedActKind, proposal, by);
      await agreed.announced?.(tx, proposal, dueAt);
      return dueAt;
    }
    if (kind !== 'adjustment' || subjectId === null) return null;
    if (!(await this.postponeAdjustment.isNeeded(tx, subjectId, operatorId))) return null;
    const dueAt = await this.announcedActs.beginProposed(tx, kind, proposal, { approvedById: operatorId });
    await this.postponeAdjustment.execute(tx, subjectId, dueAt);
    return dueAt;
  }
}

/** Where users' money goes, and how much of it takes two people. */
function isSetting(kind: ProposalKind): kind is keyof typeof SETTING_DETAILS {
  return kind in SETTING_DETAILS;
}
