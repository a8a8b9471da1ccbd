import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { AuditStore } from './audit.store.js';

/** The head of the chain goes to the log so often: what is written there cannot be changed with the database. */
const ANCHOR_EVERY_MS = 60_000;
/** Of one run, each over ten thousand entries and as many events at most. The next run goes on where this one ended. */
const SEALS_MAX = 50;

/**
 * Seals the audit log and the users' security events in batches: each seal is the digest of its entries, of its events and
 * of the seal before it.
 */
@Injectable()
export class SealAudit {
  private readonly logger = new Logger(SealAudit.name);
  private anchoredAt = 0;
  private anchored = '';

  constructor(
    private readonly store: AuditStore,
    private readonly clock: Clock,
  ) {}

  /** Seals up to the newest entry and event. Answers how many seals it made; a later run makes the missing ones. */
  async execute(): Promise<number> {
    const newest = await this.store.newest();
    if (!(await this.store.earlierHaveEnded())) return 0;
    let seals = 0;
    while (seals < SEALS_MAX && (await this.store.sealNext(newest, new Date(this.clock.now())))) seals += 1;
    await this.anchor();
    return seals;
  }

  private async anchor(): Promise<void> {
    const now = this.clock.now();
    if (now - this.anchoredAt < ANCHOR_EVERY_MS) return;
    const head = await this.store.head();
    this.anchoredAt = now;
    if (!head || head.hash === this.anchored) return;
    this.anchored = head.hash;
    this.logger.log({ auditSeal: head.id, lastEntry: head.last, lastEvent: head.lastEvent, hash: head.hash });
  }
}
