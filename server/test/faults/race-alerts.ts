import { api, both, expectDone, given, idIn, oneOf, type PairScene, type Race } from './race-steps.js';

/** Alerts at prices that nothing reaches. */
const alert = (value: string) => api('price_alert/create', { symbol: 'BTC/USDT', kind: 'rise', value });

async function waiting({ sql, person }: PairScene): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from price_alert where user_id = $1 and state in ('active', 'paused')`,
    [person.userId],
  );
  return rows[0]?.count ?? 0;
}

const expectWaiting = async (scene: PairScene, count: number): Promise<string | null> => {
  const found = await waiting(scene);
  return found === count ? null : `${found} alerts wait, not ${count}`;
};

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
      await scene.sql.query(
        `insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, created_at, changed_at)
         select $1, m.id, 'rise', 8000000 + place, 'index', '', 'paused', 'up', now(), now(), now()
           from market m, generate_series(1, 99) as place where m.symbol = 'BTC/USDT'`,
        [scene.person.userId],
      );
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
];
