import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { faketimeLibrary } from './faketime.mjs';
import { type Answer, seeded, send, sleep } from './calls.js';
import { MovedClock } from './moved-clock.js';
import { people, type Person, USDT } from './people.js';
import { onProcesses, Product, type RunningProcess, sizeOf } from './product.js';
import { TradingLoad } from './trading-load.js';

/**
 * A gateway, a worker and a feed, each with a clock of its own that jumps while everything is traded: an hour ahead, an
 * hour behind, 16 days ahead, from one to the other and back. A process whose clock is wrong says so and does no work,
 * nothing is settled or accrued before its time, and all of them recover by themselves.
 * `npm run clocks -- --rounds=5 --seconds=15` makes it long: every role with every jump.
 */
const ROUNDS = sizeOf('FAULTS_ROUNDS', 0);
const HOLD_MS = 1000 * sizeOf('FAULTS_SECONDS', 2);
const SEED = sizeOf('FAULTS_SEED', 20_261_122);
const ROLES = ['gateway', 'worker', 'feed'] as const;
type Role = (typeof ROLES)[number];
/** Each a way that a clock goes before it is right again. */
const WAYS = [['+1h'], ['-1h'], ['+16d'], ['+1h', '-1h'], ['-1h', '+16d']] as const;
const SHORT: [Role, readonly string[]][] = [
  ['gateway', ['-1h', '+1h']],
  ['worker', ['+16d', '-1h']],
  ['feed', ['+1h']],
];
const LONG: [Role, readonly string[]][] = Array.from({ length: ROUNDS }, () => WAYS).flatMap((ways) =>
  ways.flatMap((way) => ROLES.map((role): [Role, readonly string[]] => [role, way])),
);
const GIVE_UP_MS = 120_000;
const LANES = 4;

/** Whoever asks for every jump is not told that they went well where there was none. @throws Error where all of them were asked for */
function sayThatNoneIsMoved(isWhole: boolean): void {
  const words =
    'No clock is moved: libfaketime is not installed here and cannot be fetched. Install it (the package libfaketime).';
  if (isWhole) throw new Error(words);
  console.warn(words);
}

describe('where clocks cannot be moved', () => {
  it('the command that moves them fails, and a run of all tests says so', () => {
    const said = jest.spyOn(console, 'warn').mockReturnValue(undefined);
    expect(() => sayThatNoneIsMoved(true)).toThrow('No clock is moved: libfaketime is not installed here');
    expect(said).not.toHaveBeenCalled();
    sayThatNoneIsMoved(false);
    expect(said).toHaveBeenCalledWith(expect.stringContaining('No clock is moved: libfaketime'));
    said.mockRestore();
  });
});

