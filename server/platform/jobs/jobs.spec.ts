import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { Config, readConfiguration } from '../config/config.js';
import { aFitness } from '../../test/factories/fitness.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { startTcpProxy } from '../../test/tcp-proxy.js';
import { HealthRegistry } from '../health/health.registry.js';
import { Fitness } from '../loop/fitness.js';
import { Metrics } from '../metrics/metrics.js';
import { JOB_NAMES, type JobName, JOBS } from '../../jobs.js';
import { Handles } from './handles.js';
import { JobHandlers } from './job-handlers.js';
import { checkedId, JobQueues } from './job-queues.js';
import { JobWorker } from './job-worker.js';
import { readPayload } from './read-payload.js';
import { SchedulesStore } from './schedules.store.js';

const REDIS_URL = process.env.TEST_REDIS_URL ?? process.env.REDIS_URL ?? '';

let database: TestDatabase;
let serving: DataSource;
let redis: Redis;
const clock = new FakeClock();

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await createDataSource(database.servingUrl).initialize();
  redis = new Redis(REDIS_URL);
});

afterAll(async () => {
  redis.disconnect();
  await serving.destroy();
  await database.drop();
});

@Injectable()
class Partitions {
  runs = 0;

  @Handles('candles.ensure-partitions')
  async run(): Promise<void> {
    this.runs += 1;
  }
}

@Injectable()
class Settlement {
  readonly seconds: number[] = [];
  readonly payloads: object[] = [];
  hold: Promise<void> = Promise.resolve();

  @Handles('options.settle')
  async run(payload: { closesAt: number }): Promise<void> {
    await this.hold;
    this.payloads.push(payload);
    this.seconds.push(payload.closesAt);
  }
}

@Injectable()
class SecondSettlement {
  @Handles('options.settle')
  async again(): Promise<void> {
    await Promise.resolve();
  }
}

@Injectable()
class TrustSweep {
  runs = 0;
  fails = false;

  @Handles('trust.sweep')
  async run(): Promise<void> {
    this.runs += 1;
    if (this.fails) throw new Error('The database is away.');
  }
}

/** Jobs whose handlers stand above. */
const OWN_HANDLERS: readonly JobName[] = ['candles.ensure-partitions', 'options.settle'];

/** Handlers of every job that these tests do not look at. */
@Injectable()
class OtherJobs {
  done: (name: JobName, payload: unknown) => void = () => undefined;
}
@Injectable()
class OtherSweeps {
  done: (name: JobName, payload: unknown) => void = () => undefined;
}

for (const name of JOB_NAMES.filter((job) => !OWN_HANDLERS.includes(job))) {
  const holder = name === 'trust.sweep' ? OtherSweeps : OtherJobs;
  const value = async function (this: OtherJobs | OtherSweeps, payload: unknown): Promise<void> {
    await Promise.resolve();
    this.done(name, payload);
  };
  const descriptor = { value, configurable: true, writable: true };
  Handles(name)(holder.prototype, name, descriptor);
  Object.defineProperty(holder.prototype, name, descriptor);
}

function aConfig(environment: Record<string, string> = {}): Config {
  const prefix = `test-${randomBytes(6).toString('hex')}:`;
  return {
    values: readConfiguration({
      NODE_ENV: 'test',
      REDIS_URL,
      DATABASE_URL: database.servingUrl,
      REDIS_PREFIX: prefix,
      ...environment,
    }),
  };
}

async function aProcess(providers: (new () => object)[], config = aConfig()) {
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [
      { provide: Config, useValue: config },
      { provide: Fitness, useValue: aFitness(clock) },
      { provide: SchedulesStore, useValue: new SchedulesStore(serving) },
      Metrics,
      HealthRegistry,
      JobQueues,
      JobHandlers,
      JobWorker,
      OtherJobs,
      ...(providers.some((provider) => provider === TrustSweep) ? [] : [OtherSweeps]),
      ...providers,
    ],
  }).compile();
  module.enableShutdownHooks();
  return module;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 1200; round += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The condition did not come true in half a minute.');
}

