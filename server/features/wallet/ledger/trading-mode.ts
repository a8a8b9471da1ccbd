import { Injectable, Logger } from '@nestjs/common';
import type { Book } from '../../../contract/books.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { refusalOf } from './ledger-refusals.js';
import { type TradingModeRow, TradingModeStore } from './trading-mode.store.js';

/**
 * Whether a book takes new commitments: real and demo money each for itself. In cancel-only users may cancel, close and
 * look, and open work is settled, but nothing new is begun and nothing leaves the house.
 */
@Injectable()
export class TradingMode {
  private readonly logger = new Logger(TradingMode.name);

  constructor(
    private readonly store: TradingModeStore,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * For commands that take on new commitments or let money out: transfers, orders, withdrawals and their release.
   * @throws Refusal `ledger.cancel-only` or `ledger.demo-cancel-only` when the book that they move is in cancel-only.
   */
  async assertOpen(tx: Transaction, book: Book): Promise<void> {
    try {
      await this.store.assertOpen(tx, book);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  read(): Promise<Record<Book, TradingModeRow>> {
    return this.store.read();
  }

  /** Switches a book to cancel-only. Only operators switch it back. */
  async stop(book: Book, cause: string): Promise<void> {
    const at = new Date(this.clock.now());
    const changed = await this.store.change(book, { mode: 'cancel-only', cause, operatorId: null, at });
    this.metrics.cancelOnly.set({ book }, 1);
    if (changed) this.logger.fatal(`The ${book} book is in cancel-only: ${cause}`);
  }

  /**
   * Ends cancel-only when operators declare a book in order; nothing else ends it.
   * @returns false when the book was open, or when the last check did not find it in order.
   */
  async clear(book: Book, { operatorId, reason }: { operatorId: string; reason: string }, tx?: Transaction) {
    const at = new Date(this.clock.now());
    const changed = await this.store.change(book, { mode: 'open', cause: reason, operatorId, at }, tx);
    if (!changed) return false;
    this.metrics.cancelOnly.set({ book }, 0);
    this.logger.warn(`Operator ${operatorId} ended cancel-only of the ${book} book: ${reason}`);
    return true;
  }
}
