import { Injectable } from '@nestjs/common';
import type { UploadViewsPage } from '../../contract/uploads.dto.js';
import { UploadsStore } from './uploads.store.js';

const LIMIT_MAX = 100;
const ROWS_MAX = 10_000;

/** Every look at the user's photos, the latest first. */
@Injectable()
export class ListUploadViews {
  constructor(private readonly store: UploadsStore) {}

  async execute(userId: string, page: number, limit: number): Promise<UploadViewsPage> {
    const size = Math.min(Math.max(limit, 1), LIMIT_MAX);
    const number = Math.max(page, 1);
    const offset = (number - 1) * size;
    const isTooDeep = offset >= ROWS_MAX;
    const { rows, count } = await this.store.looks(userId, isTooDeep ? 0 : offset, isTooDeep ? 0 : size);
    const list = rows.map(({ uploadId, purpose, byOwner, at }) => ({
      reference: uploadId,
      purpose: purpose ?? '',
      viewer: byOwner ? ('you' as const) : ('reviewer' as const),
      at: at.getTime(),
    }));
    return { list, count, page: number, limit: size };
  }
}