describe('handlers', () => {
  it('stop the start of a worker when a job has none, or two', async () => {
    const none = await aProcess([Partitions]);
    await expect(none.init()).rejects.toThrow('options.settle has no handler');
    const two = await aProcess([Partitions, Settlement, SecondSettlement]);
    await expect(two.init()).rejects.toThrow(
      'options.settle has handlers in Settlement.run and SecondSettlement.again',
    );
    for (const module of [none, two]) await module.get(JobQueues).onApplicationShutdown();
  });

  it('are not asked for in a process without the role', async () => {
    const module = await aProcess([], aConfig({ ROLES: 'gateway' }));
    await module.init();
    await module.close();
  });
});

describe('jobs', () => {
  it('are done with their payload, and once when two with equal ids wait', async () => {
    const module = await aProcess([Partitions, Settlement]);
    await module.init();
    const settlement = module.get(Settlement);
    let release = () => {};
    settlement.hold = new Promise((resolve) => {
      release = resolve;
    });
    const jobs = module.get(JobQueues);
    // On a busy machine the queue may take longer than a caller waits, and be asked again.
    for (const closesAt of [3, 3, 4]) await until(() => jobs.add('options.settle', { closesAt }));
    release();
    await until(() => settlement.seconds.length === 2);
    expect(settlement.seconds.toSorted((a, b) => a - b)).toEqual([3, 4]);
    await module.close();
    expect(settlement.seconds).toHaveLength(2);
  });

  it('reach their handler with the fields that they have, and not at all with a payload of another form', async () => {
    const module = await aProcess([Partitions, Settlement]);
    await module.init();
    const settlement = module.get(Settlement);
    const queue = await module.get(JobQueues).ready('options');
    const foreign = { isAdmin: true, constructor: { prototype: { isAdmin: true } }, toString: 'x', marketId: 5 };
    const withPrototype = JSON.parse('{"closesAt":11,"__proto__":{"isAdmin":true}}') as object;
    const wrong = [
      { closesAt: '11' },
      { closesAt: [11] },
      { closesAt: { $ne: 0 } },
      { closesAt: 1.5 },
      { closesAt: 0 },
      { closesAt: -11 },
      { closesAt: 2 ** 53 },
      { closesAt: null },
      { ClosesAt: 11 },
      JSON.parse('{"__proto__":{"closesAt":11}}') as object,
      {},
      [11],
      '11',
      11,
      null,
      { constructor: { closesAt: 11 } },
    ];
    const attempts = { attempts: 3, backoff: { type: 'fixed', delay: 1 } };
    const jobs = await Promise.all(wrong.map((data) => queue.add('options.settle', data, attempts)));
    for (const data of [{ ...foreign, closesAt: 11 }, withPrototype]) await queue.add('options.settle', data, attempts);
    await until(() => settlement.payloads.length === 2);
    await until(async () => (await queue.getFailedCount()) === wrong.length);
    expect(settlement.payloads.map((payload) => Object.keys(payload))).toEqual([['closesAt'], ['closesAt']]);
    for (const payload of settlement.payloads) expect(Object.getPrototypeOf(payload)).toBe(Object.prototype);
    for (const { id = '' } of jobs) {
      const failed = await queue.getJob(id);
      // No second try: it would be the same.
      expect([failed?.failedReason, failed?.attemptsMade]).toEqual(['This is no payload of options.settle.', 1]);
    }
    expect('isAdmin' in {}).toBe(false);
    await module.close();
  });

  it.each(JOB_NAMES)('%s has a payload that its own schedule and callers send, and nothing else', (name) => {
    const own = {
      'options.settle': { closesAt: 1_763_600_000_000 },
      'deposits.look-at-one': { depositId: '7' },
    };
    const payload = JOBS[name].schedule?.payload ?? own[name as keyof typeof own];
    expect(readPayload(name, payload)).toEqual(payload);
    expect(readPayload(name, { ...payload, user_id: 1, balance: '5' })).toEqual(payload);
    for (const other of [null, 'x', 5, [payload]]) expect(readPayload(name, other)).toBeNull();
  });

  it('that look at one deposit are done as often as somebody asks, also behind one that failed', async () => {
    const module = await aProcess([Partitions, Settlement]);
    const looked: unknown[] = [];
    module.get(OtherJobs).done = (name, payload) => {
      if (name !== 'deposits.look-at-one') return;
      looked.push((payload as { depositId: string }).depositId);
      if (looked.length === 1) throw new Error('The chain is silent.');
    };
    await module.init();
    const queue = await module.get(JobQueues).ready('ledger');
    for (const times of [1, 2, 3]) {
      await module.get(JobQueues).add('deposits.look-at-one', { depositId: '7' });
      await until(() => looked.length === times);
      await until(async () => (await queue.getActiveCount()) === 0);
    }
    expect(looked).toEqual(['7', '7', '7']);
    await module.close();
  });

  it('that are running are finished before the process ends', async () => {
    const module = await aProcess([Partitions, Settlement]);
    await module.init();
    const settlement = module.get(Settlement);
    let release = () => {};
    settlement.hold = new Promise((resolve) => {
      release = resolve;
    });
    const jobs = module.get(JobQueues);
    await until(() => jobs.add('options.settle', { closesAt: 5 }));
    await until(async () => (await (await jobs.ready('options')).getActiveCount()) > 0);
    const closed = module.close();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(settlement.seconds).toEqual([]);
    release();
    await closed;
    expect(settlement.seconds).toEqual([5]);
  });

  it('are left to others while the clock of the process is wrong, and taken again when it is right', async () => {
    const config = aConfig();
    clock.agrees = false;
    const module = await aProcess([Partitions, Settlement], config);
    await module.init();
    try {
      const jobs = module.get(JobQueues);
      // Until every worker of the process stands aside.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await until(() => jobs.add('options.settle', { closesAt: 7 }));
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect([module.get(Settlement).seconds, module.get(Partitions).runs]).toEqual([[], 0]);
      expect(await (await jobs.ready('options')).getWaitingCount()).toBeGreaterThan(0);
      clock.agrees = true;
      await until(() => module.get(Settlement).seconds.length === 1);
    } finally {
      clock.agrees = true;
      await module.close();
    }
  });

  it('ids that BullMQ refuses are refused here', () => {
    for (const id of ['a:b', '12', '']) expect(() => checkedId('options.settle', id)).toThrow('cannot be the id');
    expect(checkedId('options.settle', 'second-12')).toBe('options.settle-second-12');
  });

  it('that cannot be queued hold nobody up: a silent Redis, and none at all', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    for (const url of [`redis://127.0.0.1:${port}`, 'redis://127.0.0.1:1']) {
      const queues = new JobQueues(aConfig({ REDIS_URL: url }), new Metrics());
      // It answers at all: BullMQ alone would wait until Redis is back.
      expect(await queues.add('options.settle', { closesAt: 1 })).toBe(false);
      await queues.onApplicationShutdown();
    }
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
});

it('a queue that Redis did not answer while it was opened is opened again by who asks next', async () => {
  const address = new URL(REDIS_URL);
  const wire = await startTcpProxy(Number(address.port));
  address.port = String(wire.port);
  const queues = new JobQueues(aConfig({ REDIS_URL: address.toString() }), new Metrics());
  try {
    await queues.ready('candles');
    wire.cut('stalled');
    const opened = await queues.ready('trust');
    await expect(opened.waitUntilReady()).rejects.toThrow('Command timed out');
    wire.mend();
    await until(() => queues.add('trust.sweep', {}));
    expect(await (await queues.ready('trust')).getJobCounts('waiting')).toEqual({ waiting: 1 });
  } finally {
    await queues.onApplicationShutdown();
    await wire.close();
  }
});

describe('schedules', () => {
  it('are run at start, placed once by several workers, and placed again after Redis was emptied', async () => {
    const config = aConfig();
    const modules = [
      await aProcess([Partitions, Settlement], config),
      await aProcess([Partitions, Settlement], config),
    ];
    await Promise.all(modules.map((module) => module.init()));
    const [first] = modules as [(typeof modules)[0]];
    const queue = await first.get(JobQueues).ready('candles');
    const scheduled = JOB_NAMES.filter((name) => JOBS[name].queue === 'candles' && JOBS[name].schedule).length;
    await until(async () => (await queue.getJobSchedulersCount()) === scheduled);
    expect(first.get(Partitions).runs).toBeGreaterThan(0);
    const scheduler = (await queue.getJobSchedulers()).find(({ key }) => key === 'candles.ensure-partitions');
    expect(scheduler).toMatchObject({ key: 'candles.ensure-partitions', every: 86_400_000 });
    const keys = await redis.keys(`${config.values.REDIS_PREFIX}*`);
    // A watchdog may put the schedule back at once, so what was wiped is counted, not what is left.
    expect(await redis.del(...keys)).toBeGreaterThan(0);
    // The watchdog of either worker may be the one that puts it back.
    await until(async () => {
      await first.get(JobWorker).ensureSchedules();
      return (await queue.getJobSchedulersCount()) === scheduled;
    });
    await Promise.all(modules.map((module) => module.close()));
  });

  it('of former names are taken away, those of a newer version are not', async () => {
    const module = await aProcess([Partitions, Settlement], aConfig());
    await module.init();
    const queue = await module.get(JobQueues).ready('futures');
    for (const name of ['futures.funding', 'futures.of-tomorrow']) {
      expect(await queue.upsertJobScheduler(name, { every: 3_600_000 }, { name })).toBeDefined();
    }
    const keys = async () => (await queue.getJobSchedulers()).map(({ key }) => key);
    await until(async () => {
      await module.get(JobWorker).ensureSchedules();
      const placed = await keys();
      // The former are taken away before the others are placed.
      return !placed.includes('futures.funding') && placed.includes('funding.charge');
    });
    expect(await keys()).toContain('futures.of-tomorrow');
    await module.close();
  });

  it('that stand still, because their next run was lost, are placed again', async () => {
    const config = aConfig();
    const module = await aProcess([Partitions, Settlement, TrustSweep], config);
    await module.init();
    const worker = module.get(JobWorker);
    const queue = await module.get(JobQueues).ready('trust');
    await until(async () => (await queue.getDelayedCount()) === 1);
    // A worker that dies between taking a run and placing the one after it leaves a schedule without a run.
    const lost = (await queue.getDelayed())[0];
    await redis.del(`${queue.qualifiedName}:${lost?.id}`);
    await redis.zrem(`${queue.qualifiedName}:delayed`, lost?.id ?? '');
    await worker.ensureSchedules();
    expect(await queue.getDelayedCount()).toBe(0);
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
    await until(async () => {
      await worker.ensureSchedules();
      return (await queue.getDelayedCount()) === 1;
    });
    later.mockRestore();
    await module.close();
  });
});

describe('what is due', () => {
  const REAL_TIMERS = [
    'Date',
    'hrtime',
    'nextTick',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ] as const;
  afterEach(() => void jest.useRealTimers());

  it('is looked for though no job ever comes, and again when a look failed', async () => {
    // Redis keeps its own timeouts; what the worker repeats goes by this clock.
    jest.useFakeTimers({ doNotFake: [...REAL_TIMERS] });
    const module = await aProcess([Partitions, Settlement, TrustSweep]);
    const sweep = module.get(TrustSweep);
    // Nothing is ever put into Redis, as when there is none.
    jest.spyOn(module.get(JobWorker), 'ensureSchedules').mockResolvedValue();
    sweep.fails = true;
    await module.init();
    expect(sweep.runs).toBe(1);
    jest.advanceTimersByTime(5000);
    expect(sweep.runs).toBe(1);
    for (const runs of [2, 3]) {
      jest.advanceTimersByTime(2500);
      await until(() => sweep.runs === runs);
    }
    sweep.fails = false;
    jest.advanceTimersByTime(2500);
    await until(() => sweep.runs === 4);
    // One that succeeded is not looked for again at once.
    jest.advanceTimersByTime(5000);
    expect(sweep.runs).toBe(4);
    jest.advanceTimersByTime(2500);
    await until(() => sweep.runs === 5);
    await module.close();
  });
});
