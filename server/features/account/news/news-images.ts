import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { SealedFiles } from '../../../platform/storage/sealed-files.js';
import { NewsStore } from './news.store.js';

const IMAGE_ID = /^[0-9a-f]{32}$/;

/** Where the storage keeps a picture of the articles. */
export function newsImageFile(id: string): string {
  return `news/${id.slice(0, 2)}/${id}`;
}

/** The pictures of articles: public, for whoever knows their number of 128 bits. */
@Injectable()
export class NewsImages {
  constructor(
    private readonly store: NewsStore,
    private readonly files: SealedFiles,
  ) {}

  /** @throws Refusal `uploads.not-found`. */
  async read(id: string): Promise<Buffer> {
    const known = IMAGE_ID.test(id) && (await this.store.hasImage(id));
    const picture = known ? await this.files.get(newsImageFile(id)) : null;
    if (!picture) throw new Refusal('uploads.not-found');
    return picture;
  }
}
