import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../platform/metrics/metrics.js';
import { BooksStore, type CheckedInvariant } from './books.store.js';
import { registeredInvariants } from './invariants.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';

/** Checks every invariant; a violation switches the product to cancel-only. */
@Injectable()
export class CheckBooks {
  private readonly logger = new Logger(CheckBooks.name);
  private running: Promise<CheckedInvariant[]> | null = null;

  constructor(
    private readonly books: BooksStore,
    private readonly mode: TradingMode,
    private readonly modeStore: TradingModeStore,
    private readonly metrics: Metrics,
  ) {}

  /** Answers what was checked. Asked for again while it runs, it answers what that run finds. */
  execute(): Promise<CheckedInvariant[]> {
    this.running ??= this.check().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async check(): Promise<CheckedInvariant[]> {
    const checked = await this.books.check(registeredInvariants());
    const broken = checked.filter(({ rows }) => rows.length > 0);
    this.metrics.booksBroken.set(broken.length);
    this.metrics.booksCheckSeconds.set(checked.reduce((sum, { tookMs }) => sum + tookMs, 0) / 1000);
    if (broken.length === 0) {
      await this.modeStore.noteVerified();
      return checked;
    }
    for (const { name, says, rows } of broken) this.logger.error({ invariant: name, says, rows: rows.slice(0, 5) });
    await this.mode.stop(`The books break ${broken.map(({ name }) => name).join(', ')}.`);
    return checked;
  }
}
