import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isWorthAnotherTry, type Transaction } from './transaction.js';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 10;

/** Transactions for use cases, which know no SQL. */
@Injectable()
export class Transactions {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Runs the whole work in one transaction: all of it happens or none. After a deadlock, a serialization failure or a
   * lock that was not granted it is run again, at most three times, so it must have no effect outside the transaction.
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
      if (attempt === ATTEMPTS || !isWorthAnotherTry(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
