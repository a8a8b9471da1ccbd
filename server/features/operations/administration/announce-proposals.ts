import { Injectable } from '@nestjs/common';
import type { AnnouncedActKind, ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { PostponeAdjustment } from '../../wallet/balances/index.js';
import { type ActingOperator, AnnouncedActs, type ProposalRow } from '../review/index.js';

/** Where users' money goes, and how much of it takes two people. */
const SETTINGS = ['network-limit', 'deposit-key', 'deposit-pool', 'deposit-bank'] as const satisfies AnnouncedActKind[];

/** What two have agreed on waits where it is a setting that touches money, or a change by hand beyond a person's cap. */
@Injectable()
export class AnnounceProposals {
  constructor(
    private readonly announcedActs: AnnouncedActs,
    private readonly postponeAdjustment: PostponeAdjustment,
  ) {}

  /** @returns when the proposal takes effect; null: it does not wait. @throws Refusal `operations.act-waits`. */
  async execute(tx: Transaction, { operatorId }: ActingOperator, proposal: ProposalRow): Promise<Date | null> {
    if (!this.announcedActs.isOn) return null;
    const { kind, subjectId } = proposal;
    if (isSetting(kind)) return this.announcedActs.beginProposed(tx, kind, proposal, operatorId);
    if (kind !== 'adjustment' || subjectId === null) return null;
    if (!(await this.postponeAdjustment.isNeeded(tx, subjectId, operatorId))) return null;
    const dueAt = await this.announcedActs.beginProposed(tx, kind, proposal, operatorId);
    await this.postponeAdjustment.execute(tx, subjectId, dueAt);
    return dueAt;
  }
}

function isSetting(kind: ProposalKind): kind is (typeof SETTINGS)[number] {
  return SETTINGS.some((known) => known === kind);
}
