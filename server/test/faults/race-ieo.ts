import type { DataSource } from 'typeorm';
import { aSale, cancelSale, type Sale, verifyUsers } from '../factories/ieo.js';
import { sleep } from './calls.js';
import {
  aKey,
  api,
  both,
  expectBalance,
  expectDone,
  given,
  idIn,
  isDone,
  type PairScene,
  type Race,
  words,
} from './race-steps.js';

const MINUTE_MS = 60_000;

/** What factories ask a database for, over the pair's own connections. */
const over = (scene: PairScene): DataSource =>
  ({
    query: async (text: string, values?: unknown[]) => (await scene.sql.query(text, values)).rows,
  }) as unknown as DataSource;

/** A sale whose applications open at once and close after so many milliseconds; whoever pays has ten minutes. */
async function opened(scene: PairScene, stepMs: number): Promise<Sale> {
  const source = over(scene);
  await verifyUsers(source, [scene.person.userId]);
  const { rows } = await scene.sql.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now');
  const sale = await aSale(source, {
    at: Number(rows[0]?.now) - MINUTE_MS + 250,
    stepMs,
    payMs: 10 * MINUTE_MS,
    most: 60,
    // On the database's own clock: nobody waits for an hour of prices.
    order: 1,
  });
  await reach(scene, sale.applyFrom);
  return sale;
}

/** Waits until the database's clock says so. */
async function reach(scene: PairScene, instant: number): Promise<void> {
  for (;;) {
    const { rows } = await scene.sql.query<{ left: number }>(
      'select ($1::float8 - extract(epoch from clock_timestamp()) * 1000)::float8 as left',
      [instant],
    );
    const left = rows[0]?.left ?? 0;
    if (left <= 0) return;
    await sleep(Math.min(left, 100));
  }
}

const wish = ({ id }: Sale, number: string) => api('ieo/apply', { project_id: String(id), number }, { key: aKey() });

/** Waits for the workers: until the query answers yes. */
async function until(scene: PairScene, query: string, values: unknown[]): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await scene.sql.query<{ is: boolean }>(query, values);
    if (rows[0]?.is) return;
    await sleep(100);
  }
  throw new Error(`Never so: ${query}`);
}

/** Sales of new coins. */
export const IEO_RACES: readonly Race[] = [
  {
    name: 'ieo: apply, apply: the most of one person',
    purse: { spot: '1000' },
    run: async (scene) => {
      const sale = await opened(scene, 20 * MINUTE_MS);
      const answers = await both(scene, wish(sale, '40'), wish(sale, '40'));
      return expectDone(answers, [1]) ?? expectBalance(scene, 'spot_frozen', '80');
    },
  },
  {
    name: 'ieo: apply at the closing second, seal',
    purse: { spot: '1000' },
    run: async (scene) => {
      const sale = await opened(scene, 1500);
      await given(scene, wish(sale, '5'));
      await reach(scene, sale.applyUntil - 30 + scene.skewMs);
      const answers = await both(scene, wish(sale, '10'), wish(sale, '20'));
      const failure = expectDone(answers, [0, 1, 2]);
      if (failure !== null) return failure;
      await until(scene, 'select exists (select from ieo_round where project_id = $1 and round = 0) as is', [sale.id]);
      const units = 5 + (isDone(answers[0]) ? 10 : 0) + (isDone(answers[1]) ? 20 : 0);
      const { rows } = await scene.sql.query<{ sealed: string; applied: string }>(
        `select r.units as sealed, (select sum(units) from ieo_application where project_id = $1) as applied
           from ieo_round r where r.project_id = $1 and r.round = 0`,
        [sale.id],
      );
      const [found] = rows;
      const isSound = found?.sealed === String(units) && found.applied === String(units);
      return isSound ? null : `${words(answers)}, and ${found?.sealed} were sealed of ${found?.applied}`;
    },
  },
  {
    name: 'ieo: pay, pay',
    purse: { spot: '1000' },
    run: async (scene) => {
      const id = await allotted(scene);
      const pay = () => api('ieo/pay', { id, round: '1' }, { key: aKey() });
      const answers = await both(scene, pay(), pay());
      return expectDone(answers, [1]) ?? expectBalance(scene, 'spot', '960');
    },
  },
  {
    name: 'ieo: pay, cancel',
    purse: { spot: '1000' },
    run: async (scene) => {
      const id = await allotted(scene);
      const { rows } = await scene.sql.query<{ project: number }>(
        'select project_id as project from ieo_application where id = $1',
        [id],
      );
      const project = rows[0]?.project ?? 0;
      const end = cancelSale(over(scene), project, new Date());
      const answers = await both(scene, api('ieo/pay', { id, round: '1' }), api('ieo/pay', { id, round: '1' }));
      await end;
      const failure = expectDone(answers, [0, 1]);
      if (failure !== null) return failure;
      await until(scene, `select status = 'cancelled' as is from ieo_application where id = $1`, [id]);
      return (await expectBalance(scene, 'spot', '1000')) ?? expectBalance(scene, 'spot_frozen', '0');
    },
  },
];

/** An application of 20 coins that waits for its payment. */
async function allotted(scene: PairScene): Promise<string> {
  const sale = await opened(scene, 2000);
  await given(scene, wish(sale, '20'));
  const id = await idIn(scene, 'ieo_application');
  await until(scene, `select status = 'allotted' as is from ieo_application where id = $1`, [id]);
  return id;
}
