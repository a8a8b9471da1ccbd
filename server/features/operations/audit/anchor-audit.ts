import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { type Lines, sortLines, type StoredText } from './anchor-lines.rules.js';
import { type Anchor, anchorKey, type Difference, firstDifference, readAnchor } from './audit-anchor.rules.js';
import { AuditStore } from './audit.store.js';
import { readStored } from './read-lines.js';

/** Enough to say where a difference begins; the chain itself binds everything before a seal to it. */
const COMPARED = 20;
/** Whoever may put things there may put more of them than can be read each time: so many are looked at. */
const LOOKED_AT_MOST = 1000;
/** Of what is no anchor, as many are named in the log. */
const NAMED = 5;

interface Known extends Lines {
  /** Keys of what can be read. */
  keys: ReadonlySet<string>;
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

  /**
   * What lies there and is no anchor is a fault, too: nobody but this product puts anything there.
   * @returns the first difference; null: the log is what was kept. While there is one, nothing new is kept.
   */
  async execute(): Promise<Difference | null> {
    const known = await this.newest();
    const hashes = await this.store.hashesOf(known.held.map(({ seal }) => seal));
    const difference = firstDifference(known.held, hashes) ?? (await this.anchorHead(known));
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

  /** The newest that the log has to bear out, past whatever lies before them and is no anchor. */
  private async newest(): Promise<Known> {
    const stored: StoredText[] = [];
    for (;;) {
      const keys = await this.anchors.list(COMPARED, stored.at(-1)?.key);
      stored.push(...(await Promise.all(keys.map((key) => readStored(this.anchors, key)))));
      const lines = sortLines(stored);
      if (lines.held.length < COMPARED && keys.length === COMPARED && stored.length < LOOKED_AT_MOST) continue;
      const unreadable = new Set(lines.unreadable);
      return { ...lines, keys: new Set(stored.map(({ key }) => key).filter((key) => !unreadable.has(key))) };
    }
  }

  /** What is kept already under the seal's number must be the same. */
  private async anchorHead({ line, keys }: Known): Promise<{ first: Difference; count: number } | null> {
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
