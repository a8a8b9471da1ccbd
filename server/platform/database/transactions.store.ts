import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isConflict, isWorthAnotherTry, type Transaction } from './transaction.js';

const ATTEMPTS = 4;
/** After a conflict nothing was waited for, and what was read is read again: another try is soon made. */
const ATTEMPTS_AFTER_CONFLICT = 8;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 80;

/** Transactions for use cases, which know no SQL. */
@Injectable()
export class Transactions {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Runs the whole work in one transaction: all of it happens or none. After a deadlock or a lock that was not granted it
   * is run again, at most three times, after a serialization failure seven times, so it must have no effect outside the transaction.
   */
  async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return repeated(() => this.source.transaction(work));
  }

  /** Reads as of one instant, however many statements it takes. Writes nothing. */
  async snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return repeated(() =>
      this.source.transaction('REPEATABLE READ', async (tx) => {
        await tx.query('set transaction read only');
        return work(tx);
      }),
    );
  }

  /** The same for a command that is a single statement and needs no transaction around it. */
  async runStatement<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return repeated(() => work(this.source.manager));
  }
}

async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const most = isConflict(error) ? ATTEMPTS_AFTER_CONFLICT : ATTEMPTS;
      if (attempt >= most || !isWorthAnotherTry(error)) throw error;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
