import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { StoragePort } from '../../../platform/storage/storage-port.js';
import { type ArchiveLimits, BooksArchiveStore, type NotedFile } from './books-archive.store.js';
import { stateOf } from './read-archive-file.js';
import { WriteArchiveFile } from './write-archive-file.js';

const MINUTE_MS = 60_000;

/**
 * Holds files of the archive against what is noted of them: the newest, an older one in turn, and one that was not as noted the
 * last time. One that is missing is written again, and those that are missing behind it, so that a store which was lost or moved is
 * filled by itself; one that is different stays, for somebody to look at.
 */
@Injectable()
export class InspectArchive {
  private readonly logger = new Logger(InspectArchive.name);
  /** Files that were not as noted, first the one that was looked at longest ago. */
  private readonly faulty = new Set<string>();
  /** The older file that was looked at last. */
  private turn: bigint | null = null;

  constructor(
    private readonly store: BooksArchiveStore,
    private readonly storage: StoragePort,
    private readonly writeArchiveFile: WriteArchiveFile,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /** @param until Unix milliseconds, after which no further file is begun. */
  async execute(limits: ArchiveLimits, until: number): Promise<void> {
    let refilled = 0;
    try {
      const newest = await this.store.noted(null);
      if (!newest) return;
      const [known] = this.faulty;
      if (await this.inspect(newest, limits)) refilled += 1;
      if (known !== undefined && known !== newest.id) await this.inspectAnew(known, limits);
      refilled += await this.inspectOlder(BigInt(newest.id) - 1n, limits, until);
    } finally {
      // One that had to be written again is told, too: somebody took it away.
      this.metrics.booksArchiveFaults.set(this.faulty.size + refilled);
    }
  }

  private async inspectAnew(file: string, limits: ArchiveLimits): Promise<void> {
    const noted = await this.store.noted(file);
    if (noted) await this.inspect(noted, limits);
    else this.faulty.delete(file);
  }

  /** @returns how many were missing and are there again. */
  private async inspectOlder(older: bigint, limits: ArchiveLimits, until: number): Promise<number> {
    if (older < 1n) return 0;
    // Anywhere, so that processes which start often get to each.
    this.turn ??= BigInt(Math.floor(this.clock.now() / MINUTE_MS));
    let refilled = 0;
    while (refilled < limits.files && this.clock.now() < until) {
      this.turn = (this.turn % older) + 1n;
      const noted = await this.store.noted(String(this.turn));
      if (!noted || !(await this.inspect(noted, limits))) break;
      refilled += 1;
    }
    return refilled;
  }

  /** @returns whether it was missing and is there again. */
  private async inspect(noted: NotedFile, limits: ArchiveLimits): Promise<boolean> {
    const state = await stateOf(this.storage, noted);
    this.faulty.delete(noted.id);
    if (state === 'as noted') return false;
    this.logger.error({ event: 'books-archive-file', file: noted.id, key: noted.key, state });
    if (state === 'missing' && (await this.refill(noted, limits))) return true;
    this.faulty.add(noted.id);
    return false;
  }

  private async refill(noted: NotedFile, limits: ArchiveLimits): Promise<boolean> {
    try {
      await this.writeArchiveFile.again(noted, limits);
      return true;
    } catch (error) {
      // It stays told; what comes next is archived all the same.
      this.logger.error({ event: 'books-archive-refill', file: noted.id, err: error });
      return false;
    }
  }
}
