import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Queue, type RedisOptions } from 'bullmq';
import { JOBS, type JobName, type JobPayload, QUEUES, type QueueName } from '../../jobs.js';
import { Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';

/** A request never waits longer than this for a queue. */
const ADD_LIMIT_MS = 300;
const DEPTH_EVERY_MS = 10_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** Finished jobs are kept for people who look into a problem, not for the product. */
const KEPT_COMPLETED = 100;
const KEPT_FAILED = 1000;

/** The queues in Redis, and the only way to put a job into one. */
@Injectable()
export class JobQueues implements OnApplicationShutdown {
  readonly prefix: string;
  private readonly logger = new Logger(JobQueues.name);
  private readonly queues = new Map<QueueName, Queue>();
  private readonly depthTimer: NodeJS.Timeout;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {
    this.prefix = `${config.values.REDIS_PREFIX}jobs`;
    this.depthTimer = setInterval(() => void this.measure(), DEPTH_EVERY_MS);
    this.depthTimer.unref();
  }

  /**
   * Asks for a job to be done. A job is a hint: when Redis does not answer within 300 ms the caller goes on.
   * @returns whether the queue has taken it.
   */
  async add<Name extends JobName>(name: Name, payload: JobPayload<Name>): Promise<boolean> {
    const { attempts, backoffMs, id } = JOBS[name];
    const options = {
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      ...(id ? { jobId: checkedId(name, id(payload)) } : {}),
    };
    const added = this.queue(JOBS[name].queue)
      .add(name, payload, options)
      .then(
        () => true,
        () => false,
      );
    return within(added, ADD_LIMIT_MS);
  }

  queue(name: QueueName): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, {
      connection: this.connection({ enableOfflineQueue: false, commandTimeout: ADD_LIMIT_MS, maxRetriesPerRequest: 1 }),
      prefix: this.prefix,
      defaultJobOptions: { removeOnComplete: { count: KEPT_COMPLETED }, removeOnFail: { count: KEPT_FAILED } },
    });
    // An unreachable Redis shows in the readiness check; it must not end the process.
    queue.on('error', (error) => this.logger.debug(`Queue ${name}: ${error.message}`));
    this.queues.set(name, queue);
    return queue;
  }

  /** Options of a connection to the product's Redis. */
  connection(options: RedisOptions): RedisOptions {
    return {
      url: this.config.values.REDIS_URL,
      retryStrategy: (attempt: number) => Math.min(attempt * 50, 1000),
      ...options,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.depthTimer);
    await Promise.all(
      [...this.queues.values()].map((queue) =>
        within(
          queue.close().then(() => true),
          1000,
        ),
      ),
    );
  }

  /** Publishes the depth of each queue; only the workers look, so that it is counted once a process. */
  private async measure(): Promise<void> {
    if (!this.config.values.ROLES.includes('worker')) return;
    for (const name of QUEUES) {
      const counts = await this.queue(name)
        .getJobCounts(...STATES)
        .catch(() => null);
      if (!counts) continue;
      for (const state of STATES) this.metrics.queueDepth.set({ queue: name, state }, counts[state] ?? 0);
    }
  }
}

/** BullMQ takes neither ids with a colon nor whole numbers. */
export function checkedId(name: JobName, id: string): string {
  if (id.length > 0 && !id.includes(':') && !/^\d+$/.test(id)) return `${name}-${id}`;
  throw new Error(`${id} cannot be the id of a job ${name}.`);
}

/** The answer, or false when it takes longer. */
export async function within(answer: Promise<boolean>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
