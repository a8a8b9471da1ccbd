import { Injectable } from '@nestjs/common';
import type { QuarantineList } from '../../../contract/operations/books.dto.js';
import { QuarantineViolations } from '../../wallet/ledger/index.js';
import { ProposalsStore } from '../review/index.js';

const QUARANTINES_SHOWN = 200;

/** The violations that two operators let stand, each with the proposal behind it. */
@Injectable()
export class ListQuarantine {
  constructor(
    private readonly violations: QuarantineViolations,
    private readonly proposals: ProposalsStore,
  ) {}

  async execute(): Promise<QuarantineList> {
    const [rows, total] = await Promise.all([
      this.violations.standing(QUARANTINES_SHOWN),
      this.violations.countStanding(),
    ]);
    const proposals = await this.proposals.listOf([...new Set(rows.map(({ proposalId }) => proposalId))]);
    const list = rows.map(({ proposalId, since, ...row }) => {
      const proposal = proposals.find(({ id }) => id === proposalId);
      const { reason = '', proposedBy = '', decidedBy } = proposal ?? {};
      return { ...row, since: since.getTime(), reason, proposedBy, approvedBy: decidedBy ?? '' };
    });
    return { list, total };
  }
}
