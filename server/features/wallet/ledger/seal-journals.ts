import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { BooksStore } from './books.store.js';

/** The head of the chain goes to the log so often: what is written there cannot be changed with the books. */
const ANCHOR_EVERY_MS = 60_000;

/**
 * Seals journals in batches, outside the transactions that move money: a chain written inside them would let only one
 * of them run at a time.
 */
@Injectable()
export class SealJournals {
  private readonly logger = new Logger(SealJournals.name);
  private anchoredAt = 0;
  private anchored = '';

  constructor(
    private readonly books: BooksStore,
    private readonly clock: Clock,
  ) {}

  /** Seals everything up to the newest journal. Answers how many seals it made; a later run makes the missing ones. */
  async execute(): Promise<number> {
    const journalId = await this.books.newestJournal();
    if (!(await this.books.earlierHaveEnded())) return 0;
    let seals = 0;
    while (await this.books.sealNext(journalId, new Date(this.clock.now()))) seals += 1;
    await this.anchor();
    return seals;
  }

  private async anchor(): Promise<void> {
    const now = this.clock.now();
    if (now - this.anchoredAt < ANCHOR_EVERY_MS) return;
    const head = await this.books.sealHead();
    this.anchoredAt = now;
    if (!head || head.hash === this.anchored) return;
    this.anchored = head.hash;
    this.logger.log({ seal: head.id, lastJournal: head.lastJournal, hash: head.hash });
  }
}
