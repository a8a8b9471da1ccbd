import { sleep } from './calls.js';
import {
  api,
  both,
  expectDone,
  given,
  idIn,
  isDone,
  oneOf,
  type PairScene,
  type Race,
  type Wish,
  words,
} from './race-steps.js';

/** Alerts at prices that nothing reaches. */
const alert = (value: string) => api('price_alert/create', { symbol: 'BTC/USDT', kind: 'rise', value });

async function waiting({ sql, person }: PairScene): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from price_alert where user_id = $1 and state in ('active', 'paused')`,
    [person.userId],
  );
  return rows[0]?.count ?? 0;
}

/** So many alerts that are paused. */
async function fill({ sql, person }: PairScene, count: number): Promise<void> {
  await sql.query(
    `insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, created_at, changed_at)
     select $1, m.id, 'rise', 8000000 + place, 'index', '', 'paused', 'up', now(), now(), now()
       from market m, generate_series(1, $2::integer) as place where m.symbol = 'BTC/USDT'`,
    [person.userId, count],
  );
}

const expectWaiting = async (scene: PairScene, count: number): Promise<string | null> => {
  const found = await waiting(scene);
  return found === count ? null : `${found} alerts wait, not ${count}`;
};

/** In this many seconds the price of the simulation crosses what it was, and a worker judges it. */
const JUDGED_MS = 2500;

/** An alert on a crossing of the index as it is now, which the next seconds make. */
async function near(scene: PairScene): Promise<string> {
  const { rows } = await scene.sql.query<{ index: string }>(
    `select trim_scale(round(index, 2))::text as index from price_sample
      where market_id = 1 and index_state = 'ok' order by second desc limit 1`,
  );
  const value = (Number(rows[0]?.index) + 0.01).toFixed(2);
  await given(scene, api('price_alert/create', { symbol: 'BTC/USDT', kind: 'cross', value }));
  return idIn(scene, 'price_alert');
}

interface AlertOutcome {
  state: string;
  version: number;
  times: number;
  firings: number;
  notices: number;
}

async function outcomeOf({ sql, person }: PairScene): Promise<AlertOutcome> {
  const { rows } = await sql.query<AlertOutcome>(
    `select a.state, a.version, a.times,
            (select count(*)::integer from price_alert_firing f where f.alert_id = a.id) as firings,
            (select count(*)::integer from account_notice n where n.user_id = a.user_id and n.kind like 'alert-%') as notices
       from price_alert a where a.user_id = $1`,
    [person.userId],
  );
  return rows[0] as AlertOutcome;
}

/**
 * One that goes off while its user is at it: what went off was told once, and once the user has been answered nothing goes off by
 * the terms that were before.
 */
async function atIt(scene: PairScene, act: (id: string) => Wish, state: string): Promise<string | null> {
  const id = await near(scene);
  await sleep(Math.abs(scene.skewMs) * 40);
  const [first, second] = await both(scene, act(id), act(id));
  const then = await outcomeOf(scene);
  await sleep(JUDGED_MS);
  const last = await outcomeOf(scene);
  const failure = expectDone([first, second], [0, 1, 2]);
  const isDoneOnce = isDone(first) || isDone(second) ? last.state === state : last.state === 'done';
  const isOnce = last.times <= 1 && last.firings === last.times && last.notices === last.times;
  const isOver = then.state !== state || last.times === then.times;
  return (
    failure ?? (isDoneOnce && isOnce && isOver ? null : `${words([first, second])}: ${JSON.stringify([then, last])}`)
  );
}

/** What users do with their price alerts, while a worker judges. */
export const ALERT_RACES: readonly Race[] = [
  {
    name: 'price alerts: the same twice',
    purse: {},
    run: async (scene) => (await oneOf(scene, [alert('9000000'), alert('9000000')])) ?? expectWaiting(scene, 1),
  },
  {
    name: 'price alerts: the hundredth and one more',
    purse: {},
    run: async (scene) => {
      await fill(scene, 99);
      return (await oneOf(scene, [alert('9000001'), alert('9000002')])) ?? expectWaiting(scene, 100);
    },
  },
  {
    name: 'price alerts: changed and deleted',
    purse: {},
    run: async (scene) => {
      await given(scene, alert('9000003'));
      const id = await idIn(scene, 'price_alert');
      const wish = { id, symbol: 'BTC/USDT', kind: 'rise', value: '9000004' };
      const answers = await both(scene, api('price_alert/edit', wish), api('price_alert/delete', { id }));
      return expectDone(answers, [1, 2]) ?? expectWaiting(scene, 0);
    },
  },
  {
    name: 'price alerts: two changed to the same',
    purse: {},
    run: async (scene) => {
      await given(scene, alert('9000005'));
      const first = await idIn(scene, 'price_alert');
      await given(scene, alert('9000006'));
      const second = await idIn(scene, 'price_alert');
      const wish = { symbol: 'BTC/USDT', kind: 'rise', value: '9000007' };
      const changes = [first, second].map((id) => api('price_alert/edit', { id, ...wish })) as [Wish, Wish];
      return (await oneOf(scene, changes)) ?? expectWaiting(scene, 2);
    },
  },
  {
    name: 'price alerts: one that went off is changed where there is room for one, and one more is made',
    purse: {},
    run: async (scene) => {
      await fill(scene, 99);
      const { rows } = await scene.sql.query<{ id: string }>(
        `insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, is_heard, times, last_at,
           last_value, created_at, changed_at)
         select $1, m.id, 'rise', 1, 'index', '', 'done', 'up', now(), true, 1, now(), 1, now(), now()
           from market m where m.symbol = 'BTC/USDT' returning id::text`,
        [scene.person.userId],
      );
      const id = rows[0]?.id ?? '';
      const change = api('price_alert/edit', { id, symbol: 'BTC/USDT', kind: 'rise', value: '9000008' });
      const failure = (await oneOf(scene, [change, alert('9000009')])) ?? (await expectWaiting(scene, 100));
      // It was told of by nobody: the check of all alerts is about those that were.
      await scene.sql.query('delete from price_alert where id = $1', [id]);
      return failure;
    },
  },
  {
    name: 'price alerts: deleted, set off',
    purse: {},
    run: (scene) => atIt(scene, (id) => api('price_alert/delete', { id }), 'deleted'),
  },
  {
    name: 'price alerts: changed, set off',
    purse: {},
    run: (scene) =>
      atIt(
        scene,
        (id) => api('price_alert/edit', { id, symbol: 'BTC/USDT', kind: 'rise', value: '9000010' }),
        'active',
      ),
  },
  {
    name: 'price alerts: paused, set off',
    purse: {},
    run: (scene) => atIt(scene, (id) => api('price_alert/pause', { id }), 'paused'),
  },
];
