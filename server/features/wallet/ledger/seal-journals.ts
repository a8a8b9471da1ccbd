import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SealsStore } from './seals.store.js';

/** Interval at which the head of the chain is logged: the log is an anchor that a change of the database cannot rewrite. */
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
    private readonly seals: SealsStore,
    private readonly clock: Clock,
  ) {}

  /** Seals everything up to the newest journal. Returns the number of seals; idempotent, a later run continues. */
  async execute(): Promise<number> {
    const journalId = await this.seals.newestJournal();
    if (!(await this.seals.earlierHaveEnded())) return 0;
    let made = 0;
    while (await this.seals.sealNext(journalId, new Date(this.clock.now()))) made += 1;
    await this.anchor();
    return made;
  }

  private async anchor(): Promise<void> {
    const now = this.clock.now();
    if (now - this.anchoredAt < ANCHOR_EVERY_MS) return;
    const head = await this.seals.sealHead();
    this.anchoredAt = now;
    if (!head || head.hash === this.anchored) return;
    this.anchored = head.hash;
    this.logger.log({ seal: head.id, lastJournal: head.lastJournal, hash: head.hash });
  }
}
