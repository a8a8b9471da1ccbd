import { Injectable, Logger } from '@nestjs/common';
import { DATA_EXPORT_RETENTION_HOURS } from '../../../contract/rules/data-exports.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ExportTooLarge, SealParts } from './seal-parts.js';
import { type ClaimedExport, DataExportsStore, ExportFailed } from './data-exports.store.js';
import { NotifyOfExport } from './notify-of-export.js';

const HOUR_MS = 3_600_000;
const TRIES_MAX = 3;
const AT_ONCE = 50;

/**
 * Writes the files that users asked for, tells of those that are written, and removes those whose time is over. Each step is a
 * transaction: cut off anywhere, the next round goes on from what the rows say.
 */
@Injectable()
export class WriteDataExports {
  private readonly logger = new Logger('DataExports');

  constructor(
    private readonly store: DataExportsStore,
    private readonly sealParts: SealParts,
    private readonly notifyOfExport: NotifyOfExport,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    let after: string | null = '0';
    for (let done = 0; after !== null && done < AT_ONCE; done += 1) after = await this.writeNext(after);
    // One user who cannot be told keeps nobody else waiting, and no file beyond its time.
    const failures = new Failures();
    await failures.apart(() => this.store.expire(new Date(this.clock.now()), AT_ONCE), 0);
    for (const written of await this.store.written(AT_ONCE)) {
      await failures.apart(() => this.announce(written), undefined);
    }
    failures.end();
  }

  /** @returns its number; null where none waits. */
  private async writeNext(after: string): Promise<string | null> {
    try {
      const written = await this.store.write(after, (tx, claimed) => this.sealParts.execute(tx, claimed));
      return written?.id ?? null;
    } catch (error) {
      if (!(error instanceof ExportFailed)) throw error;
      const { id } = error.claimed;
      if (error.cause instanceof ExportTooLarge) {
        await this.store.giveUp(id);
        this.logger.warn(`The file ${id} is given up: ${error.cause.message}`);
        return id;
      }
      const isOver = await this.store.noteFailure(id, TRIES_MAX);
      this.logger.error({ err: error.cause }, `The file ${id} could not be written${isOver ? ' and is given up' : ''}`);
      return id;
    }
  }

  private async announce({ id, userId }: ClaimedExport): Promise<void> {
    await this.transactions.run(async (tx) => {
      const at = this.clock.now();
      const until = new Date(at + DATA_EXPORT_RETENTION_HOURS * HOUR_MS);
      if (!(await this.store.markReady(tx, id, { at: new Date(at), until }))) return;
      // The newest file is the one; those before it go.
      await this.store.endFormer(tx, userId, id);
      await this.notifyOfExport.ready(tx, userId, until);
    });
  }
}
