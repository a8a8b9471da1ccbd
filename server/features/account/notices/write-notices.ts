import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { noticeEvent } from './notice-event.js';
import { type NewNotice, NewNoticesStore } from './new-notices.store.js';

/** Writes notices of many users, and pushes them to their open pages once the transaction has committed. */
@Injectable()
export class WriteNotices {
  constructor(
    private readonly store: NewNoticesStore,
    private readonly outbox: Outbox,
  ) {}

  /** Call late in the transaction: it holds the users' streams of events until the end. @returns the ids, in the given order. */
  async execute(tx: Transaction, notices: readonly NewNotice[]): Promise<string[]> {
    const ids = await this.store.write(tx, notices);
    const events = notices.map(({ userId, kind, parameters }, place) => ({
      userId,
      kind: 'notice' as const,
      payload: noticeEvent(ids[place] ?? '', kind, parameters),
    }));
    await this.outbox.appendAll(tx, events);
    return ids;
  }
}
