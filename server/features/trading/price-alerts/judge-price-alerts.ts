import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { type AlertChange, AlertChanges } from './alert-changes.js';
import { AlertIndex } from './alert-index.js';
import { CatchUpAlerts } from './catch-up-alerts.js';
import { OtherFigures } from './other-figures.js';
import { ReadNewTape, type ReadTapeUpTo } from './read-new-tape.js';
import { RecordAlertChanges } from './record-alert-changes.js';
import type { SeriesReading } from './watched-alert.js';
import { WatchedAlertsStore } from './watched-alerts.store.js';

/** For how long nobody else judges after a round. */
const TURN_MS = 5000;
const PAGE = 20_000;
/** Alerts that one transaction writes: the turn, their rows and the streams of their users are held as long as that takes. */
const WRITTEN_AT_ONCE = 1000;

/** What one look at the tape came to. */
interface Judged {
  changes: AlertChange[];
  upTo: ReadTapeUpTo;
}

/**
 * Judges the alerts by the tape, one process at a time. How far it was judged, what became of each alert and the notices of
 * those that went off are written in one transaction under the turn, so whoever takes over goes on exactly there. What
 * is in memory counts only as long as the turn was kept and every write was committed; else it is read again.
 */
@Injectable()
export class JudgePriceAlerts {
  private readonly logger = new Logger(JudgePriceAlerts.name);
  private readonly holder = randomUUID();
  private index = new AlertIndex();
  private isKnown = false;

  constructor(
    private readonly store: WatchedAlertsStore,
    private readonly readNewTape: ReadNewTape,
    private readonly catchUpAlerts: CatchUpAlerts,
    private readonly otherFigures: OtherFigures,
    private readonly recordAlertChanges: RecordAlertChanges,
    private readonly transactions: Transactions,
  ) {}

  /** @returns how many went off, and whether there is more to judge at once. */
  async execute(): Promise<{ fired: number; more: boolean }> {
    const others = this.isKnown ? await this.otherFigures.due([...this.index.series()]) : [];
    const first = await this.transactions.run((tx) => this.judge(tx, others));
    if (first === null) return { fired: 0, more: false };
    let { fired } = first;
    for (let from = WRITTEN_AT_ONCE; from < first.judged.changes.length; from += WRITTEN_AT_ONCE) {
      const part = await this.transactions.run((tx) => this.goOn(tx, first.judged, from));
      // Somebody else goes on from the place that is written.
      if (part === null) return { fired, more: false };
      fired += part;
    }
    this.isKnown = true;
    return { fired, more: first.judged.upTo.more };
  }

  private async judge(tx: Transaction, others: readonly SeriesReading[]) {
    const turn = await this.store.takeTurn(tx, this.holder, TURN_MS);
    if (turn === null) {
      this.forget();
      return null;
    }
    if (turn === 'taken' || !this.isKnown) await this.load(tx);
    // Until all is committed; a second try of this transaction begins anew.
    this.isKnown = false;
    const changes = new AlertChanges();
    const upTo = await this.readNewTape.places(tx);
    await this.catchUpAlerts.execute(tx, { index: this.index, changes }, upTo);
    const { readings, ...read } = await this.readNewTape.read(tx, upTo, (series) => this.index.waitsFor(series));
    for (const { series, reading } of [...readings, ...others]) {
      changes.take(this.index.judge(series, reading));
    }
    const judged: Judged = { changes: changes.all(), upTo: read.upTo };
    return { judged, fired: await this.write(tx, judged, 0) };
  }

  private async goOn(tx: Transaction, judged: Judged, from: number): Promise<number | null> {
    const turn = await this.store.takeTurn(tx, this.holder, TURN_MS);
    return turn === 'held' ? this.write(tx, judged, from) : null;
  }

  /** The tape counts as judged with the last of what was found on it. */
  private async write(tx: Transaction, { changes, upTo }: Judged, from: number): Promise<number> {
    if (from + WRITTEN_AT_ONCE >= changes.length) await this.readNewTape.move(tx, upTo);
    return this.recordAlertChanges.execute(tx, changes.slice(from, from + WRITTEN_AT_ONCE));
  }

  private async load(tx: Transaction): Promise<void> {
    this.index = new AlertIndex();
    for (let last = 0; ; ) {
      const page = await this.store.watched(tx, last, PAGE);
      for (const alert of page) this.index.put(alert);
      if (page.length < PAGE) break;
      last = page.at(-1)?.id ?? last;
    }
    this.logger.log(`${this.index.size} price alerts.`);
  }

  private forget(): void {
    if (this.index.size > 0) this.index = new AlertIndex();
    this.isKnown = false;
  }
}
