import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntitySubscriberInterface, type QueryRunner } from 'typeorm';
import type { Transaction } from './transaction.js';

/**
 * What is to happen once a transaction has committed, and not at all when it is rolled back: hints, which may be lost. Whatever must
 * happen is a row of the transaction itself.
 */
@Injectable()
export class AfterCommit implements OnModuleInit {
  private readonly waiting = new WeakMap<QueryRunner, (() => void)[]>();
  private readonly commits: EntitySubscriberInterface = {
    afterTransactionCommit: ({ queryRunner }) => {
      // The release of a savepoint is reported too, but it is no commit.
      if (!queryRunner.isTransactionActive) for (const act of this.taken(queryRunner)) act();
    },
    afterTransactionRollback: ({ queryRunner }) => {
      if (!queryRunner.isTransactionActive) this.taken(queryRunner);
    },
  };

  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  onModuleInit(): void {
    this.source.subscribers.push(this.commits);
  }

  /** Acts once the transaction has committed; at once when none is open. @param act must not throw. */
  run(tx: Transaction, act: () => void): void {
    const { queryRunner } = tx;
    if (!queryRunner?.isTransactionActive) return act();
    this.waiting.set(queryRunner, [...(this.waiting.get(queryRunner) ?? []), act]);
  }

  private taken(queryRunner: QueryRunner): (() => void)[] {
    const acts = this.waiting.get(queryRunner) ?? [];
    this.waiting.delete(queryRunner);
    return acts;
  }
}
