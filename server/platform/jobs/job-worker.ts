import { Injectable, Logger, type OnApplicationBootstrap, type BeforeApplicationShutdown } from '@nestjs/common';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { FORMER_JOBS, JOB_NAMES, JOBS, type JobName, QUEUES, type QueueName } from '../../jobs.js';
import { Config } from '../config/config.js';
import { asKind } from '../database/work-kind.js';
import { type HealthPart, HealthRegistry } from '../health/health.registry.js';
import { Fitness } from '../loop/fitness.js';
import { asWork } from '../tracing/work.js';
import { JobHandlers, type RunJob } from './job-handlers.js';
import { type JobOutcome, JobQueues, within } from './job-queues.js';
import { readPayload } from './read-payload.js';
import { SchedulesStore } from './schedules.store.js';

/** @param trace the place in the trace of who asked for it, where that is recorded. */
type RunTracedJob = (payload: unknown, trace?: string) => Promise<void>;

const CONCURRENCY = 4;
/** Schedules are looked at again this often, because a Redis that was emptied has lost them without an error. */
const WATCH_EVERY_MS = 5000;
/** A schedule whose next run stays where it is for so long beyond its period has lost that run. */
const STUCK_MS = 10_000;
/** Schedules of at most this period look for what is due: nobody waits for Redis with those. */
const SWEEP_PERIOD_MS = 5000;
/** A sweep that this process has not done for so long is done without being asked. */
const SWEEP_GAP_MS = 7500;
const SWEEP_LOOK_MS = 2500;
const STOP_LIMIT_MS = 8000;
/** A worker that died keeps its jobs for so long, at most this and one look at them; the defaults are 30 s each. */
const LOCK_MS = 5000;
const STALLED_LOOK_MS = 2500;
/** How soon a clock that went wrong, or is right again, is heeded. */
const CLOCK_LOOK_MS = 250;
/** Queues whose schedules nobody could see for so long are away. */
const UNSEEN_SECONDS = 20;
/** After a fault of Redis; the default is 15 s. */
const RETRY_MS = 1000;

