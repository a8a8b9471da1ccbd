import { Injectable } from '@nestjs/common';
import type { UploadLookView, UploadViewsPage } from '../../../contract/account/uploads.dto.js';
import type { ListPlace } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

/** Every look at the user's photos, the latest first. */
@Injectable()
export class ListUploadViews {
  constructor(private readonly store: UploadsStore) {}

  async execute(userId: string, { page, limit, offset }: ListPlace): Promise<UploadViewsPage> {
    const { rows, count } = await this.store.looks(userId, offset, limit);
    const list = rows.map(
      ({ uploadId, purpose, act, byOwner, at }): UploadLookView => ({
        reference: uploadId,
        purpose: purpose ?? '',
        act,
        viewer: viewerOf(act, byOwner),
        at: at.getTime(),
      }),
    );
    return { list, count, page, limit };
  }
}

function viewerOf(act: UploadLookView['act'], byOwner: boolean): UploadLookView['viewer'] {
  if (act === 'removed') return 'nobody';
  return byOwner ? 'you' : 'reviewer';
}
