import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { UseUploads } from '../uploads/index.js';
import { CaseLog } from './case-log.js';
import { hasReasons, isCaseId, type PhotoTexts } from './verification.rules.js';
import { type CaseRow, VerificationStore } from './verification.store.js';

/** One operator's look at one case. The caller has checked the role and opens the transaction, for its own log. */
export interface Review {
  caseId: string;
  operatorId: string;
}

/** What an operator says after a look: of the case as it was shown, and of no other that it has become since. */
export interface SeenReview extends Review {
  /** The version of the case that was looked at. */
  version: number;
}

export interface Verdict extends SeenReview {
  status: 'verified' | 'rejected';
  /** In words for the user; null when verified. */
  reason: string | null;
  /** Advanced level: why each of these photos is to be taken again; the others are accepted. */
  photoReasons: PhotoTexts;
}

/** What every decision of a reviewer does. Only the operator who holds the case can decide it, and only once. */
@Injectable()
export class DecideCase {
  constructor(
    private readonly store: VerificationStore,
    private readonly log: CaseLog,
    private readonly useUploads: UseUploads,
    private readonly clock: Clock,
  ) {}

  /** The case, locked, while it waits for a decision. */
  async lockWaiting(tx: Transaction, caseId: string): Promise<CaseRow> {
    const known = isCaseId(caseId) ? await this.store.lock(tx, caseId) : null;
    if (!known) throw new Refusal('verification.case-unknown');
    if (known.status !== 'under-review') throw new Refusal('verification.case-decided');
    return known;
  }

  /**
   * The same, as the operator saw it: one that was sent back and handed in again meanwhile is of somebody nobody has looked at.
   * @throws Refusal `verification.case-changed`, and those of {@link lockWaiting}.
   */
  async lockSeen(tx: Transaction, { caseId, version }: SeenReview): Promise<CaseRow> {
    const known = await this.lockWaiting(tx, caseId);
    if (known.version !== version) throw new Refusal('verification.case-changed');
    return known;
  }

  async execute(tx: Transaction, verdict: Verdict): Promise<void> {
    const { caseId, operatorId, status, reason, photoReasons } = verdict;
    const { level } = await this.lockSeen(tx, verdict);
    if (reason !== null && !hasReasons(level, reason, photoReasons)) throw new Refusal('verification.reasons-needed');
    const at = new Date(this.clock.now());
    const decided = await this.store.decide(tx, { caseId, operatorId, status, reason, at });
    if (decided === 'taken') throw new Refusal('verification.id-number-used');
    if (!decided) throw new Refusal('verification.case-claimed');
    // Nothing is said of single photos where the basic level is sent back: all of it is handed in anew.
    if (level === 'advanced' || status === 'verified') await this.store.judgePhotos(tx, caseId, photoReasons);
    await this.useUploads.close(tx, await this.photosOf(tx, caseId));
    await this.log.record(tx, decided, { operatorId, photoReasons, at });
  }

  private async photosOf(tx: Transaction, caseId: string): Promise<string[]> {
    return (await this.store.photos(caseId, tx)).map(({ uploadId }) => uploadId);
  }
}
