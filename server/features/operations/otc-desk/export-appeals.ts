import { Injectable } from '@nestjs/common';
import type { CaseListRequest } from '../../../contract/operations/cases.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { askedCases, caseFilter } from '../review/index.js';
import { AppealsStore } from './appeals.store.js';
import { APPEAL_STATUSES, GetAppeals } from './get-appeals.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  order: 'text',
  buyer: 'text',
  seller: 'text',
  coin: 'text',
  quantity: 'amount',
  fiat: 'text',
  amount: 'amount',
  reason: 'text',
  status: 'text',
  ended: 'instant',
  firstApproval: 'text',
  claimedBy: 'text',
} as const;

/** Appeals as a file. What was written and shown in them is in each of them, where a look is on record. */
@Injectable()
export class ExportAppeals {
  constructor(
    private readonly store: AppealsStore,
    private readonly getAppeals: GetAppeals,
    private readonly writeDeskFile: WriteDeskFile,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `request.invalid` for the status, and those of `WriteDeskFile`. */
  execute(asked: FileAsked, request: CaseListRequest): Promise<ExportedFile> {
    const { operatorId } = asked.actor;
    const filter = caseFilter(request, APPEAL_STATUSES, { operatorId, now: this.clock.now() });
    return this.writeDeskFile.execute(asked, {
      name: 'appeals',
      columns: COLUMNS,
      filter: askedCases(filter),
      userId: filter.userId,
      ids: (limit) => this.store.ids(filter, limit),
      rows: async (ids) => this.getAppeals.views(await this.store.ofIds(ids, new Date(this.clock.now())), operatorId),
      cells: (view) => ({
        number: view.id,
        time: new Date(view.appealedAt),
        order: view.orderNumber,
        buyer: `#${view.buyerId} ${view.buyer}`,
        seller: `#${view.sellerId} ${view.seller}`,
        coin: view.coin,
        quantity: view.quantity,
        fiat: view.fiat,
        amount: view.amount,
        reason: view.appealReason,
        status: view.status,
        ended: view.endedAt === null ? null : new Date(view.endedAt),
        firstApproval: view.firstDecidedBy,
        claimedBy: view.claim?.login ?? null,
      }),
    });
  }
}
