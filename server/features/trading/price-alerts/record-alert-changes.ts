import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { WriteNotices } from '../../account/notices/index.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { alertNotice } from './alert-notice.rules.js';
import type { AlertChange } from './alert-changes.js';
import { WatchedAlertsStore } from './watched-alerts.store.js';

/** Writes what became of alerts, with a notice for each that went off, all in the transaction of whoever judged. */
@Injectable()
export class RecordAlertChanges {
  constructor(
    private readonly store: WatchedAlertsStore,
    private readonly writeNotices: WriteNotices,
    private readonly catalog: MarketCatalog,
  ) {}

  /**
   * Call it last in the transaction: it holds the streams of the users until the end. What its user has changed meanwhile goes
   * off by the new terms or not at all.
   * @returns how many went off.
   */
  async execute(tx: Transaction, changes: readonly AlertChange[]): Promise<number> {
    if (changes.length === 0) return 0;
    const written = await this.store.write(tx, changes);
    const firings = changes
      .filter(({ alert }) => written.has(alert.id))
      .flatMap(({ alert, firings: readings }) => readings.map((reading) => ({ alert, reading })));
    if (firings.length === 0) return 0;
    const notices = firings.map(({ alert, reading }) => ({
      userId: alert.userId,
      at: new Date(reading.at),
      ...alertNotice(alert, reading, this.symbolOf(alert.marketId)),
    }));
    const ids = await this.writeNotices.execute(tx, notices);
    await this.store.writeFirings(
      tx,
      firings.map(({ alert, reading }, place) => ({ alertId: alert.id, reading, noticeId: ids[place] ?? '' })),
    );
    return firings.length;
  }

  private symbolOf(marketId: number | null): string {
    return marketId === null ? '' : (this.catalog.byId(marketId)?.symbol ?? '');
  }
}
