import { Injectable } from '@nestjs/common';
import type { UserRecordsRequest } from '../../../contract/operations/records.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { RecordsStore } from './records.store.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  ended: 'instant',
  kind: 'text',
  about: 'text',
  side: 'text',
  status: 'text',
  quantity: 'amount',
  unit: 'text',
  entry: 'amount',
  exit: 'amount',
  amount: 'amount',
  coin: 'text',
  result: 'amount',
  fee: 'amount',
  terms: 'text',
} as const;

/** Orders, positions and movements of one user as a file, one product at a time. */
@Injectable()
export class ExportUserRecords {
  constructor(
    private readonly store: RecordsStore,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  /** @throws Refusal `operations.not-found` where there is no such user, and those of `WriteDeskFile`. */
  async execute(asked: FileAsked, userId: string, request: UserRecordsRequest): Promise<ExportedFile> {
    const { kind, demo = '0', state } = request;
    if (!(await this.store.isUser(userId))) throw new Refusal('operations.not-found');
    const filter = { userId, demo: demo === '1', onlyOpen: state === 'open' };
    return this.writeDeskFile.execute(asked, {
      name: 'records',
      columns: COLUMNS,
      filter: { kind, demo: filter.demo, open: filter.onlyOpen },
      userId,
      ids: (limit) => this.store.ids(kind, filter, limit),
      rows: (ids) => this.store.ofIds(kind, filter, ids),
      cells: (row) => ({
        number: row.id,
        time: row.at,
        ended: row.endedAt,
        kind,
        about: row.about,
        side: row.side,
        status: row.status,
        quantity: row.quantity,
        unit: row.unit,
        entry: row.price,
        exit: row.endPrice,
        amount: row.amount,
        coin: row.coin,
        result: row.result,
        fee: row.fee,
        terms: row.terms,
      }),
    });
  }
}
