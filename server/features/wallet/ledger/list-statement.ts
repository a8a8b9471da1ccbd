import { Injectable } from '@nestjs/common';
import type { Statement } from '../../../contract/wallet/ledger.dto.js';
import type { UserAccountKind } from './ledger-journal.js';
import { StatementStore } from './statement.store.js';

export interface StatementQuery {
  userId: string;
  /** Real money by default. */
  demo?: boolean;
  /** All kinds when absent. */
  kinds?: readonly UserAccountKind[];
  currencyId?: number;
  /** Only lines of these reasons. */
  reasons?: readonly string[];
  /** From 1. */
  page: number;
  limit: number;
}

/** Maximum depth of pagination, in lines. */
const DEEPEST = 10_000;

/** The movements on a user's accounts, newest first. */
@Injectable()
export class ListStatement {
  constructor(private readonly store: StatementStore) {}

  /** A page beyond the end, or deeper than ten thousand lines, is empty. */
  async execute({ page, limit, demo = false, ...filter }: StatementQuery): Promise<Statement> {
    const offset = (Math.max(1, page) - 1) * limit;
    const query = { ...filter, demo, offset, limit };
    const [lines, total] = await Promise.all([
      offset + limit > DEEPEST ? [] : this.store.lines(query),
      this.store.count(query),
    ]);
    return { lines, total };
  }
}