onProcesses(`clocks that jump, ${ROUNDS > 0 ? LONG.length : SHORT.length} times, seed ${SEED}`, () => {
  let product: Product;
  let load: TradingLoad;
  let running: Promise<void>;
  let mover: Person;
  let isPossible = false;
  const processes = new Map<Role, { clock: MovedClock; running: RunningProcess }>();

  beforeAll(async () => {
    const library = await faketimeLibrary(join(__dirname, '../../../.data'));
    isPossible = library !== null;
    if (library === null) {
      sayThatNoneIsMoved(ROUNDS > 0);
      return;
    }
    product = await Product.empty();
    // Shorter than what is on offer, so that some fall due while clocks are wrong.
    await product.sql.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, minimum, maximum)
       values (30, 0.8, 3, 0.0001, 10, 5000)`,
    );
    for (const role of ['feed', 'worker', 'gateway'] as const) {
      const clock = new MovedClock(library);
      product.environment = clock.environment;
      processes.set(role, { clock, running: await product.launch(role, role === 'feed' ? 'simulated' : 'none') });
    }
    product.gateways.push(of('gateway').running);
    await product.untilPriced(url());
    const purse = { spot: '1000000', option: '1000000', contract: '1000000' };
    const persons = await people(product.sql, LANES + 1, purse);
    for (const { token } of persons) await send(url(), 'api/demo/enter', { token, verb: 'POST', fields: {} });
    mover = persons.pop() as Person;
    load = new TradingLoad(product.sql, url, seeded(SEED));
    running = load.run(persons);
  }, 600_000);

  afterAll(async () => {
    load?.end();
    await product?.stop().catch(() => undefined);
    for (const { clock } of processes.values()) clock.remove();
  }, 60_000);

  const of = (role: Role) => processes.get(role) as { clock: MovedClock; running: RunningProcess };
  const url = (): string => product.gateways[0]?.url as string;

  const transfer = (): Promise<Answer> =>
    send(url(), 'api/wallet/change', {
      token: mover.token,
      key: randomBytes(12).toString('hex'),
      fields: { number: '0.5', currency_id: USDT, from_field: 'change', to_field: 'micro' },
    });

  async function clockOf(role: Role): Promise<{ isReady: boolean; state: string; aheadMs: number }> {
    const reply = await fetch(`${of(role).running.url}/readyz`);
    const { parts } = (await reply.json()) as { parts: { clock: { state: string; detail: { aheadMs: number } } } };
    return { isReady: reply.ok, state: parts.clock.state, aheadMs: parts.clock.detail.aheadMs };
  }

  /** What every process says of itself, for who reads a failure. */
  async function said(): Promise<string> {
    const lines = [...processes].map(async ([role, { running }]) => {
      const reply = await fetch(`${running.url}/readyz`).catch(() => null);
      return `${role}: ${(await reply?.text()) ?? 'no answer'}\n${running.log.slice(-5).join('')}`;
    });
    return (await Promise.all(lines)).join('\n');
  }

  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + GIVE_UP_MS;
    while (!(await holds().catch(() => false))) {
      if (performance.now() > end) throw new Error(`Did not come true: ${what}\n${await said()}`);
      await sleep(100);
    }
  }

  const newestSample = async (): Promise<number> => {
    const { rows } = await product.sql.query<{ ahead: number }>(
      `select extract(epoch from max(second) - clock_timestamp())::double precision as ahead from price_sample`,
    );
    return rows[0]?.ahead ?? 0;
  };

  /** The clock of a role goes this way and comes back. */
  async function jump(role: Role, way: readonly string[]): Promise<void> {
    const { clock } = of(role);
    for (const difference of way) {
      clock.set(difference);
      const isAhead = difference.startsWith('+');
      await until(`${role} at ${difference} says that it is not ready`, async () => {
        const seen = await clockOf(role);
        return !seen.isReady && seen.state === 'down' && seen.aheadMs > 0 === isAhead;
      });
      if (role === 'gateway') expect(await transfer()).toMatchObject({ status: 503, code: 'request.unavailable' });
      await sleep(HOLD_MS);
      expect(await newestSample()).toBeLessThan(2);
    }
    clock.set('+0');
    await until(`${role} is ready again`, async () => (await clockOf(role)).isReady);
    await until('money moves again', async () => (await transfer())?.type === 'ok');
    await until('there is a price again', async () => (await newestSample()) > -5);
  }

  it(
    'a process whose clock is wrong says so and does no work, and all recover',
    async () => {
      if (!isPossible) return;
      for (const [role, way] of ROUNDS > 0 ? LONG : SHORT) await jump(role, way);
    },
    600_000 + ROUNDS * LONG.length * (HOLD_MS + 60_000),
  );

  it('nothing was done before its time, and what was acknowledged is in the books', async () => {
    if (!isPossible) return;
    await until('what was due is settled', async () => {
      const { rows } = await product.sql.query<{ overdue: number }>(
        `select count(*)::integer as overdue from option_order
          where status = 'open' and closes_at < clock_timestamp() - interval '5 seconds'`,
      );
      return rows[0]?.overdue === 0;
    });
    load.end();
    await running;
    const { rows } = await product.sql.query(
      `select (select count(*) from option_settlement where recorded_at < closes_at)::integer as early,
              (select count(*) from trust_accrual)::integer as accruals,
              (select count(*) from trust_order where start_day <> (created_at at time zone 'UTC')::date)::integer as backdated,
              (select count(*) from funding_rate where stamp > clock_timestamp())::integer as rates,
              (select count(*) from ledger_journal where at > clock_timestamp())::integer as ahead`,
    );
    expect(rows[0]).toEqual({ early: 0, accruals: 0, backdated: 0, rates: 0, ahead: 0 });
    expect(await load.wrong()).toEqual([]);
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
  }, 300_000);
});
