import { Injectable } from '@nestjs/common';
import { retainedTables } from '../../../platform/database/personal-tables.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ComposeDataExport, partsOf } from '../data-exports/index.js';
import { SecretBox } from '../users/index.js';
import { type ErasureRow, ErasureStore } from './erasure.store.js';
import { partContext } from './open-record.store.js';

const FORMAT = 'kept-record/1';
const PART_BYTES = 256 * 1024;

/**
 * Seals what the law wants kept of an account, before it is erased: who its user was and what belongs to transactions. No part of
 * the product opens it; `npm run operator -- kept-record` does, for who runs the installation.
 */
@Injectable()
export class RetainRecord {
  constructor(
    private readonly store: ErasureStore,
    private readonly compose: ComposeDataExport,
    private readonly secrets: SecretBox,
  ) {}

  /** @returns how many bytes the record has. */
  async execute(tx: Transaction, { id, userId }: ErasureRow): Promise<number> {
    let bytes = 0;
    let number = 0;
    const text = this.compose.execute(tx, userId, { format: FORMAT, tables: retainedTables() });
    for await (const part of partsOf(text, PART_BYTES)) {
      number += 1;
      bytes += part.length;
      await this.store.putPart(tx, id, number, this.secrets.seal(part, partContext(id, number)));
    }
    return bytes;
  }
}
