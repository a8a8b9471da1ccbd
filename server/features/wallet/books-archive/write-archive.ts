import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ArchiveDraft } from './archive-draft.js';
import { type ArchiveLimits, BooksArchiveStore } from './books-archive.store.js';
import { InspectArchive } from './inspect-archive.js';
import { WriteArchiveFile } from './write-archive-file.js';

/** A run is less than a minute of work; what is left is for the next one. */
const LIMITS: ArchiveLimits = { journals: 100_000, bytes: 64_000_000, seals: 20_000, postings: 20_000, files: 8 };
/** No file is begun later than this after the run was. */
const RUN_MS = 45_000;

/**
 * Writes sealed journals with their postings into files beside the database. A file is whole seals, and the same seals are the
 * same lines: cut off between the file and its row, or done by two workers at once, it is the same file.
 */
@Injectable()
export class WriteArchive {
  private readonly logger = new Logger(WriteArchive.name);
  private isRunning = false;
  private isFirst = true;

  constructor(
    private readonly store: BooksArchiveStore,
    private readonly writeArchiveFile: WriteArchiveFile,
    private readonly inspectArchive: InspectArchive,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks first whether what is noted is there. A call during a run does not wait for it, and only says how late the archive is: whatever
   * holds a run up, that is told.
   * @returns how many new files it has written. What is too little for one waits for the end of its day.
   */
  async execute(given: Partial<ArchiveLimits> = {}): Promise<number> {
    if (this.isRunning) {
      await this.measure();
      return 0;
    }
    this.isRunning = true;
    try {
      return await this.run({ ...LIMITS, ...given });
    } finally {
      this.isRunning = false;
    }
  }

  private async run(limits: ArchiveLimits): Promise<number> {
    await this.measureIfItCan();
    await this.removeLeft();
    try {
      const files = await this.writeFiles(limits);
      await this.measure();
      return files;
    } catch (error) {
      // What went wrong first is what is told.
      await this.measureIfItCan();
      throw error;
    }
  }

  private async writeFiles(limits: ArchiveLimits): Promise<number> {
    const until = this.clock.now() + RUN_MS;
    const [looked] = await Promise.allSettled([this.inspectArchive.execute(limits, until)]);
    let files = 0;
    // The first, however long the look took: a file that falls silent halfway would hold up all that are to come.
    const isTime = () => files === 0 || this.clock.now() < until;
    while (files < limits.files && isTime() && (await this.writeNext(limits))) files += 1;
    // What comes next is archived all the same.
    if (looked.status === 'rejected') throw looked.reason;
    return files;
  }

  /** Drafts of processes that were killed: they would fill the disk. */
  private async removeLeft(): Promise<void> {
    if (!this.isFirst) return;
    this.isFirst = false;
    await ArchiveDraft.removeLeft(this.clock.now()).catch((err: unknown) => this.logger.warn({ err }));
  }

  private async writeNext(limits: ArchiveLimits): Promise<boolean> {
    const next = await this.store.nextFile(limits, this.now());
    if (!next) return false;
    const written = await this.writeArchiveFile.execute(next, limits);
    await this.store.add({ id: next.id, ...written }, this.now());
    this.logger.log({ file: next.id, ...written });
    return true;
  }

  private async measure(): Promise<void> {
    this.metrics.booksArchiveLateSeconds.set(await this.store.lateSeconds(this.now()));
  }

  private measureIfItCan(): Promise<void> {
    return this.measure().catch((err: unknown) => this.logger.warn({ err }));
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
