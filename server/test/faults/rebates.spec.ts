import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { RebatesStore } from '../../features/trading/referral/rebates.store.js';
import { replayRebates } from '../../features/trading/referral/replay-rebates.js';
import { ReferralWorld } from '../factories/referral-world.js';
import { TradingWorld } from '../factories/trading-world.js';
import { seeded, sleep } from './calls.js';
import { sizeOf } from './product.js';

/**
 * Workers that rebate the same day at once, each with a database connection of its own, and workers whose connection ends
 * at any instant. `FAULTS_PAIRS=200 FAULTS_KILLS=50` makes it long.
 */
const PAIRS = sizeOf('FAULTS_PAIRS', 2);
const KILLS = sizeOf('FAULTS_KILLS', 2);
const SEED = sizeOf('FAULTS_SEED', 20_261_120);
const [JOURNALS_AT_ONCE, REBATES_AT_ONCE] = [3, 1];
const GUESTS = 6;

let world: TradingWorld;
let people: ReferralWorld;
let inviter: string;
let guests: string[];
const random = seeded(SEED);

beforeAll(async () => {
  world = await TradingWorld.open();
  people = new ReferralWorld(world);
  await people.rebate();
  inviter = await people.invited(null);
  guests = [];
  for (let guest = 0; guest < GUESTS; guest += 1) guests.push(await people.invited(inviter, { amount: '10000000' }));
}, 120_000);

afterAll(async () => {
  expect(await world.brokenBooks()).toEqual([]);
  await world.close();
});

const workers = (count: number): Promise<DataSource[]> =>
  Promise.all(
    Array.from({ length: count }, () => createDataSource(world.futures.app.database.servingUrl, 1).initialize()),
  );

/** As a worker does it, in small steps. */
async function rebate(serving: DataSource): Promise<number> {
  const store = new RebatesStore(serving);
  const at = new Date(world.futures.clock.now());
  const day = await store.openDay(at, null);
  if (day === null) return 0;
  while ((await serving.transaction((tx) => store.gather(tx, day, JOURNALS_AT_ONCE, at))) > 0);
  let booked = 0;
  for (;;) {
    const { rebates } = await serving.transaction((tx) =>
      store.book(tx, { day, limit: REBATES_AT_ONCE, except: [], at }),
    );
    if (rebates === 0) return booked;
    booked += rebates;
  }
}

/** Everybody buys; the day ends. Answers it, and what the inviter had before. */
async function aDay(): Promise<{ day: string; before: string }> {
  for (const guest of guests) await people.buy(guest, '0.01');
  const before = await people.balance(inviter);
  return { day: await people.endDay(), before };
}

/** A fee of 0.5001 USDT for each of the six, a fifth of it cut to ten decimals: 0.10002, together 0.60012. */
async function expectOnce({ day, before }: { day: string; before: string }): Promise<void> {
  const store = new RebatesStore(world.serving);
  const known = await store.day(day);
  expect(known?.status).toBe('booked');
  expect(known && (await replayRebates(store, known)).differences).toEqual([]);
  const [{ earned }] = await world.source.query('select trim_scale($1::numeric - $2::numeric)::text as earned', [
    await people.balance(inviter),
    before,
  ]);
  expect(earned).toBe('0.60012');
}

describe('rebates', () => {
  it(
    `are booked once by ${PAIRS} pairs of workers, seed ${SEED}`,
    async () => {
      const sources = await workers(2);
      try {
        for (let pair = 0; pair < PAIRS; pair += 1) {
          const day = await aDay();
          const booked = await Promise.all(
            sources.map(async (source, place) => {
              if (place === 1) await sleep(Math.round(random() * 20));
              return rebate(source);
            }),
          );
          expect(booked.reduce((sum, one) => sum + one, 0)).toBe(GUESTS);
          await expectOnce(day);
        }
      } finally {
        await Promise.all(sources.map((source) => source.destroy()));
      }
    },
    120_000 + PAIRS * 3000,
  );

  it(
    `are whole after ${KILLS} workers were cut off, seed ${SEED}`,
    async () => {
      let kills = 0;
      while (kills < KILLS) {
        const day = await aDay();
        for (;;) {
          const [source] = (await workers(1)) as [DataSource];
          const [{ pid }] = await source.query('select pg_backend_pid() as pid');
          const work = rebate(source).then(
            () => true,
            () => false,
          );
          // The last one is let go on: on a slow machine nobody comes far enough in these instants to ever end.
          const isCut = kills < KILLS;
          if (isCut) {
            await sleep(Math.round(random() * 25));
            await world.source.query('select pg_terminate_backend($1)', [pid]);
          }
          const isDone = await work;
          await source.destroy().catch(() => undefined);
          if (isDone) break;
          expect(isCut).toBe(true);
          kills += 1;
        }
        await expectOnce(day);
      }
    },
    120_000 + KILLS * 3000,
  );
});
