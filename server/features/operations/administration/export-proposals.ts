import { Injectable } from '@nestjs/common';
import type { ProposalListRequest } from '../../../contract/operations/proposals.dto.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { ProposalsStore, proposalView, seenKinds } from '../review/index.js';
import { proposalStatus } from './decide-proposals.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  kind: 'text',
  subjectNumber: 'text',
  user: 'text',
  detail: 'text',
  reason: 'text',
  status: 'text',
  proposedBy: 'text',
  decidedBy: 'text',
  ended: 'instant',
  due: 'instant',
} as const;

/** What waits, or waited, for a second person, as a file. */
@Injectable()
export class ExportProposals {
  constructor(
    private readonly store: ProposalsStore,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  /** @throws Refusal `request.invalid` for the status, and those of `WriteDeskFile`. */
  async execute(asked: FileAsked, request: ProposalListRequest): Promise<ExportedFile> {
    const status = proposalStatus(request);
    const kind = request.kind ?? null;
    const seen = seenKinds(asked.actor);
    return this.writeDeskFile.execute(asked, {
      name: 'proposals',
      columns: COLUMNS,
      filter: { status, kind },
      ids: (limit) => this.store.ids({ status, kind, seen }, limit),
      rows: async (ids) => (await this.store.listOf(ids)).map((row) => proposalView(row, asked.actor.operatorId)),
      cells: (view) => ({
        number: view.id,
        time: new Date(view.proposedAt),
        kind: view.kind,
        subjectNumber: view.subjectId,
        user: view.userId,
        detail: JSON.stringify(view.detail),
        reason: view.reason,
        status: view.status,
        proposedBy: view.proposedBy,
        decidedBy: view.decidedBy,
        ended: view.decidedAt === null ? null : new Date(view.decidedAt),
        due: view.announced === null ? null : new Date(view.announced.dueAt),
      }),
    });
  }
}
