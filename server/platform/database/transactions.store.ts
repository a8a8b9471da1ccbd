import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asStep } from '../tracing/work.js';
import { withinTransaction } from './one-connection.js';
import { isConflict, isWorthAnotherTry, type Transaction } from './transaction.js';

/** How often work is run, and the bounds of the pause before another run, which doubles. */
interface Patience {
  attempts: number;
  firstMs: number;
  longestMs: number;
}

const AFTER_A_LOCK: Patience = { attempts: 4, firstMs: 20, longestMs: 80 };
/** Nothing was waited for: what was read is read again, and somebody else is done already. */
const AFTER_A_CONFLICT: Patience = { attempts: 12, firstMs: 2, longestMs: 40 };

const TRANSACTION = { name: 'transaction', kind: 'internal' } as const;

/** Transactions for use cases, which know no SQL. */
@Injectable()
export class Transactions {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Runs the whole work in one transaction: all of it happens or none. It is run again after a deadlock or a lock that was not
   * granted, at most three times, and after a conflict (40001), eleven times, so it must have no effect outside of it.
   */
  async run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return repeated(() =>
      asStep(TRANSACTION, () => this.source.transaction((tx) => withinTransaction(() => work(tx)))),
    );
  }

  /** Reads as of one instant, however many statements it takes. Writes nothing. */
  async snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return repeated(() =>
      asStep(TRANSACTION, () =>
        this.source.transaction('REPEATABLE READ', async (tx) => {
          await tx.query('set transaction read only');
          return withinTransaction(() => work(tx));
        }),
      ),
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
      const { attempts, firstMs, longestMs } = isConflict(error) ? AFTER_A_CONFLICT : AFTER_A_LOCK;
      if (attempt >= attempts || !isWorthAnotherTry(error)) throw error;
      await pause(Math.min(firstMs * 2 ** (attempt - 1), longestMs) * (0.5 + Math.random()));
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
