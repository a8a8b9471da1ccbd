import { Global, Module } from '@nestjs/common';
import { ForgetCommandKeys } from './forget-command-keys.js';
import { IdempotencyJobs } from './idempotency.jobs.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotentCommands } from './idempotent-commands.js';

/** {@link IdempotentCommands} is injectable everywhere. */
@Global()
@Module({
  providers: [IdempotencyStore, ForgetCommandKeys, IdempotencyJobs, IdempotentCommands],
  exports: [IdempotentCommands],
})
export class IdempotencyModule {}
