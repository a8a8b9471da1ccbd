import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { SecretBox } from '../users/index.js';
import { DocumentNumbers } from './document-numbers.js';
import { openNumber, type QueuedCase, queuedCase } from './queued-case.js';
import { isCaseId } from './verification.rules.js';
import {
  type CaseRow,
  type CaseWithPerson,
  type HistoryRow,
  type PhotoRow,
  type SameNumberRow,
  VerificationStore,
} from './verification.store.js';

/** Everything that a reviewer needs to decide. The number of the ID is in the clear: write down who asks. */
export interface OpenedCase extends QueuedCase {
  status: CaseRow['status'];
  idKind: string | null;
  idNumber: string | null;
  address: string | null;
  reason: string | null;
  photos: PhotoRow[];
  history: HistoryRow[];
  /** Other users with the same number of an ID, under whichever country; under one it can be verified for one of them only. */
  sameNumber: SameNumberRow[];
  /** Somebody who excluded themselves had a document with this number, under this or another country. */
  isExcludedNumber: boolean;
}

/** The photos of a case, and whose they are. */
export interface CasePhotos {
  userId: string;
  photos: PhotoRow[];
}

/** One case with its photos and its history, for the reviewer. */
@Injectable()
export class GetVerificationCase {
  constructor(
    private readonly store: VerificationStore,
    private readonly secrets: SecretBox,
    private readonly numbers: DocumentNumbers,
  ) {}

  /** @throws Refusal `verification.case-unknown`. */
  async execute(caseId: string): Promise<OpenedCase> {
    const known = await this.known(caseId);
    const { status, idKind, address, reason } = known;
    const idNumber = openNumber(known, this.secrets);
    const { others, isExcluded } = await this.numbers.elsewhere(known);
    return {
      ...queuedCase(known, idNumber),
      status,
      idKind,
      idNumber,
      address,
      reason,
      photos: await this.store.photos(caseId),
      history: await this.store.history(caseId),
      sameNumber: others,
      isExcludedNumber: isExcluded,
    };
  }

  /** Without what is known of the number elsewhere. @throws Refusal `verification.case-unknown`. */
  async photos(caseId: string): Promise<CasePhotos> {
    const { userId } = await this.known(caseId);
    return { userId, photos: await this.store.photos(caseId) };
  }

  private async known(caseId: string): Promise<CaseWithPerson> {
    const known = isCaseId(caseId) ? await this.store.byId(caseId) : null;
    if (!known) throw new Refusal('verification.case-unknown');
    return known;
  }
}
