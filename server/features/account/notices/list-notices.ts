import { Injectable } from '@nestjs/common';
import { type NoticeRow, SecurityStore } from './security.store.js';

/** Rows that can be paged through; older ones are not shown. */
const DEEPEST = 10_000;

/** What a user was told about its account, newest first. */
@Injectable()
export class ListNotices {
  constructor(private readonly store: SecurityStore) {}

  async execute(userId: string, page: number, limit: number): Promise<{ rows: NoticeRow[]; count: number }> {
    const offset = (page - 1) * limit;
    const [rows, count] = await Promise.all([
      offset >= DEEPEST ? [] : this.store.notices(userId, limit, offset),
      this.store.countNotices(userId),
    ]);
    return { rows, count };
  }
}
