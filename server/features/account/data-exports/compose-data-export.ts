import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { EXPORT_LISTS } from '../../../contract/wallet/exports.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type PersonalTable, personalTables } from '../../../platform/database/personal-tables.js';
import { storedJsonText } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SecretBox } from '../users/index.js';
import { DataExportsStore } from './data-exports.store.js';
import { numbersAsText } from './export-text.rules.js';

const FORMAT = 'account-data/1';
const ROW = z.record(z.string(), z.unknown());

/** The text of the file, a piece at a time: each table that is registered with the user's rows, and where the rest is. */
@Injectable()
export class ComposeDataExport {
  constructor(
    private readonly store: DataExportsStore,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  async *execute(
    tx: Transaction,
    userId: string,
    { format, tables }: { format: string; tables: readonly PersonalTable[] } = {
      format: FORMAT,
      tables: personalTables(),
    },
  ): AsyncGenerator<string> {
    const made = new Date(this.clock.now()).toISOString();
    yield `{\n"format": "${format}",\n"account": "${userId}",\n"made_at": "${made}",\n`;
    // Orders, positions, fills and statements: the user has them as files already, of any days.
    yield `"lists": {"call": "GET /api/exports/file", "names": ${JSON.stringify(EXPORT_LISTS)}},\n"tables": {`;
    let before = '\n';
    for (const table of tables) {
      yield `${before}"${table.table}": [`;
      before = ',\n';
      yield* this.rows(tx, userId, table);
      yield ']';
    }
    yield '\n}\n}\n';
  }

  private async *rows(tx: Transaction, userId: string, table: PersonalTable): AsyncGenerator<string> {
    let before = '\n';
    for await (const page of this.store.rows(tx, userId, table)) {
      for (const row of page) {
        yield before + this.opened(numbersAsText(row), userId, table);
        before = ',\n';
      }
    }
  }

  /** What is sealed is the user's own all the same. */
  private opened(json: string, userId: string, { table, sealed = [] }: PersonalTable): string {
    if (sealed.length === 0) return json;
    const fields = new Map(Object.entries(storedJsonText(ROW, json, table)));
    for (const { column, name, context } of sealed) {
      const text = fields.get(column);
      fields.delete(column);
      const plain = typeof text === 'string' ? this.secrets.open(bytesOf(text), context(userId)).toString() : null;
      fields.set(name, plain);
    }
    return JSON.stringify(Object.fromEntries(fields));
  }
}

/** Postgres writes bytes as `\x` and hexadecimal. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
