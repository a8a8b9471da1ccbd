import { Injectable } from '@nestjs/common';
import type { PhotoKind } from '../../../contract/account/verification.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UseUploads } from '../uploads/index.js';
import { type CaseRow, VerificationStore } from './verification.store.js';

/** Puts photos to a case that was handed in this moment, in the place of those of their kind. */
@Injectable()
export class PutPhotos {
  constructor(
    private readonly store: VerificationStore,
    private readonly useUploads: UseUploads,
  ) {}

  /** @throws Refusal `uploads.unknown`. */
  async execute(
    tx: Transaction,
    { id, userId, version }: CaseRow,
    photos: readonly { kind: PhotoKind; uploadId: string }[],
  ): Promise<void> {
    const storedPhotos = await this.store.photos(id, tx);
    const references = photos.map(({ uploadId }) => uploadId);
    const usedFor = `verification:${id}:${version}`;
    await this.useUploads.execute(tx, { userId, purpose: 'verification', usedFor, references });
    for (const { kind, uploadId } of photos) await this.store.putPhoto(tx, id, kind, uploadId);
    const isReplaced = ({ kind }: { kind: PhotoKind }) => photos.some((photo) => photo.kind === kind);
    await this.useUploads.discard(tx, referencesOf(storedPhotos.filter(isReplaced)));
    await this.useUploads.reopen(tx, referencesOf(storedPhotos.filter((photo) => !isReplaced(photo))));
  }
}

function referencesOf(photos: { uploadId: string }[]): string[] {
  return photos.map(({ uploadId }) => uploadId);
}
