import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Refusal } from '../../platform/http/refusal.js';
import { SealedFiles } from '../../platform/storage/sealed-files.js';
import { fileOf } from './receive-upload.js';
import { isReference } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

/** Who looks: the owner, or an operator whose role the caller has checked. */
export type Viewer = { userId: string } | { operatorId: string };

/** Shows a photo to its owner, or, once it was handed in, to a reviewer. Every look is written down first. */
@Injectable()
export class ViewUpload {
  constructor(
    private readonly store: UploadsStore,
    private readonly files: SealedFiles,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the photo as JPEG.
   * @throws Refusal `uploads.not-found`, the same for a photo of somebody else and for one that does not exist.
   */
  async execute(reference: string, viewer: Viewer): Promise<Buffer> {
    const ownerId = isReference(reference) ? await this.ownerFor(reference, viewer) : null;
    if (ownerId === null) throw new Refusal('uploads.not-found');
    const operatorId = 'operatorId' in viewer ? viewer.operatorId : null;
    await this.store.recordLook({ uploadId: reference, ownerId, operatorId, at: new Date(this.clock.now()) });
    const picture = await this.files.get(fileOf(reference));
    if (!picture) throw new Error(`The file of upload ${reference.slice(0, 4)}… is missing`);
    return picture;
  }

  private async ownerFor(reference: string, viewer: Viewer): Promise<string | null> {
    if ('operatorId' in viewer) return this.store.ownerOfUsed(reference);
    return (await this.store.ownedBy(viewer.userId, reference)) ? viewer.userId : null;
  }
}
