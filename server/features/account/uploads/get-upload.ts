import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ImageEncoder } from '../../../platform/images/image-encoder.js';
import { ImageFailure } from '../../../platform/images/image-worker-process.js';
import { SealedFiles } from '../../../platform/storage/sealed-files.js';
import { fileOf } from './receive-upload.js';
import { isReference } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

/** Who looks: the owner, or an operator whose role the caller has checked. */
export type Viewer = { userId: string } | { operatorId: string; login: string };

/**
 * Shows a photo to its owner, or, once it was handed in, to a reviewer. Every look is written down first, and what a
 * reviewer sees carries the reviewer's name and the time all over: a copy that leaves the desk tells whose screen it was on.
 */
@Injectable()
export class GetUpload {
  constructor(
    private readonly store: UploadsStore,
    private readonly files: SealedFiles,
    private readonly images: ImageEncoder,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @returns the photo as JPEG.
   * @throws Refusal `uploads.not-found`, the same for a photo of somebody else, for one that is kept no more, and for
   * one that never was; `request.unavailable` when too many pictures are worked on.
   */
  async execute(reference: string, viewer: Viewer): Promise<Buffer> {
    const ownerId = isReference(reference) ? await this.ownerFor(reference, viewer) : null;
    if (ownerId === null) throw new Refusal('uploads.not-found');
    const operatorId = 'operatorId' in viewer ? viewer.operatorId : null;
    const at = new Date(this.clock.now());
    await this.store.recordLook({ uploadId: reference, ownerId, operatorId, at });
    const picture = await this.read(reference);
    if (!picture) throw new Error(`The file of upload ${reference.slice(0, 4)}… is missing`);
    return 'operatorId' in viewer ? this.marked(picture, `${viewer.login} ${minuteOf(at)}`) : picture;
  }

  /**
   * A photo for the other side of whatever it was handed in for: the caller knows that it is. Not a look at somebody's papers,
   * so nothing is written down. @throws Refusal `uploads.not-found` for one that is kept no more, or whose owner was erased.
   */
  async shared(reference: string): Promise<Buffer> {
    const ownerId = isReference(reference) ? await this.store.ownerOfUsed(reference) : null;
    const picture = ownerId === null ? null : await this.read(reference);
    if (!picture) throw new Refusal('uploads.not-found');
    return picture;
  }

  /** SHA-256 of an own photo as it is kept. @throws Refusal `uploads.not-found`. */
  async digest(reference: string, userId: string): Promise<Buffer> {
    const isOwn = isReference(reference) && (await this.store.ownedBy(userId, reference));
    const picture = isOwn ? await this.read(reference) : null;
    if (!picture) throw new Refusal('uploads.not-found');
    return createHash('sha256').update(picture).digest();
  }

  /** Under another key than today's it is sealed anew, which nothing that is removed meanwhile may be. */
  private read(reference: string): Promise<Buffer | null> {
    return this.files.get(fileOf(reference), (seal) =>
      this.transactions.run(async (tx) => {
        if (await this.store.lockStored(tx, reference)) await seal();
      }),
    );
  }

  private async marked(bytes: Buffer, mark: string): Promise<Buffer> {
    try {
      return await this.images.mark({ bytes, mark });
    } catch (error) {
      throw error instanceof ImageFailure ? new Refusal('request.unavailable') : error;
    }
  }

  private async ownerFor(reference: string, viewer: Viewer): Promise<string | null> {
    if ('operatorId' in viewer) return this.store.ownerOfUsed(reference);
    return (await this.store.ownedBy(viewer.userId, reference)) ? viewer.userId : null;
  }
}

/** `2026-11-20 16:05 UTC`. */
function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
