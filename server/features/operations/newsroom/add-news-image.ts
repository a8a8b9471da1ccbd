import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NewsImageView } from '../../../contract/operations/news.dto.js';
import { newsPicture } from '../../../contract/rules/news.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ImageEncoder } from '../../../platform/images/image-encoder.js';
import { SealedFiles } from '../../../platform/storage/sealed-files.js';
import { newsImageFile } from '../../account/news/index.js';
import { encodePicture, judgePicture } from '../../account/uploads/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { NewsroomStore } from './newsroom.store.js';

const ID_BYTES = 16;

/** A picture for articles: made anew from its pixels and kept in the product's own storage. */
@Injectable()
export class AddNewsImage {
  constructor(
    private readonly store: NewsroomStore,
    private readonly images: ImageEncoder,
    private readonly files: SealedFiles,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal those of `judgePicture` and `encodePicture`. */
  async execute(actor: ActingOperator, bytes: Buffer): Promise<NewsImageView> {
    const picture = await encodePicture(this.images, bytes, judgePicture(bytes));
    const id = randomBytes(ID_BYTES).toString('hex');
    // The file first: a row without one would be a hole in a page.
    await this.files.put(newsImageFile(id), picture);
    const { operatorId } = actor;
    await this.transactions.run(async (tx) => {
      const at = new Date(this.clock.now());
      await this.store.addImage(tx, { id, bytes: picture.length, operatorId, at });
      await this.log.record(tx, actor, { action: 'news.picture', subject: 'news-image', subjectId: id });
    });
    return { id, address: newsPicture(id) };
  }
}
