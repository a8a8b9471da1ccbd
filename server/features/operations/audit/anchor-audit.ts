import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { type Lines, sortLines } from './anchor-lines.rules.js';
import { type Anchor, anchorKey, type Difference, firstDifference, readAnchor } from './audit-anchor.rules.js';
import { AuditStore } from './audit.store.js';

/** Enough to say where a difference begins; the chain itself binds everything before a seal to it. */
const COMPARED = 20;

interface Known extends Lines {
  /** Key of what was kept last. */
  newest: string | null;
}

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

  /** @returns the first difference; null: the log is what was kept. While there is one, nothing new is kept. */
  async execute(): Promise<Difference | null> {
    const known = await this.newest();
    const hashes = await this.store.hashesOf(known.held.map(({ seal }) => seal));
    const difference = firstDifference(known.held, hashes) ?? (await this.anchorHead(known));
    this.metrics.auditAnchorLine.set(known.line);
    this.metrics.auditAnchorFaults.set(difference?.count ?? 0);
    this.metrics.auditAnchoredAt.set(this.clock.now() / 1000);
    if (difference) this.logger.error({ event: 'audit-log-rewritten', ...difference.first.anchor });
    return difference?.first ?? null;
  }

  private async newest(): Promise<Known> {
    const keys = await this.anchors.list(COMPARED);
    const stored = await Promise.all(keys.map(async (key) => ({ key, text: await this.anchors.get(key) })));
    return { ...sortLines(stored), newest: keys[0] ?? null };
  }

  /** What is kept already under the seal's number must be the same. */
  private async anchorHead({ line, newest }: Known): Promise<{ first: Difference; count: number } | null> {
    const head = await this.store.head();
    if (!head || newest === anchorKey(head.id, line)) return null;
    const { id: seal, last: lastEntry, lastEvent, hash } = head;
    const anchor: Anchor = { seal, lastEntry, lastEvent, hash, at: this.clock.now() };
    const key = anchorKey(head.id, line);
    if (await this.anchors.putOnce(key, JSON.stringify(anchor))) return null;
    const storedAnchor = readAnchor(await this.anchors.get(key));
    return storedAnchor && firstDifference([storedAnchor], new Map([[head.id, head.hash]]));
  }
}
