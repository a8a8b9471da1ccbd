import { Inject, Injectable, Optional } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { onConnection, withinTransaction } from './one-connection.js';
import { Standby } from './standby.store.js';
import type { Transaction } from './transaction.js';
import { asKind } from './work-kind.js';

/**
 * Where is read what has happened: histories, statements, records, the whole book. A standby answers where there is one that has
 * everything that was committed before the call; otherwise the primary does, on connections of reads alone, so that however many and
 * slow they are, no command waits for one. What a command goes by is read by the command itself, and never here.
 */
@Injectable()
export class ReadSource {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Optional() @Inject(Standby) private readonly standby?: Standby,
  ) {}

  /** One statement, whose rows are those of its own instant. */
  query<Rows>(statement: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.read((runner) => runner.query(statement, [...values]) as Promise<Rows>);
  }

  /** Several statements that see one instant. Nothing can be written, and what they answer may be asked for again. */
  snapshot<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.read((runner) =>
      runner.manager.transaction('REPEATABLE READ', async (tx) => {
        await tx.query('set transaction read only');
        return withinTransaction(() => work(tx));
      }),
    );
  }

  private async read<Answer>(work: (runner: QueryRunner) => Promise<Answer>): Promise<Answer> {
    const there = await this.standby?.read(work);
    return there ? there.answer : asKind('reads', () => onConnection(this.source, work));
  }
}
