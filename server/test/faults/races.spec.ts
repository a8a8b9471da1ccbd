import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WRONG_ALERTS } from '../factories/alert-checks.js';
import { inLanes, seeded } from './calls.js';
import { operators, people } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';
import { type PairScene, RACES } from './race-pairs.js';

/**
 * The race pairs of the reliability goals over HTTP, on one and on two gateway processes. `npm run races -- --pairs=200`
 * makes it long.
 */
const PAIRS = sizeOf('FAULTS_PAIRS', 2);
const SEED = sizeOf('FAULTS_SEED', 20_261_120);
const AT_ONCE = 8;
const SKEW_MS = 50;
const LIMIT_MS = 180_000 + PAIRS * 5000;

onProcesses(`race pairs, ${PAIRS} of each, seed ${SEED}`, () => {
  let product: Product;
  let desk: string[];
  const done = { pairs: 0, seconds: 0 };

  beforeAll(async () => {
    product = await Product.start(2);
    desk = await operators(product.sql, 2, ['treasurer']);
    // More than one day's releases and credits of a coin, by the same two operators.
    await product.sql.query(
      `update adjustment_cap set by_person = most, by_all = most, credit_by_person = most, credit_by_all = most,
         payout_by_person = most, payout_by_all = most from (select 1000000000::numeric as most) cap`,
    );
    // Nor does one operator alone run out of what a day lets one decide.
    for (const table of ['coin_network', 'otc_coin'])
      await product.sql.query(`update ${table} set second_person_above = 1000000000`);
  }, 300_000);

  afterAll(async () => {
    process.stderr.write(`races: ${done.pairs} pairs in ${Math.round(done.seconds)} s, seed ${SEED}\n`);
    await product?.stop();
  });

  // Short, on two alone.
  describe.each(PAIRS > 2 ? [1, 2] : [2])('on %i gateways', (gateways) => {
    it.each(RACES.map((race) => [race.name, race] as const))(
      '%s',
      async (_name, race) => {
        const random = seeded(SEED + gateways);
        // A desk that rests for half an hour is shut, and pairs of commands of users take longer than that.
        await product.sql.query('update operator_session set last_used_at = clock_timestamp()');
        const count = PAIRS * 2;
        const persons = await people(product.sql, count, race.purse, { withMail: race.withMail ?? false });
        const wrong: string[] = [];
        const began = performance.now();
        const urls = product.gateways.map(({ url }) => url);
        const skews = Array.from({ length: PAIRS }, () => Math.round((random() * 2 - 1) * SKEW_MS));
        await inLanes(PAIRS, AT_ONCE, async (index) => {
          const scene: PairScene = {
            sql: product.sql,
            urls: [urls[0] as string, urls[gateways - 1] as string],
            person: persons[index * 2] as PairScene['person'],
            other: persons[index * 2 + 1] as PairScene['person'],
            desk: [desk[0] as string, desk[1] as string],
            skewMs: skews[index] as number,
          };
          const problem = await race.run(scene);
          if (problem !== null) wrong.push(`pair ${index}, skew ${scene.skewMs} ms: ${problem}`);
        });
        done.pairs += PAIRS;
        done.seconds += (performance.now() - began) / 1000;
        expect(wrong).toEqual([]);
      },
      LIMIT_MS,
    );
  });

  it('what price alerts have told, they told once', async () => {
    expect((await product.sql.query(WRONG_ALERTS)).rows).toEqual([]);
  });

  it('the books are in order, nothing deadlocked, nobody ended', async () => {
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
    expect(product.errors()).toEqual([]);
  }, 300_000);
});
