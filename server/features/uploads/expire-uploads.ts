import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { SealedFiles } from '../../platform/storage/sealed-files.js';
import { fileOf } from './receive-upload.js';
import { WAITING_MS } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

const AT_ONCE = 500;

/** Forgets photos that nobody used in time, that were refused half-way, or that were replaced. */
@Injectable()
export class ExpireUploads {
  constructor(
    private readonly store: UploadsStore,
    private readonly files: SealedFiles,
    private readonly clock: Clock,
  ) {}

  /** @returns how many files were removed. */
  async execute(): Promise<number> {
    const ids = await this.store.endOld(new Date(this.clock.now() - WAITING_MS), AT_ONCE);
    for (const id of ids) {
      await this.files.remove(fileOf(id));
      await this.store.markRemoved(id);
    }
    return ids.length;
  }
}
