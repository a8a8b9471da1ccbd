import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecretBox } from '../users/index.js';
import { openNumber, type QueuedCase, queuedCase } from './queued-case.js';
import { isCaseId } from './verification.rules.js';
import { type CaseRow, type HistoryRow, type PhotoRow, VerificationStore } from './verification.store.js';

/** Everything that a reviewer needs to decide. The number of the ID is in the clear: write down who asks. */
export interface OpenedCase extends QueuedCase {
  status: CaseRow['status'];
  idKind: string | null;
  idNumber: string | null;
  address: string | null;
  reason: string | null;
  photos: PhotoRow[];
  history: HistoryRow[];
  /** Other users with the same number of an ID; it can be verified for one of them only. */
  sameNumber: { userId: string; status: CaseRow['status'] }[];
}

/** One case with its photos and its history, for the reviewer. */
@Injectable()
export class GetVerificationCase {
  constructor(
    private readonly store: VerificationStore,
    private readonly secrets: SecretBox,
  ) {}

  /** @throws Refusal `verification.case-unknown`. */
  async execute(caseId: string): Promise<OpenedCase> {
    const known = isCaseId(caseId) ? await this.store.byId(caseId) : null;
    if (!known) throw new Refusal('verification.case-unknown');
    const { status, idKind, idNumberDigest, address, reason } = known;
    const idNumber = openNumber(known, this.secrets);
    return {
      ...queuedCase(known, idNumber),
      status,
      idKind,
      idNumber,
      address,
      reason,
      photos: await this.store.photos(caseId),
      history: await this.store.history(caseId),
      sameNumber: idNumberDigest ? await this.store.othersWith(idNumberDigest, known.userId) : [],
    };
  }
}
