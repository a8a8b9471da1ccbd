import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { dataSourceOptions, sourceOf } from '../../database/data-source.js';
import { Config, type Configuration } from '../config/config.js';
import { AfterCommit } from './after-commit.js';
import { openKnown } from './known-postgres.js';
import { OwnSchema } from './own-schema.store.js';
import { ReadSource } from './read-source.store.js';
import { SequenceNumbers } from './sequence-numbers.store.js';
import { ServingUser } from './serving-user.store.js';
import { Standby } from './standby.store.js';
import { Transactions } from './transactions.store.js';
import type { PoolsApart } from './work-pools.js';

/** A start without its database fails at once and says so; whoever started the process starts it again. */
const NO_SECOND_TRY = { toRetry: () => false };

type PoolSettings = Pick<
  Configuration,
  'DATABASE_URL' | 'DATABASE_READ_URL' | 'DATABASE_POOLING' | 'DATABASE_READ_POOL_SIZE' | 'DATABASE_JOB_POOL_SIZE'
>;

/** A pooler that has a pool for each kind of work knows the database by a name for each, too. */
function poolsApart(values: PoolSettings): PoolsApart {
  const addressOf = (kind: 'reads' | 'jobs'): string => {
    if (values.DATABASE_POOLING !== 'transaction-by-work') return values.DATABASE_URL;
    const url = new URL(values.DATABASE_URL);
    url.pathname += `_${kind}`;
    return url.toString();
  };
  const { DATABASE_READ_URL: standby, DATABASE_READ_POOL_SIZE: most } = values;
  return {
    reads: { connectionString: addressOf('reads'), max: most },
    jobs: { connectionString: addressOf('jobs'), max: values.DATABASE_JOB_POOL_SIZE },
    ...(standby === undefined
      ? {}
      : {
          standby: { connectionString: standby, max: most },
          position: { connectionString: addressOf('reads'), max: 1 },
        }),
  };
}

/** The product's Postgres: `DataSource` and {@link ReadSource} for `*.store.ts` only, {@link Transactions} and {@link AfterCommit} for use cases. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: ({ values }: Config) => ({
        ...dataSourceOptions(
          values.DATABASE_URL,
          values.DATABASE_POOL_SIZE,
          values.DATABASE_POOLING === 'none' ? true : 'of the role',
          poolsApart(values),
        ),
        ...NO_SECOND_TRY,
      }),
      dataSourceFactory: (options) => openKnown(sourceOf(options as DataSourceOptions)),
    }),
  ],
  providers: [AfterCommit, Transactions, ReadSource, Standby, SequenceNumbers, ServingUser, OwnSchema],
  exports: [TypeOrmModule, AfterCommit, Transactions, ReadSource, SequenceNumbers, OwnSchema],
})
export class DatabaseModule {}