/** Runs the jobs in processes with the role `worker`. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobWorker.name);
  private readonly workers: Worker[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  /** When each sweep was last done here. */
  private readonly doneAt = new Map<JobName, number>();
  /** What is being done without a job. */
  private readonly unasked = new Set<JobName>();
  /** The next run of each schedule, and since when it is that one. */
  private readonly nextRuns = new Map<string, { next: number | undefined; since: number }>();
  private isEnsuring = false;
  /** When the schedules of all queues were last seen. */
  private schedulesSeenAt = performance.now();

  constructor(
    private readonly config: Config,
    private readonly handlers: JobHandlers,
    private readonly queues: JobQueues,
    private readonly schedules: SchedulesStore,
    private readonly fitness: Fitness,
    private readonly health: HealthRegistry,
  ) {}

  /** @throws Error when a job has no handler or two; the process must not start then. */
  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    const handlers = new Map([...this.handlers.collect()].map(([name, run]) => [name, this.noted(name, run)]));
    // No job is taken and none is done unasked on a schema that this version does not know.
    this.fitness.onceMet(() => this.begin(handlers));
  }

  private begin(handlers: Map<JobName, RunTracedJob>): void {
    for (const name of QUEUES) this.workers.push(this.open(name, handlers));
    for (const name of JOB_NAMES) {
      if (isSweep(name)) this.doneAt.set(name, performance.now());
      if (JOBS[name].schedule?.atStart) void this.runUnasked(name, handlers);
    }
    this.health.part('queue', () => this.state());
    void this.heedClock();
    void this.ensureSchedules();
    this.every(WATCH_EVERY_MS, () => void this.ensureSchedules());
    this.every(SWEEP_LOOK_MS, () => this.sweepUnasked(handlers));
    this.every(CLOCK_LOOK_MS, () => void this.heedClock());
  }

  /** Leaves the jobs to other workers while this process does not know what time it is. */
  private async heedClock(): Promise<void> {
    const isRight = this.fitness.isFit();
    for (const worker of this.workers) {
      if (!isRight && !worker.isPaused()) await worker.pause(true).catch(() => undefined);
      if (isRight && worker.isPaused()) await worker.resume();
    }
  }

  /** Before connections are cut: waits for the jobs that are being done; what is left after eight seconds is found again by the next worker. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
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
  async ensureSchedules(): Promise<void> {
    // By a wrong clock they would be placed for a wrong instant.
    if (this.isEnsuring || !this.fitness.isFit()) return;
    this.isEnsuring = true;
    try {
      const missing = await this.missingSchedules();
      if (missing.length > 0) await this.schedules.alone(() => this.placeSchedules(missing));
    } catch (error) {
      this.logger.debug(`The schedules could not be looked at: ${String(error)}`);
    } finally {
      this.isEnsuring = false;
    }
  }

  /** Without its queues a worker still does by looking what is due, later and more dearly. */
  private state(): HealthPart {
    const unseenSeconds = Math.round((performance.now() - this.schedulesSeenAt) / 1000);
    const paused = this.workers.filter((worker) => worker.isPaused()).length;
    const isOk = unseenSeconds <= UNSEEN_SECONDS && paused === 0;
    return { state: isOk ? 'ok' : 'degraded', detail: { queues: this.workers.length, paused, unseenSeconds } };
  }

  private async missingSchedules(): Promise<JobName[]> {
    const missing: JobName[] = [];
    let isWhole = true;
    for (const queueName of QUEUES) {
      const queue = await this.queues.ready(queueName);
      const known = await queue.getJobSchedulers(0, 999).catch((error: unknown) => {
        this.logger.debug(`The schedules of ${queueName} could not be read: ${String(error)}`);
        return null;
      });
      // One queue that did not answer in time keeps the others from nothing.
      if (!known) {
        isWhole = false;
        continue;
      }
      for (const name of FORMER_JOBS) if (known.some(({ key }) => key === name)) await queue.removeJobScheduler(name);
      const found = new Map(known.map((scheduler) => [scheduler.key, scheduler]));
      for (const name of JOB_NAMES) {
        const { schedule, queue: its } = JOBS[name];
        if (!schedule || its !== queueName) continue;
        const scheduler = found.get(name);
        if (scheduler?.every !== schedule.everyMs || this.isStuck(name, scheduler.next, schedule.everyMs)) {
          missing.push(name);
        }
      }
    }
    if (isWhole) this.schedulesSeenAt = performance.now();
    return missing;
  }

  /** A schedule goes on by its last run: a run that was lost, as by a crash in between, ends it without a word. */
  private isStuck(name: JobName, next: number | undefined, everyMs: number): boolean {
    const now = performance.now();
    const before = this.nextRuns.get(name);
    if (before && before.next === next) return now - before.since > everyMs + STUCK_MS;
    this.nextRuns.set(name, { next, since: now });
    return false;
  }

  private async placeSchedules(names: JobName[]): Promise<void> {
    for (const name of names) {
      await this.placeSchedule(name).catch((error: unknown) => {
        this.logger.debug(`The schedule of ${name} could not be placed: ${String(error)}`);
      });
    }
  }

  private async placeSchedule(name: JobName): Promise<void> {
    const { schedule, queue, attempts, backoffMs } = JOBS[name];
    if (!schedule) return;
    await (await this.queues.ready(queue)).upsertJobScheduler(
      name,
      { every: schedule.everyMs },
      { name, data: schedule.payload, opts: { attempts, backoff: { type: 'exponential', delay: backoffMs } } },
    );
  }

  private open(queue: QueueName, handlers: Map<JobName, RunTracedJob>): Worker {
    const worker = new Worker(
      queue,
      async (job: Job) => {
        const run = handlers.get(job.name as JobName);
        if (!run) throw new Error(`Nobody handles ${job.name}.`);
        // Taken just before the worker was paused: the row is found again by a look, as after a lost job.
        if (!this.fitness.isFit()) throw new Error('The clock of this process is wrong.');
        const payload = readPayload(job.name as JobName, job.data);
        // Another try would bring the same; what is due is found by the sweeps.
        if (payload === null) throw new UnrecoverableError(`This is no payload of ${job.name}.`);
        await run(payload, job.opts.telemetry?.metadata);
      },
      {
        connection: this.queues.connect({ maxRetriesPerRequest: null }),
        prefix: this.queues.prefixOf(queue),
        concurrency: CONCURRENCY,
        // Crashes in a row must not end a job that is only a hint to look at rows.
        maxStalledCount: 10,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_LOOK_MS,
        runRetryDelay: RETRY_MS,
      },
    );
    worker.on('error', (error) => this.logger.debug(`Worker ${queue}: ${error.message}`));
    worker.on('failed', (job, error) => this.logger.warn(`Job ${job?.name ?? 'unknown'} failed: ${error.message}`));
    return worker;
  }

  private noted(name: JobName, run: RunJob): RunTracedJob {
    return (payload, trace) =>
      asKind('jobs', () =>
        asWork({ name: `job ${name}`, kind: 'consumer' }, () => this.timed(name, run, payload), trace),
      );
  }

  private async timed(name: JobName, run: RunJob, payload: unknown): Promise<void> {
    const beganAt = performance.now();
    let outcome: JobOutcome = 'failed';
    try {
      await run(payload);
      outcome = 'done';
      if (isSweep(name)) this.doneAt.set(name, performance.now());
    } finally {
      this.queues.noteTime(name, outcome, performance.now() - beganAt);
    }
  }

  /**
   * Does the sweeps that nobody has asked this process for in a while: whatever has become of the schedules, and whether
   * or not there is a Redis, what is due is found by looking. One that failed is tried again in the same way.
   */
  private sweepUnasked(handlers: Map<JobName, RunTracedJob>): void {
    const now = performance.now();
    for (const [name, at] of this.doneAt) {
      if (now - at >= SWEEP_GAP_MS) void this.runUnasked(name, handlers);
    }
  }

  /** Does not go through Redis, so that what a start needs is done without it, too. */
  private async runUnasked(name: JobName, handlers: Map<JobName, RunTracedJob>): Promise<void> {
    if (this.unasked.has(name) || !this.fitness.isFit()) return;
    this.unasked.add(name);
    try {
      await handlers.get(name)?.(JOBS[name].schedule?.payload);
    } catch (error) {
      this.logger.warn(`Job ${name} failed: ${String(error)}`);
    } finally {
      this.unasked.delete(name);
    }
  }

  private every(milliseconds: number, work: () => void): void {
    const timer = setInterval(work, milliseconds);
    timer.unref();
    this.timers.push(timer);
  }
}

function isSweep(name: JobName): boolean {
  const { schedule } = JOBS[name];
  return schedule !== undefined && schedule.everyMs <= SWEEP_PERIOD_MS;
}
