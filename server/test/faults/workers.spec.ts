import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { JOB_NAMES, JOBS, QUEUES } from '../../jobs.js';
import { seeded, send, sleep } from './calls.js';
import { decideBy } from '../database.js';
import { CROSSINGS, MISREPORTED_CROSSINGS, WRONG_ALERTS } from '../factories/alert-checks.js';
import { anOffer, launchAnOffer, offerTerms } from '../factories/subscription.js';
import { OwnServers } from './own-servers.js';
import { people, type Person } from './people.js';
import { unpaidOrders } from '../factories/otc-rows.js';
import { onProcesses, Product, type RunningProcess, sizeOf } from './product.js';
import { KINDS, TradingLoad } from './trading-load.js';

/**
 * A gateway, two workers and a simulated feed on a Postgres and a Redis of their own, under a load of every product, and
 * everything that can end ends: workers, Redis' contents, Postgres, a worker that sleeps longer than its job is kept for
 * it, a feed that stops. `npm run faults -- --kills=50 --flushes=10 --stops=10` makes it long, and so does `npm run failover -- --failovers=20`.
 */
const KILLS = sizeOf('FAULTS_KILLS', 1);
const FLUSHES = sizeOf('FAULTS_FLUSHES', 1);
const STOPS = sizeOf('FAULTS_STOPS', 1);
const FAILOVERS = sizeOf('FAULTS_FAILOVERS', 1);
const SEED = sizeOf('FAULTS_SEED', 20_261_120);
/** No further fault after so many minutes: what was done by then is what is reported. */
const MINUTES = sizeOf('FAULTS_MINUTES', 240);
const IS_LONG = KILLS > 10 || FAILOVERS > 10;
const LANES = 8;
const LOAD_MS = 500;
/** A job is given to somebody else after 5 s without a word, and who has it is looked at every 2.5 s. */
const FREEZE_MS = IS_LONG ? 15_000 : 3000;
const FEED_STOP_MS = IS_LONG ? 20_000 : 9000;
/** The age at which a price is none any more, and as much for what was under way. */
const PRICE_AGE_MS = 7000;
const READDED = 5;
const GIVE_UP_MS = 180_000;
/** From the death of a primary to the next command that is done; the short form runs on busy machines. */
const SERVED_MS = IS_LONG ? 15_000 : GIVE_UP_MS;
/** A fault in this share of the kills takes both workers. */
const BOTH_SHARE = 0.2;

/** Coins that become free while things fail: so many offers, each with so many buyers, one after the other. */
const OFFERS = 10;
const BUYERS = 8;
const FREE_EVERY_S = 12;

interface Left {
  options: number;
  interest: number;
  ends: number;
  releases: number;
  unpaid: number;
}

type Fault = 'kill' | 'flush' | 'stop' | 'failover';

const TITLE = `${KILLS} kills of workers, ${FLUSHES} flushes, ${STOPS} stops and ${FAILOVERS} failovers of Postgres, seed ${SEED}`;

