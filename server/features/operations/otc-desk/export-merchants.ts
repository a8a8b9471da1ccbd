import { Injectable } from '@nestjs/common';
import type { MerchantListRequest } from '../../../contract/operations/otc.dto.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { listedAccount } from '../review/index.js';
import { MerchantsStore } from './merchants.store.js';

const COLUMNS = {
  number: 'text',
  time: 'instant',
  ended: 'instant',
  merchant: 'text',
  account: 'text',
  name: 'text',
  status: 'text',
  reason: 'text',
  orders: 'text',
  released: 'text',
  appeals: 'text',
} as const;

/** Who may advertise coins, who wants to and who may no more, as a file. */
@Injectable()
export class ExportMerchants {
  constructor(
    private readonly store: MerchantsStore,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  /** @throws Refusal those of `WriteDeskFile`. */
  execute(asked: FileAsked, request: MerchantListRequest): Promise<ExportedFile> {
    const { status = 'applied', search = null } = request;
    return this.writeDeskFile.execute(asked, {
      name: 'merchants',
      columns: COLUMNS,
      // A search names somebody perhaps.
      filter: { status, searched: search !== null },
      ids: (limit) => this.store.ids({ status, search }, limit),
      rows: (ids) => this.store.ofIds(ids),
      cells: (row) => ({
        number: row.id,
        time: row.appliedAt,
        ended: row.decidedAt,
        merchant: row.nickname,
        account: listedAccount(row.account),
        name: row.verifiedName,
        status: row.status,
        reason: row.reason,
        orders: String(row.orders),
        released: String(row.released),
        appeals: String(row.appeals),
      }),
    });
  }
}
