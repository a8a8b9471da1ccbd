import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Failures } from '../../../platform/database/failures.js';
import { SealedFiles } from '../../../platform/storage/sealed-files.js';
import { fileOf } from './receive-upload.js';
import { WAITING_MS } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

const AT_ONCE = 500;
const DAY_MS = 86_400_000;

/**
 * Forgets photos that nobody used in time, that were refused half-way, that were replaced, and those that were kept for
 * long enough after the decision that they were handed in for. Their rows stay, with the instant of the removal.
 */
@Injectable()
export class ExpireUploads {
  private readonly logger = new Logger('Uploads');

  constructor(
    private readonly store: UploadsStore,
    private readonly files: SealedFiles,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @returns how many files were removed. */
  async execute(): Promise<number> {
    const now = this.clock.now();
    await this.retire(now);
    const failures = new Failures();
    let [removed, skipped] = [0, 0];
    for (let more = true; more; ) {
      // What could not be removed stays in front, and is passed over: it keeps no others.
      const ids = await this.store.endOld(new Date(now - WAITING_MS), skipped, AT_ONCE);
      const before = removed;
      for (const id of ids) removed += await failures.apart(() => this.remove(id), 0);
      skipped += ids.length - (removed - before);
      more = ids.length === AT_ONCE;
    }
    failures.end();
    return removed;
  }

  private async remove(id: string): Promise<number> {
    await this.files.remove(fileOf(id));
    await this.store.markRemoved(id, new Date(this.clock.now()));
    return 1;
  }

  private async retire(now: number): Promise<void> {
    const { UPLOAD_KEEP_DAYS: days } = this.config.values;
    if (days === 0) return;
    let retired = 0;
    for (let more = true; more; ) {
      const some = await this.store.retire(new Date(now - days * DAY_MS), new Date(now), AT_ONCE);
      retired += some;
      more = some === AT_ONCE;
    }
    if (retired > 0) this.logger.log(`${retired} photos go, ${days} days after they have served`);
  }
}