onProcesses(TITLE, () => {
  let servers: OwnServers;
  let product: Product;
  let feed: RunningProcess;
  let load: TradingLoad;
  let running: Promise<void>;
  const workers: RunningProcess[] = [];
  const random = seeded(SEED);
  /** How long after the recovery nothing was overdue any more, in ms, by fault. */
  const overdue = new Map<string, number[]>();
  const made: Record<Fault, number> = { kill: 0, flush: 0, stop: 0, failover: 0 };
  let readded = 0;
  /** How long after the death of a primary a command was done again, in ms. */
  const served: number[] = [];
  /** How long a killed worker took to be ready again, in ms. */
  const boots: number[] = [];

  beforeAll(async () => {
    servers = await OwnServers.start();
    process.env.TEST_DATABASE_URL = servers.databaseUrl;
    process.env.TEST_REDIS_URL = servers.redisUrl;
    product = await Product.empty();
    // Shorter than what is on offer, so that many come due while things fail.
    await product.sql.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, minimum, maximum)
       values (30, 0.8, 3, 0.0001, 10, 5000)`,
    );
    await agedTrustOrders();
    await lockedCoins();
    // Whose payment is overdue at the start, and while things fail.
    const buyers = await people(product.sql, 80, { spot: '100' });
    await unpaidOrders(
      product.sql,
      buyers.map(({ userId }) => userId),
      IS_LONG ? 1200 : 60,
    );
    // Nobody has looked at the books since the oldest of these became due, as after days without a worker.
    await product.sql.query(`update trading_mode set checked_at = now() - interval '12 days'`);
    feed = await product.launch('feed', 'simulated');
    product.gateways.push(await product.launch('gateway', 'none'));
    await product.untilPriced(url());
    for (let place = 0; place < 2; place += 1) await startWorker(place);
    const persons = await people(product.sql, LANES, { spot: '1000000', option: '1000000', contract: '1000000' });
    for (const { token } of persons) await send(url(), 'api/demo/enter', { token, verb: 'POST', fields: {} });
    const readers = await people(product.sql, 5, {});
    await product.sql.query(CROSSINGS, [readers.map(({ userId }) => userId)]);
    load = new TradingLoad(product.sql, url, random);
    running = load.run(persons);
  }, 600_000);

  afterAll(async () => {
    load?.end();
    await product?.stop().catch(() => undefined);
    await servers?.stop();
  }, 60_000);

  const url = (): string => product.gateways[0]?.url as string;

  /** Bought up to eleven days ago and never looked at since: all their interest and their end are overdue at the start. */
  async function agedTrustOrders(): Promise<void> {
    const persons: Person[] = await people(product.sql, 50, { spot: '10000' });
    await decideBy('callers', (text) => product.sql.query(text));
    for (const [place, { userId }] of persons.entries()) {
      const days = 1 + (place % 9);
      const fingerprint = createHash('sha256').update(userId).digest();
      await product.sql.query(
        `select trust_buy($1, 'faults', 'aged', $2, now() - $3 * interval '1 day', 3, 2, false, 250)`,
        [userId, fingerprint, days + 2],
      );
    }
    await decideBy('own', (text) => product.sql.query(text));
  }

  /** Bought and launched a day ago, in offers that become free one after the other while workers are killed. */
  async function lockedCoins(): Promise<void> {
    const persons: Person[] = await people(product.sql, OFFERS * BUYERS, { spot: '100' });
    for (let place = 0; place < OFFERS; place += 1) {
      const terms = offerTerms(Date.now() - 60_000, { total: '100000', lockDays: 1 });
      const offer = await anOffer(product.sql, terms);
      for (const { userId } of persons.slice(place * BUYERS, (place + 1) * BUYERS)) {
        const fingerprint = createHash('sha256').update(`coins ${userId}`).digest();
        await product.sql.query(`select subscription_buy($1, 'faults', 'coins', $2, now(), 3, $3, 10)`, [
          userId,
          fingerprint,
          offer,
        ]);
      }
      await launchAnOffer(product.sql, offer, 86_400 - FREE_EVERY_S * (place + 1));
    }
  }

  async function startWorker(place: number): Promise<void> {
    const worker = await product.launch('worker', 'none');
    workers[place] = worker;
    await product.untilServing(worker.url);
  }

  /** Options, interest and ends of trust orders, releases of coins and unpaid orders between users that were due and are not done. */
  async function left(dueMs: number): Promise<Left> {
    const { rows } = await product.sql.query<Left>(
      `select (select count(*) from option_order where status = 'open' and closes_at <= to_timestamp($1))::integer as options,
              (select count(*) from trust_order
                where next_day < (to_timestamp($1) at time zone 'UTC')::date)::integer as interest,
              (select count(*) from trust_order
                where status = 'custody' and accrued_days = term_days)::integer as ends,
              (select count(*) from subscription_order
                where status = 'locked' and release_at <= to_timestamp($1))::integer as releases,
              (select count(*) from otc_order
                where status = 1 and pay_until <= to_timestamp($1))::integer as unpaid`,
      [dueMs / 1000],
    );
    return rows[0] as Left;
  }

  /** Measures until nothing is open of what was due when things were well again. */
  async function measured(name: string, recoveredMs: number): Promise<void> {
    const end = performance.now() + GIVE_UP_MS;
    let seen = '';
    for (;;) {
      const open = await left(recoveredMs).catch((error: unknown) => String(error));
      if (typeof open === 'object' && Object.values(open).every((count) => count === 0)) break;
      if (performance.now() > end) throw new Error(`Still overdue after ${name}: ${JSON.stringify(open)}`);
      seen = JSON.stringify(open);
      await sleep(100);
    }
    const took = Date.now() - recoveredMs;
    overdue.set(name, [...(overdue.get(name) ?? []), took]);
    if (IS_LONG)
      process.stderr.write(`${name}: nothing overdue after ${took} ms, ${load.log.length} commands ${seen}\n`);
  }

  async function untilLoad(): Promise<void> {
    const before = load.log.length;
    const end = performance.now() + LOAD_MS * (1 + random());
    const last = performance.now() + GIVE_UP_MS;
    while ((performance.now() < end || load.log.length < before + LANES) && performance.now() < last) await sleep(20);
  }

  /** Until a command is done that was not done before. */
  async function untilDone(): Promise<void> {
    const done = () => load.count(({ outcome }) => outcome === 'done');
    const before = done();
    const last = performance.now() + GIVE_UP_MS;
    while (done() === before) {
      if (performance.now() > last) throw new Error('No command is done any more');
      await sleep(20);
    }
  }

  const faults: Record<Fault, (round: number) => Promise<void>> = {
    kill: async (round) => {
      const isBoth = random() < BOTH_SHARE;
      const places = isBoth ? [0, 1] : [round % 2];
      await Promise.all(places.map((place) => product.end(workers[place] as RunningProcess)));
      const diedMs = Date.now();
      const started = Promise.all(places.map(startWorker)).then(() => Date.now() - diedMs);
      // With one worker left there is nothing to recover from: the other one goes on.
      if (!isBoth) await measured('a worker killed', diedMs);
      boots.push(await started);
      if (isBoth) await measured('both workers killed', Date.now());
    },
    flush: async () => {
      await servers.flushRedis();
      await measured('flush', Date.now());
    },
    stop: async () => {
      await servers.stopPostgresAtOnce();
      await sleep(random() * 1000);
      await servers.startPostgres();
      await measured('stop of Postgres', Date.now());
    },
    failover: async () => {
      await servers.replicate();
      await untilLoad();
      const diedMs = Date.now();
      await servers.failOver();
      const promotedMs = Date.now();
      await untilDone();
      served.push(Date.now() - diedMs);
      await measured('failover of Postgres', promotedMs);
    },
  };

  function schedule(): Fault[] {
    const times = (count: number, fault: Fault): Fault[] => Array.from({ length: count }, () => fault);
    return [
      ...times(KILLS, 'kill'),
      ...times(FLUSHES, 'flush'),
      ...times(STOPS, 'stop'),
      ...times(FAILOVERS, 'failover'),
    ]
      .map((fault) => ({ fault, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ fault }) => fault);
  }

  it(
    'work goes on over kills, flushes and stops',
    async () => {
      const end = performance.now() + MINUTES * 60_000;
      for (const [round, fault] of schedule().entries()) {
        if (performance.now() > end) break;
        await untilLoad();
        await faults[fault](round);
        made[fault] += 1;
      }
    },
    600_000 + (KILLS + FLUSHES + STOPS + FAILOVERS) * 60_000,
  );

  it('every job is delivered again and again', async () => {
    for (const queueName of QUEUES) {
      const connection = servers.redis.duplicate({ maxRetriesPerRequest: null }) as Redis;
      const queue = new Queue(queueName, { connection, prefix: `${product.prefix}jobs` });
      for (const name of JOB_NAMES.filter((job) => JOBS[job].queue === queueName)) {
        for (let time = 0; time < READDED; time += 1) {
          const payload = {
            depositId: '1',
            closesAt: Math.floor(Date.now() / 1000) * 1000,
            ...JOBS[name].schedule?.payload,
          };
          await queue.add(name, payload, { removeOnComplete: true });
          readded += 1;
        }
      }
      await queue.close();
      connection.disconnect();
    }
    await measured('jobs delivered again', Date.now());
  }, 300_000);

  it(
    'a worker sleeps longer than its jobs are kept for it, and wakes',
    async () => {
      const [sleeper] = workers as [RunningProcess];
      sleeper.child.kill('SIGSTOP');
      const sleptMs = Date.now();
      await sleep(FREEZE_MS);
      sleeper.child.kill('SIGCONT');
      await measured('a worker asleep', sleptMs);
    },
    FREEZE_MS + 300_000,
  );

  it(
    'nothing is done on old prices while the feed stands still',
    async () => {
      await untilLoad();
      feed.child.kill('SIGSTOP');
      const stoppedMs = Date.now();
      await sleep(FEED_STOP_MS);
      const until = Date.now();
      feed.child.kill('SIGCONT');
      const { rows } = await product.sql.query(
        `select 'spot' as what, id from spot_fill where at between $1 and $2
         union all select 'futures', id from futures_position where opened_at between $1 and $2
         union all select 'close', id from futures_position where closed_at between $1 and $2 and status = 3
         union all select 'option', id from option_order where opened_at between $1 and $2
         union all select 'liquidation', id from liquidation_report where mark_at between $1 and $2`,
        [new Date(stoppedMs + PRICE_AGE_MS), new Date(until)],
      );
      expect(rows).toEqual([]);
      await product.untilPriced(url());
      await measured('feed stopped (windows without samples are void after 40 s)', until);
      await untilLoad();
    },
    FEED_STOP_MS + 600_000,
  );

  it('each acknowledged command is in the books, once; nothing else is', async () => {
    await untilLoad();
    load.end();
    await running;
    const wrong = await load.wrong();
    const done = KINDS.map((kind) => `${load.count((e) => e.kind === kind && e.outcome === 'done')} ${kind}`);
    const codes = new Map<string, number>();
    for (const { outcome, code } of load.log) {
      if (outcome === 'refused') codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    const times = [
      ...overdue,
      ['a killed worker is ready again', boots] as const,
      ['a command is done after the death of a primary', served] as const,
    ].map(([name, each]) => {
      const sorted = [...each].sort((a, b) => a - b);
      const [middle, longest] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0];
      return `${name} x ${each.length}: ${(middle / 1000).toFixed(1)} s (median), ${(longest / 1000).toFixed(1)} s (longest)`;
    });
    const { rows } = await product.sql.query(
      `select (select count(*) from option_order where status = 'settled')::integer as settled,
              (select count(*) from option_order where status = 'voided')::integer as voided,
              (select count(*) from spot_fill)::integer as fills,
              (select count(*) from futures_position where status = 3)::integer as closed,
              (select count(*) from trust_accrual)::integer as accruals,
              (select count(*) from trust_order where status = 'completed')::integer as completed,
              (select count(*) from subscription_order where status = 'released')::integer as released`,
    );
    process.stderr.write(
      `faults: ${made.kill} kills, ${made.flush} flushes, ${made.stop} stops, ${made.failover} failovers; acknowledged ${done.join(', ')}; unknown ${load.count((e) => e.outcome === 'unknown')}, refused ` +
        `${JSON.stringify(Object.fromEntries(codes))}, acknowledged at a repetition ` +
        `${load.count((e) => e.outcome === 'done' && !e.atOnce)}; jobs delivered again ${readded}; ` +
        `${JSON.stringify(rows[0])}; ${wrong.length} wrong\nnothing overdue any more after:\n  ${times.join('\n  ')}\n`,
    );
    expect(wrong).toEqual([]);
    expect([served.length, served.filter((ms) => ms > SERVED_MS)]).toEqual([made.failover, []]);
    for (const kind of ['option', 'spot', 'futures', 'trust'] as const) {
      expect([kind, load.count((e) => e.kind === kind && e.outcome === 'done') > 0]).toEqual([kind, true]);
    }
  }, 300_000);

  it('each price alert went off at the first second of the tape that crossed it, once, and was told of', async () => {
    const rowsOf = async (text: string) => (await product.sql.query(text)).rows as unknown[];
    const [firings] = await rowsOf('select count(*)::integer as count from price_alert_firing');
    process.stderr.write(`price alerts that went off: ${JSON.stringify(firings)}\n`);
    expect(await rowsOf(WRONG_ALERTS)).toEqual([]);
    expect(await rowsOf(MISREPORTED_CROSSINGS)).toEqual([]);
  });

  /** What the processes logged as errors, by their words without numbers, most first. */
  function complaints(): string {
    const counts = new Map<string, number>();
    for (const line of product.errors()) {
      const words = (/"msg":"(.*?)"[,}]/.exec(line)?.[1] ?? line).replace(/\d+/g, 'n').slice(0, 200);
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 15);
    return most.map(([words, count]) => `  ${count} x ${words}\n`).join('');
  }

  it('the books are in order, nobody ended by itself, nothing deadlocked', async () => {
    if (IS_LONG) process.stderr.write(`logged as errors while things failed:\n${complaints()}`);
    await measured('the end', Date.now());
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
  }, 300_000);
});
