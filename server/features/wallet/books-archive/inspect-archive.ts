import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { StoragePort } from '../../../platform/storage/storage-port.js';
import { type ArchiveLimits, BooksArchiveStore, type NotedFile } from './books-archive.store.js';
import { type FileState, stateOf } from './read-archive-file.js';
import { WriteArchiveFile } from './write-archive-file.js';

const MINUTE_MS = 60_000;

/** One look at several files. */
interface Look {
  limits: ArchiveLimits;
  /** Unix milliseconds, after which no further file is begun. */
  until: number;
  /** Why files could not be read. */
  errors: unknown[];
  /** Whether the newest is among them. */
  isNewestUnread: boolean;
}

/**
 * Holds files of the archive against what is noted of them: the newest, an older one in turn, and one that was not as noted the
 * last time. One that is missing is written again, and those that are missing behind it, so that a store which was lost or moved is
 * filled by itself; one that is different stays, for somebody to look at. One that cannot be read is told as well, and hides none of
 * the others.
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

  /**
   * @param until Unix milliseconds, after which no further file is begun.
   * @throws what the store throws where a file could not be read, after all looks.
   */
  async execute(limits: ArchiveLimits, until: number): Promise<void> {
    const look: Look = { limits, until, errors: [], isNewestUnread: false };
    let refilled = 0;
    try {
      const newest = await this.store.noted(null);
      if (!newest) return;
      const [known] = this.faulty;
      if (await this.inspect(newest, look)) refilled += 1;
      look.isNewestUnread = look.errors.length > 0;
      if (known !== undefined && known !== newest.id) await this.inspectAnew(known, look);
      refilled += await this.inspectOlder(BigInt(newest.id) - 1n, look);
    } finally {
      // One that had to be written again is told, too: somebody took it away.
      this.metrics.booksArchiveFaults.set(this.faulty.size + refilled);
    }
    if (look.errors.length > 0) throw look.errors[0];
  }

  private async inspectAnew(file: string, look: Look): Promise<void> {
    const noted = await this.store.noted(file);
    if (noted) await this.inspect(noted, look);
    else this.faulty.delete(file);
  }

  /** @returns how many were missing and are there again. */
  private async inspectOlder(older: bigint, look: Look): Promise<number> {
    if (older < 1n) return 0;
    // Anywhere, so that processes which start often get to each.
    this.turn ??= BigInt(Math.floor(this.clock.now() / MINUTE_MS));
    let refilled = 0;
    while (refilled < look.limits.files && this.clock.now() < look.until) {
      const turn: bigint = (this.turn % older) + 1n;
      const before = look.errors.length;
      const noted = await this.store.noted(String(turn));
      const isRefilled = noted !== null && (await this.inspect(noted, look));
      // Where the newest cannot be read either it is the store: this one has its turn again, so that not one more is told each minute.
      if (!look.isNewestUnread || look.errors.length === before) this.turn = turn;
      if (!isRefilled) break;
      refilled += 1;
    }
    return refilled;
  }

  /** @returns whether it was missing and is there again. */
  private async inspect(noted: NotedFile, look: Look): Promise<boolean> {
    const state = await this.stateOf(noted, look);
    this.faulty.delete(noted.id);
    if (state === 'as noted') return false;
    this.logger.error({ event: 'books-archive-file', file: noted.id, key: noted.key, state });
    if (state === 'missing' && (await this.refill(noted, look.limits))) return true;
    this.faulty.add(noted.id);
    return false;
  }

  /** One that cannot be read is amiss as well: what it has is not known. */
  private async stateOf(noted: NotedFile, look: Look): Promise<FileState | 'unreadable'> {
    try {
      return await stateOf(this.storage, noted);
    } catch (error) {
      look.errors.push(error);
      return 'unreadable';
    }
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
