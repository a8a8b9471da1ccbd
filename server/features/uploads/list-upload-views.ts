import { Injectable } from '@nestjs/common';
import type { UploadViewsPage } from '../../contract/uploads.dto.js';
import type { ListPlace } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

/** Every look at the user's photos, the latest first. */
@Injectable()
export class ListUploadViews {
  constructor(private readonly store: UploadsStore) {}

  async execute(userId: string, { page, limit, offset }: ListPlace): Promise<UploadViewsPage> {
    const { rows, count } = await this.store.looks(userId, offset, limit);
    const list = rows.map(({ uploadId, purpose, byOwner, at }) => ({
      reference: uploadId,
      purpose: purpose ?? '',
      viewer: byOwner ? ('you' as const) : ('reviewer' as const),
      at: at.getTime(),
    }));
    return { list, count, page, limit };
  }
}
