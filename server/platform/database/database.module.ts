import { Global, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { Config } from '../config/config.js';
import { Transactions } from './transactions.store.js';

@Injectable()
class DatabaseLifecycle implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }
}

/** The product's Postgres: `DataSource` for `*.store.ts` only, {@link Transactions} for use cases. */
@Global()
@Module({
  providers: [
    {
      provide: DataSource,
      inject: [Config],
      useFactory: ({ values }: Config) => createDataSource(values.DATABASE_URL, values.DATABASE_POOL_SIZE).initialize(),
    },
    DatabaseLifecycle,
    Transactions,
  ],
  exports: [DataSource, Transactions],
})
export class DatabaseModule {}
