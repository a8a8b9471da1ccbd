import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { COMMAND_LINE } from './actor.js';
import type { AuditLine } from './audit-log.js';
import { type LineStart, type Lines, startKey } from './anchor-lines.rules.js';
import { type Anchor, firstDifference } from './audit-anchor.rules.js';
import { AuditStore } from './audit.store.js';
import { readLines } from './read-lines.js';

/**
 * After a restore: begins a new line of anchors, so that the log's head is kept again. Who and why is in the audit log and, for
 * as long as anchors are kept, among the anchors; the anchors of the log that is lost stay as of the line before.
 */
@Injectable()
export class BeginAnchorLine {
  constructor(
    private readonly store: AuditStore,
    private readonly transactions: Transactions,
    private readonly anchors: AnchorPort,
    private readonly clock: Clock,
  ) {}

  /** @throws Error where the log bears out every anchor, where it is none that a restore leaves, and where another was first. */
  async execute({ who, why }: { who: string; why: string }): Promise<LineStart> {
    const lines = await readLines(this.anchors);
    const lost = await this.lostOf(lines);
    const [first, last] = [lost[0], lost.at(-1)];
    if (!first || !last) throw new Error('The log bears out every anchor: there is nothing to begin anew.');
    await this.assertRestored(lost, lastAnchoredAt(lines));
    const agreed = lines.held.find(({ seal }) => BigInt(seal) < BigInt(first.seal))?.seal ?? '0';
    const said = { line: lines.line + 1, agreed, lost: lost.length, first, last, who, why };
    const entry = await this.transactions.run((tx) =>
      this.store.insert(tx, { ...COMMAND_LINE, name: who }, lineOf(said), new Date(this.clock.now())),
    );
    const start = { ...said, entry, at: this.clock.now() };
    if (!(await this.anchors.putOnce(startKey(start.line), JSON.stringify(start))))
      throw new Error(`Line ${start.line} was begun by somebody else just now.`);
    return start;
  }

  /** What the log does not bear out, the oldest first: everything from the first difference on, which binds what follows. */
  private async lostOf({ held }: Lines): Promise<Anchor[]> {
    const difference = firstDifference(held, await this.store.hashesOf(held.map(({ seal }) => seal)));
    if (!difference) return [];
    const from = BigInt(difference.first.anchor.seal);
    return held.filter(({ seal }) => BigInt(seal) >= from).reverse();
  }

  /**
   * A restored log has, in the place of what is lost, nothing, or seals from after the restore, which are later than every
   * anchor. A seal from before is one that somebody has made anew.
   */
  private async assertRestored(lost: readonly Anchor[], lastAnchoredAt: number): Promise<void> {
    const found = await this.store.sealedAt(lost.map(({ seal }) => seal));
    const forged = found.find(({ at }) => at.getTime() < lastAnchoredAt);
    if (forged) {
      throw new Error(
        `No restore leaves this: seal ${forged.id} of ${forged.at.toISOString()} is another one than was anchored. Treat it as a break-in (AuditLogRewritten in the runbook).`,
      );
    }
  }
}

/** One by one: years of anchors are more than a call takes arguments. */
function lastAnchoredAt({ held }: Lines): number {
  return held.reduce((latest, { at }) => Math.max(latest, at), 0);
}

function lineOf({ line, ...detail }: Omit<LineStart, 'entry' | 'at'>): AuditLine {
  return { action: 'audit.begin-anchors', subject: 'audit-anchors', subjectId: String(line), detail };
}
