import { Injectable } from '@nestjs/common';
import type { PhotoKind } from '../../../contract/account/verification.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CaseLog, type Submitter } from './case-log.js';
import { PutPhotos } from './put-photos.js';
import { neededPhotos, type PhotoTexts } from './verification.rules.js';
import { type CaseRow, VerificationStore } from './verification.store.js';

/** The field of the form in which each photo comes, for the words of a refusal. */
const FIELDS: Record<PhotoKind, string> = { front: 'front_pic', back: 'reverse_pic', hand: 'hand_pic' };

/** Hands in the photos, or after a rejection those that were rejected; photos that were accepted stay as they are. */
@Injectable()
export class SubmitAdvancedVerification {
  constructor(
    private readonly store: VerificationStore,
    private readonly putPhotos: PutPhotos,
    private readonly log: CaseLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `verification.basic-required` before the basic verification, `verification.under-review`,
   * `verification.already-verified`, `request.invalid` naming a missing photo, `uploads.unknown`.
   */
  async execute(tx: Transaction, { userId, caller }: Submitter, references: PhotoTexts): Promise<void> {
    const cases = await this.store.casesOf(userId, tx);
    if (!cases.some(({ level, status }) => level === 'basic' && status === 'verified')) {
      throw new Refusal('verification.basic-required');
    }
    const at = new Date(this.clock.now());
    const submitted = await this.store.submit(tx, { userId, level: 'advanced', at }, null);
    if (!submitted) throw await this.whyNot(tx, userId);
    await this.putPhotos.execute(tx, submitted, await this.photosOf(submitted, tx, references));
    await this.log.record(tx, submitted, { operatorId: null, caller, photoReasons: {}, at });
  }

  private async photosOf({ id }: CaseRow, tx: Transaction, given: PhotoTexts) {
    return neededPhotos(await this.store.photos(id, tx)).map((kind) => {
      const uploadId = given[kind];
      if (uploadId === undefined) throw new Refusal('request.invalid', { field: FIELDS[kind] });
      return { kind, uploadId };
    });
  }

  private async whyNot(tx: Transaction, userId: string): Promise<Refusal> {
    const known = (await this.store.casesOf(userId, tx)).find(({ level }) => level === 'advanced');
    return new Refusal(known?.status === 'verified' ? 'verification.already-verified' : 'verification.under-review');
  }
}
