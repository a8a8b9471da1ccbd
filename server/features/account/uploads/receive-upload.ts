import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UploadPurpose } from '../../../contract/account/uploads.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ImageEncoder } from '../../../platform/images/image-encoder.js';
import { SealedFiles } from '../../../platform/storage/sealed-files.js';
import { encodePicture, judgePicture } from './pictures.js';
import { STORED_BYTES_MAX, UPLOADS_PER_HOUR, WAITING_BYTES_MAX } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

const HOUR_MS = 3_600_000;
const ID_BYTES = 16;

export interface UploadToReceive {
  userId: string;
  /** Null: whatever uses it first. */
  purpose: UploadPurpose | null;
  bytes: Buffer;
}

/** Takes a photo in: judged by its bytes, made anew from its pixels, sealed, and kept for one use by its owner. */
@Injectable()
export class ReceiveUpload {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: UploadsStore,
    private readonly images: ImageEncoder,
    private readonly files: SealedFiles,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the photo's reference: 128 random bits.
   * @throws Refusal `uploads.too-large`, `uploads.unsupported-type`, `uploads.too-many-pixels`, `uploads.too-many`,
   * `uploads.unreadable`, or `request.unavailable` when too many photos wait already.
   */
  async execute({ userId, purpose, bytes }: UploadToReceive): Promise<string> {
    const header = judgePicture(bytes);
    const id = randomBytes(ID_BYTES).toString('hex');
    const now = this.clock.now();
    const upload = { id, userId, purpose, bytes: bytes.length, at: new Date(now) };
    const most = { uploads: UPLOADS_PER_HOUR, waitingBytes: WAITING_BYTES_MAX, storedBytes: STORED_BYTES_MAX };
    const quota = { since: new Date(now - HOUR_MS), ...most };
    const taken = await this.transactions.run((tx) => this.store.begin(tx, upload, quota));
    if (!taken) throw new Refusal('uploads.too-many');
    try {
      const picture = await encodePicture(this.images, bytes, header);
      await this.files.put(fileOf(id), picture);
      await this.store.markStored(id, picture.length);
    } catch (error) {
      await this.store.refuse(id);
      throw error;
    }
    return id;
  }
}

/** Where the storage keeps an upload. */
export function fileOf(id: string): string {
  return `uploads/${id.slice(0, 2)}/${id}`;
}
