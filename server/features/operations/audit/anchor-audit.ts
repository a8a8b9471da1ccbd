import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { type Anchor, anchorKey, type Difference, firstDifference, readAnchor } from './audit-anchor.rules.js';
import { AuditStore } from './audit.store.js';
import { type ComparedAnchors, compareAnchors } from './compare-anchors.js';

/** Of what is no anchor, as many are named in the log. */
const NAMED = 5;

/**
 * Keeps the head of the audit log's chain beside the database, where nothing that is kept is changed, and holds the log
 * against what was kept before: a log that was made anew as a whole is whole by itself, but not what was kept.
 */
@Injectable()
export class AnchorAudit {
  private readonly logger = new Logger(AnchorAudit.name);

  constructor(
    private readonly store: AuditStore,
    private readonly anchors: AnchorPort,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * What lies there and is no anchor is a fault, too: nobody but this product puts anything there.
   * @returns the first difference; null: the log is what was kept. While there is one, nothing new is kept.
   */
  async execute(): Promise<Difference | null> {
    const known = await compareAnchors(this.anchors, this.store);
    const difference = known.difference ?? (await this.anchorHead(known));
    this.metrics.auditAnchorLine.set(known.line);
    this.metrics.auditAnchorFaults.set((difference?.count ?? 0) + known.unreadable.length);
    this.metrics.auditAnchoredAt.set(this.clock.now() / 1000);
    if (difference) this.logger.error({ event: 'audit-log-rewritten', ...difference.first.anchor });
    if (known.unreadable.length > 0) {
      const keys = known.unreadable.slice(0, NAMED);
      this.logger.error({ event: 'audit-anchors-littered', count: known.unreadable.length, keys });
    }
    return difference?.first ?? null;
  }

  /** What is kept already under the seal's number must be the same. */
  private async anchorHead({ line, keys }: ComparedAnchors): Promise<ComparedAnchors['difference']> {
    const head = await this.store.head();
    if (!head || keys.has(anchorKey(head.id, line))) return null;
    const { id: seal, last: lastEntry, lastEvent, hash } = head;
    const anchor: Anchor = { seal, lastEntry, lastEvent, hash, at: this.clock.now() };
    const key = anchorKey(head.id, line);
    if (await this.anchors.putOnce(key, JSON.stringify(anchor))) return null;
    const storedAnchor = readAnchor(await this.anchors.get(key));
    return storedAnchor && firstDifference([storedAnchor], new Map([[head.id, head.hash]]));
  }
}
