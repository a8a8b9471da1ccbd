import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobHandlers } from './job-handlers.js';
import { JobQueues } from './job-queues.js';
import { JobWorker } from './job-worker.js';
import { SchedulesStore } from './schedules.store.js';

/** {@link JobQueues} is injectable everywhere; the jobs run where the role is `worker`. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [JobQueues, JobHandlers, SchedulesStore, JobWorker],
  exports: [JobQueues],
})
export class JobsModule {}
