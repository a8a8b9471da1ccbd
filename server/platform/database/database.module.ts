import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '../../database/data-source.js';
import { Config } from '../config/config.js';
import { AfterCommit } from './after-commit.js';
import { SequenceNumbers } from './sequence-numbers.store.js';
import { ServingUser } from './serving-user.store.js';
import { Transactions } from './transactions.store.js';

/** A start without its database fails at once and says so; whoever started the process starts it again. */
const NO_SECOND_TRY = { toRetry: () => false };

/** The product's Postgres: `DataSource` for `*.store.ts` only, {@link Transactions} and {@link AfterCommit} for use cases. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: ({ values }: Config) => ({
        ...dataSourceOptions(
          values.DATABASE_URL,
          values.DATABASE_POOL_SIZE,
          values.DATABASE_POOLING === 'transaction' ? 'of the role' : true,
        ),
        ...NO_SECOND_TRY,
      }),
    }),
  ],
  providers: [AfterCommit, Transactions, SequenceNumbers, ServingUser],
  exports: [TypeOrmModule, AfterCommit, Transactions, SequenceNumbers],
})
export class DatabaseModule {}
