import { Injectable } from '@nestjs/common';
import type { NoticeTextView } from '../../../contract/operations/settings.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { NoticesStore, type OpenNotice, type Reader } from './notices.store.js';

const USERS_AT_ONCE = 200;
/** Batches of one run; the next run goes on. */
const BATCHES_MAX = 500;

/** Hands notices over in batches, each one transaction: a user has a notice once, whatever is run again. */
@Injectable()
export class DeliverNotices {
  constructor(
    private readonly store: NoticesStore,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const wentOn = await this.transactions.run((tx) => this.deliver(tx));
      if (!wentOn) return;
    }
  }

  /** Answers whether there was something to deliver. */
  private async deliver(tx: Transaction): Promise<boolean> {
    const notice = await this.store.lockOpen(tx);
    if (!notice) return false;
    const readers = await this.store.readers(tx, notice, USERS_AT_ONCE);
    const isLast = readers.length < USERS_AT_ONCE;
    await this.store.noteDelivered(tx, notice.id, {
      lastUser: readers.at(-1)?.id ?? notice.lastUser,
      count: readers.length,
      finishedAt: isLast ? new Date(this.clock.now()) : null,
    });
    await this.writeNotices(tx, notice, readers);
    return true;
  }

  private async writeNotices(tx: Transaction, notice: OpenNotice, readers: Reader[]): Promise<void> {
    if (readers.length === 0) return;
    const lines = readers.map(({ id, language }) => {
      const { title = '', text = '' } = textFor(notice.texts, language) ?? {};
      return { userId: id, parameters: { title, text } };
    });
    // Before the notices have their numbers, as in `WriteNotice`.
    await this.outbox.hold(
      tx,
      readers.map(({ id }) => id),
    );
    const written = await this.store.notify(tx, lines, new Date(this.clock.now()));
    await this.outbox.appendAll(
      tx,
      written.map(({ userId, event }) => ({ userId, kind: 'notice', payload: event })),
    );
  }
}

/** In the reader's language, else in English, else the first. */
export function textFor(texts: NoticeTextView[], language: string): NoticeTextView | undefined {
  return texts.find((text) => text.language === language) ?? texts.find((text) => text.language === 'en') ?? texts[0];
}
