import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SecretBox } from '../users/index.js';
import { ComposeDataExport } from './compose-data-export.js';
import { DataExportBound } from './data-export-bound.js';
import { type ClaimedExport, DataExportsStore } from './data-exports.store.js';
import { partsOf } from './export-text.rules.js';

const PART_BYTES = 256 * 1024;

/** There is more than a file may hold: trying again makes it no shorter. */
export class ExportTooLarge extends Error {
  constructor(bytes: number) {
    super(`It would have more than ${bytes} bytes.`);
  }
}

/** What a part is bound to: nobody can put it into another file or at another place. */
function contextOf(exportId: string, number: number): string {
  return `data-export:${exportId}:${number}`;
}

/** Keeps a file as sealed parts, and opens them again. */
@Injectable()
export class SealParts {
  constructor(
    private readonly store: DataExportsStore,
    private readonly compose: ComposeDataExport,
    private readonly secrets: SecretBox,
    private readonly bound: DataExportBound,
  ) {}

  /** @returns how many bytes the file has. @throws ExportTooLarge as soon as it is longer than a file may be. */
  async execute(tx: Transaction, { id, userId }: ClaimedExport): Promise<number> {
    let bytes = 0;
    let number = 0;
    for await (const part of partsOf(this.compose.execute(tx, userId), PART_BYTES)) {
      number += 1;
      bytes += part.length;
      if (bytes > this.bound.bytes) throw new ExportTooLarge(this.bound.bytes);
      await this.store.putPart(tx, id, number, this.secrets.seal(part, contextOf(id, number)));
    }
    return bytes;
  }

  /** The file, a part at a time. @throws Error where it went while it was read: half a file is none. */
  async *open(id: string, bytes: number): AsyncGenerator<Buffer> {
    let sent = 0;
    for (let number = 1; sent < bytes; number += 1) {
      const sealed = await this.store.part(id, number);
      if (sealed === null) throw new Error(`The file ${id} has gone while it was read.`);
      const part = this.secrets.open(sealed, contextOf(id, number));
      sent += part.length;
      yield part;
    }
  }
}
