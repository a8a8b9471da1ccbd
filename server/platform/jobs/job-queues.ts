import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { JOBS, type JobName, type JobPayload, QUEUES, type QueueName } from '../../jobs.js';
import { Config } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { Metrics } from '../metrics/metrics.js';
import { connectRedis, isCluster, type RedisClient, retryStrategy } from '../redis/redis.js';
import { placeToHandOn } from '../tracing/work.js';

/**
 * A request never waits longer than the first for a queue to take a job. Who looks at what waits may wait for it: a busy
 * machine answers late, and the answer is the same.
 */
const {
  addMs: ADD_LIMIT_MS,
  readMs: READ_LIMIT_MS,
  closeMs: CLOSE_LIMIT_MS,
  silenceMs: SILENCE_MS,
  topologyEveryMs: TOPOLOGY_EVERY_MS,
} = DEPENDENCY_LIMITS.queues;
const DEPTH_EVERY_MS = 10_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
/** Finished jobs are kept for people who look into a problem, not for the product. */
const RETAINED_COMPLETED = 100;
const RETAINED_FAILED = 1000;

/** A connection with the queues that are used over it, by how long a command of theirs may take. */
class Lane {
  readonly queues = new Map<QueueName, Queue>();
  client: RedisClient | null = null;
  firstReady: Promise<void> | null = null;

  constructor(readonly limitMs: number) {}
}

export type JobOutcome = 'done' | 'failed';

/** The queues in Redis, and the only way to put a job into one. */
@Injectable()
export class JobQueues implements OnApplicationShutdown {
  private readonly prefix: string;
  private readonly logger = new Logger(JobQueues.name);
  private readonly connections: RedisClient[] = [];
  private readonly adding = new Lane(ADD_LIMIT_MS);
  private readonly reading = new Lane(READ_LIMIT_MS);
  private readonly depthTimer: NodeJS.Timeout;
  private stopping = false;

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
   * @param delayMs milliseconds before it may be done.
   * @returns whether the queue has taken it.
   */
  async add<Name extends JobName>(name: Name, payload: JobPayload<Name>, delayMs = 0): Promise<boolean> {
    const { attempts, backoffMs, id } = JOBS[name];
    const trace = placeToHandOn();
    const options = {
      attempts,
      delay: delayMs,
      backoff: { type: 'exponential', delay: backoffMs },
      ...(id ? { jobId: checkedId(name, id(payload)) } : {}),
      // Beside the payload, where BullMQ has a place for it.
      ...(trace ? { telemetry: { metadata: trace } } : {}),
    };
    const add = async (): Promise<boolean> => {
      const queue = await this.ready(JOBS[name].queue);
      await queue.add(name, payload, options);
      return true;
    };
    const added = add().catch(() => false);
    return within(added, ADD_LIMIT_MS);
  }

  /** The queue for jobs to be put into, once Redis has answered: BullMQ itself would wait for it, also when the process wants to end. */
  ready(name: QueueName): Promise<Queue> {
    return this.within(this.adding, name);
  }

  /** The queue to look at, likewise. */
  readable(name: QueueName): Promise<Queue> {
    return this.within(this.reading, name);
  }

  /** What the names of a queue's keys begin with. In a cluster all keys of a queue lie in one slot, those of several on all servers. */
  prefixOf(name: QueueName): string {
    return isCluster(this.config.values) ? `${this.prefix}:{${name}}` : this.prefix;
  }

  private async within(lane: Lane, name: QueueName): Promise<Queue> {
    const known = lane.queues.get(name);
    if (known) return known;
    lane.client ??= this.connect({ enableOfflineQueue: false, commandTimeout: lane.limitMs, maxRetriesPerRequest: 1 });
    const { client } = lane;
    // One promise for everybody who waits, however long Redis is away.
    lane.firstReady ??= new Promise((resolve) => client.once('ready', resolve));
    if (client.status !== 'ready') await lane.firstReady;
    return lane.queues.get(name) ?? this.open(lane, name, client);
  }

  private open(lane: Lane, name: QueueName, connection: RedisClient): Queue {
    const queue = new Queue(name, {
      connection,
      prefix: this.prefixOf(name),
      defaultJobOptions: { removeOnComplete: { count: RETAINED_COMPLETED }, removeOnFail: { count: RETAINED_FAILED } },
      skipMetasUpdate: lane === this.reading,
    });
    queue.on('error', (error) => this.logger.debug(`Queue ${name}: ${error.message}`));
    lane.queues.set(name, queue);
    // A queue whose first command failed refuses everything for good: whoever asks next opens another.
    queue.waitUntilReady().catch(() => {
      if (lane.queues.get(name) === queue) lane.queues.delete(name);
      void closeQueue(queue);
    });
    return queue;
  }

  /**
   * Opens a connection to the product's Redis for a queue or a worker. It is ours and not BullMQ's, so that the end of
   * the process can cut it whatever BullMQ waits for.
   */
  connect(options: RedisOptions): RedisClient {
    const settings: RedisOptions = {
      // BullMQ opens an ended connection again while it closes; nothing may come of that.
      retryStrategy: (attempt: number) => (this.stopping ? null : retryStrategy(attempt)),
      // A worker's connection is silent for as long as it waits for a job.
      socketTimeout: SILENCE_MS,
      ...options,
    };
    const redis = connectRedis(this.config.values, settings, TOPOLOGY_EVERY_MS);
    redis.on('connect', () => {
      if (this.stopping) redis.disconnect();
    });
    this.connections.push(redis);
    return redis;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.depthTimer);
    const queues = [this.adding, this.reading].flatMap((lane) => [...lane.queues.values()]);
    await Promise.all(queues.map((queue) => closeQueue(queue)));
    this.stopping = true;
    for (const connection of this.connections) connection.disconnect();
  }

  /** Notes how long a job took, and how it ended. */
  noteTime(job: JobName, outcome: JobOutcome, milliseconds: number): void {
    this.metrics.jobSeconds.observe({ name: job, outcome }, milliseconds / 1000);
  }

  /** Publishes the depth of each queue; only the workers look, so that it is counted once a process. */
  private async measure(): Promise<void> {
    if (!this.config.values.ROLES.includes('worker')) return;
    for (const name of QUEUES) {
      const counts = await this.adding.queues
        .get(name)
        ?.getJobCounts(...STATES)
        .catch(() => null);
      if (!counts) continue;
      for (const state of STATES) this.metrics.queueDepth.set({ queue: name, state }, counts[state] ?? 0);
    }
  }
}

/** Closing waits for Redis, but not for long. */
async function closeQueue(queue: Queue): Promise<void> {
  const closed = queue.close().then(
    () => true,
    () => false,
  );
  await within(closed, CLOSE_LIMIT_MS);
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
