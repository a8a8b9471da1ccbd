import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type NewNotice, NewNoticesStore } from './new-notices.store.js';

/** Writes notices of many users, and pushes them to their open pages once the transaction has committed. Numbers as in `WriteNotice`. */
@Injectable()
export class WriteNotices {
  constructor(
    private readonly store: NewNoticesStore,
    private readonly outbox: Outbox,
  ) {}

  /** Call late in the transaction: it holds the users' streams of events until the end. @returns the ids, in the given order. */
  async execute(tx: Transaction, notices: readonly NewNotice[]): Promise<string[]> {
    await this.outbox.hold(
      tx,
      notices.map(({ userId }) => userId),
    );
    const written = await this.store.write(tx, notices);
    await this.outbox.appendAll(
      tx,
      written.map(({ userId, event }) => ({ userId, kind: 'notice', payload: event })),
    );
    return written.map(({ event }) => event.noticeId);
  }
}
