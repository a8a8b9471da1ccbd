import { Injectable } from '@nestjs/common';
import type { FoundPage } from '../../../contract/operations/records.dto.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, listedAccount } from '../review/index.js';
import { soughtBy } from './find.rules.js';
import { FindStore } from './find.store.js';

const FOUND_MAX = 50;

/** The one search of the desk. That somebody searched is written down before anything is shown. */
@Injectable()
export class FindAnything {
  constructor(
    private readonly store: FindStore,
    private readonly log: AuditLog,
  ) {}

  async execute(actor: ActingOperator, text: string): Promise<FoundPage> {
    const sought = soughtBy(text);
    const [users, numbered, moved] = await Promise.all([
      this.store.users(sought),
      sought.number === null ? [] : this.store.numbered(sought.number),
      sought.hash === null ? [] : this.store.ofTransaction(sought.hash),
    ]);
    const list = [...users, ...numbered, ...moved].slice(0, FOUND_MAX);
    const looked = { filter: { search: sought.as }, rows: list.length };
    // A line for each whose data is shown, so that many searches of one kind are not one look.
    const shown = new Set(list.map(({ userId }) => userId).filter((userId) => userId !== null));
    for (const userId of shown) {
      await this.log.recordList(actor, { action: 'user.find', subject: 'user', userId }, looked);
    }
    if (shown.size === 0) await this.log.recordLook(actor, { action: 'user.find', subject: 'user', detail: looked });
    return { list: list.map((row) => ({ ...row, account: listedAccount(row.account), at: row.at.getTime() })) };
  }
}
