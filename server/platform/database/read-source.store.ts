import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withinTransaction } from './one-connection.js';
import type { Transaction } from './transaction.js';
import { asKind } from './work-kind.js';

/**
 * Where is read what has happened: histories, statements, records, the whole book. Its connections are those of reads alone, so
 * that however many and slow they are, no command waits for one. What a command goes by is read by the command itself.
 */
@Injectable()
export class ReadSource {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** One statement, whose rows are those of its own instant. */
  query<Rows>(statement: string, values: readonly unknown[] = []): Promise<Rows> {
    return asKind('reads', () => this.source.query<Rows>(statement, [...values]));
  }

  /** Several statements that see one instant. Nothing can be written. */
  snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return asKind('reads', () =>
      this.source.transaction('REPEATABLE READ', async (tx) => {
        await tx.query('set transaction read only');
        return withinTransaction(() => work(tx));
      }),
    );
  }
}
