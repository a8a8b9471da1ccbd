import { Injectable } from '@nestjs/common';
import { type SecurityEventRow, SecurityStore } from './security.store.js';

/** Rows that can be paged through; older ones are not shown. */
const DEEPEST = 10_000;

/** What has happened to the security of an account, vain tries of strangers too, newest first. */
@Injectable()
export class ListSecurityEvents {
  constructor(private readonly store: SecurityStore) {}

  async execute(userId: string, page: number, limit: number): Promise<{ rows: SecurityEventRow[]; count: number }> {
    const offset = (page - 1) * limit;
    const [rows, count] = await Promise.all([
      offset >= DEEPEST ? [] : this.store.events(userId, limit, offset),
      this.store.countEvents(userId),
    ]);
    return { rows, count };
  }
}
