import { Injectable, Logger, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { type Job, Worker } from 'bullmq';
import { JOB_NAMES, JOBS, type JobName, QUEUES, type QueueName } from '../../jobs.js';
import { Config } from '../config/config.js';
import { JobHandlers, type RunJob } from './job-handlers.js';
import { JobQueues, within } from './job-queues.js';
import { SchedulesStore } from './schedules.store.js';

const CONCURRENCY = 4;
/** Schedules are looked at again this often, because a Redis that was emptied has lost them without an error. */
const WATCH_EVERY_MS = 15_000;
const STOP_LIMIT_MS = 8000;

/** Runs the jobs in processes with the role `worker`. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobWorker.name);
  private readonly workers: Worker[] = [];
  private watch: NodeJS.Timeout | null = null;
  private keeping = false;

  constructor(
    private readonly config: Config,
    private readonly handlers: JobHandlers,
    private readonly queues: JobQueues,
    private readonly schedules: SchedulesStore,
  ) {}

  /** @throws Error when a job has no handler or two; the process must not start then. */
  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    const handlers = this.handlers.collect();
    for (const name of QUEUES) this.workers.push(this.open(name, handlers));
    for (const name of JOB_NAMES) if (JOBS[name].schedule?.atStart) void this.runAtStart(name, handlers);
    void this.keepSchedules();
    this.watch = setInterval(() => void this.keepSchedules(), WATCH_EVERY_MS);
    this.watch.unref();
  }

  /** Before connections are cut: waits for the jobs that are being done; what is left after eight seconds is found again by the next worker. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.watch) clearInterval(this.watch);
    await Promise.all(
      this.workers.map((worker) => {
        const closed = worker.close().then(
          () => true,
          () => true,
        );
        return within(closed, STOP_LIMIT_MS);
      }),
    );
  }

  /** Puts missing schedules in place. Never throws: without Redis there is nothing to put them into. */
  async keepSchedules(): Promise<void> {
    if (this.keeping) return;
    this.keeping = true;
    try {
      const missing = await this.missingSchedules();
      if (missing.length > 0) await this.schedules.alone(() => this.placeSchedules(missing));
    } catch (error) {
      this.logger.debug(`The schedules could not be looked at: ${String(error)}`);
    } finally {
      this.keeping = false;
    }
  }

  private async missingSchedules(): Promise<JobName[]> {
    const known = new Map<string, number | undefined>();
    for (const name of QUEUES) {
      const queue = await this.queues.ready(name);
      const schedulers = await queue.getJobSchedulers(0, 999);
      for (const { key, every } of schedulers) known.set(key, every);
    }
    return JOB_NAMES.filter((name) => {
      const { schedule } = JOBS[name];
      return schedule && known.get(name) !== schedule.everyMs;
    });
  }

  private async placeSchedules(names: JobName[]): Promise<void> {
    for (const name of names) {
      const { schedule, queue, attempts, backoffMs } = JOBS[name];
      if (!schedule) continue;
      await (await this.queues.ready(queue)).upsertJobScheduler(
        name,
        { every: schedule.everyMs },
        { name, data: schedule.payload, opts: { attempts, backoff: { type: 'exponential', delay: backoffMs } } },
      );
    }
  }

  private open(queue: QueueName, handlers: Map<JobName, RunJob>): Worker {
    const worker = new Worker(
      queue,
      async (job: Job) => {
        const run = handlers.get(job.name as JobName);
        if (!run) throw new Error(`Nobody handles ${job.name}.`);
        await run(job.data);
      },
      {
        connection: this.queues.connect({ maxRetriesPerRequest: null }),
        prefix: this.queues.prefix,
        concurrency: CONCURRENCY,
        // Crashes in a row must not end a job that is only a hint to look at rows.
        maxStalledCount: 10,
      },
    );
    worker.on('error', (error) => this.logger.debug(`Worker ${queue}: ${error.message}`));
    worker.on('failed', (job, error) => this.logger.warn(`Job ${job?.name ?? 'unknown'} failed: ${error.message}`));
    return worker;
  }

  /** Does not go through Redis, so that what a start needs is done without it, too. */
  private async runAtStart(name: JobName, handlers: Map<JobName, RunJob>): Promise<void> {
    try {
      await handlers.get(name)?.(JOBS[name].schedule?.payload);
    } catch (error) {
      this.logger.warn(`Job ${name} failed at start: ${String(error)}`);
    }
  }
}
