import { sleep } from './calls.js';
import {
  api,
  both,
  expectBalance,
  expectDone,
  given,
  idIn,
  isDone,
  lastPrice,
  leverOrder,
  oneOf,
  option,
  type Race,
  sendTo,
  spotOrder,
  transfer,
  trust,
  type Wish,
  words,
} from './race-steps.js';

/** Orders and positions of every product, and what is locked. */
export const TRADING_RACES: readonly Race[] = [
  {
    name: 'spot: cancel, cancel',
    purse: { spot: '100' },
    run: async (scene) => {
      await given(scene, spotOrder('1', '0.001', '50000'));
      const id = await idIn(scene, 'spot_order');
      const cancel = (): Wish => api('coin/trade/cancel', { id }, { verb: 'PUT' });
      return (await oneOf(scene, [cancel(), cancel()])) ?? (await expectBalance(scene, 'spot', '100'));
    },
  },
  {
    name: 'spot: cancel, fill',
    purse: { spot: '100' },
    run: async (scene) => {
      await given(scene, spotOrder('1', '0.001', await lastPrice(scene)));
      const id = await idIn(scene, 'spot_order');
      await sleep(Math.abs(scene.skewMs) * 20);
      const cancelled = await sendTo(scene.urls[1], scene, api('coin/trade/cancel', { id }, { verb: 'PUT' }));
      const failure = expectDone([cancelled], [0, 1]);
      const found = await scene.sql.query<{ status: string; reserved: string }>(
        'select status, reserved from spot_order where id = $1',
        [id],
      );
      const { status, reserved } = found.rows[0] as { status: string; reserved: string };
      const isSound = (status === 'cancelled') === isDone(cancelled) && Number(reserved) === 0;
      return failure ?? (isSound ? null : `${words([cancelled])}, and the order is ${status} with ${reserved}`);
    },
  },
  {
    name: 'spot: change, cancel',
    purse: { spot: '200' },
    run: async (scene) => {
      await given(scene, spotOrder('1', '0.001', '50000'));
      const id = await idIn(scene, 'spot_order');
      const change = api('spot/amend', { id, amount: '0.002' });
      const [changed, cancelled] = await both(scene, change, api('coin/trade/cancel', { id }, { verb: 'PUT' }));
      if (!isDone(cancelled)) return words([changed, cancelled]);
      return expectDone([changed], [0, 1]) ?? (await expectBalance(scene, 'spot', '200'));
    },
  },
  {
    name: 'spot: change, change: money for one',
    purse: { spot: '120' },
    run: async (scene) => {
      await given(scene, spotOrder('1', '0.001', '50000'));
      const id = await idIn(scene, 'spot_order');
      const other = await sendTo(scene.urls[0], scene, spotOrder('1', '0.001', '40000'));
      if (!isDone(other)) return words([other]);
      const second = await idIn(scene, 'spot_order');
      // Of 120, 50.05 and 40.04 are frozen: either change needs about 25 more, and there are 29.91.
      const first = api('spot/amend', { id, amount: '0.0015' });
      return oneOf(scene, [first, api('spot/amend', { id: second, amount: '0.0016' })]);
    },
  },
  {
    name: 'spot: change, fill',
    purse: { spot: '200' },
    run: async (scene) => {
      await given(scene, spotOrder('1', '0.001', await lastPrice(scene)));
      const id = await idIn(scene, 'spot_order');
      await sleep(Math.abs(scene.skewMs) * 20);
      const changed = await sendTo(scene.urls[1], scene, api('spot/amend', { id, amount: '0.0012' }));
      const found = await scene.sql.query<{ quantity: string; filled: string }>(
        'select trim_scale(quantity)::text as quantity, trim_scale(filled)::text as filled from spot_order where id = $1',
        [id],
      );
      const { quantity, filled } = found.rows[0] as { quantity: string; filled: string };
      const isSound = isDone(changed) ? quantity === '0.0012' : quantity === '0.001' && filled === '0.001';
      return expectDone([changed], [0, 1]) ?? (isSound ? null : `${words([changed])}: ${filled} of ${quantity}`);
    },
  },
  {
    name: 'spot: stop cancelled, its price',
    purse: { spot: '100' },
    run: async (scene) => {
      // So near that the next prices may reach it.
      const near = (Number(await lastPrice(scene)) * 1.0002).toFixed(2);
      const stop = { legal_id: '3', currency_id: '1', type: '1', amount: '50', trigger_price: near };
      await given(scene, api('spot/stop', stop));
      const id = await idIn(scene, 'spot_stop');
      await sleep(Math.abs(scene.skewMs) * 20);
      const cancelled = await sendTo(scene.urls[1], scene, api('spot/stop/cancel', { id }, { verb: 'PUT' }));
      const found = await scene.sql.query<{ status: string; orders: number }>(
        `select s.status, (select count(*)::integer from spot_order o where o.user_id = s.user_id) as orders
           from spot_stop s where s.id = $1`,
        [id],
      );
      const { status, orders } = found.rows[0] as { status: string; orders: number };
      const isSound = isDone(cancelled)
        ? status === 'cancelled' && orders === 0
        : status === 'triggered' && orders === 1;
      return expectDone([cancelled], [0, 1]) ?? (isSound ? null : `${words([cancelled])}: ${status}, ${orders} orders`);
    },
  },
  {
    name: 'spot: stop changed, cancelled',
    purse: { spot: '200' },
    run: async (scene) => {
      const stop = { legal_id: '3', currency_id: '1', type: '1', amount: '50', trigger_price: '50000' };
      await given(scene, api('spot/stop', stop));
      const id = await idIn(scene, 'spot_stop');
      const change = api('spot/stop/amend', { id, amount: '80', trigger_price: '49000', amendments: '0' });
      const [changed, cancelled] = await both(scene, change, api('spot/stop/cancel', { id }, { verb: 'PUT' }));
      if (!isDone(cancelled)) return words([changed, cancelled]);
      return expectDone([changed], [0, 1]) ?? (await expectBalance(scene, 'spot', '200'));
    },
  },
  {
    name: 'spot: stop changed twice by what was seen once',
    purse: { spot: '100' },
    run: async (scene) => {
      const stop = { legal_id: '3', currency_id: '1', type: '1', amount: '50', trigger_price: '50000' };
      await given(scene, api('spot/stop', stop));
      const id = await idIn(scene, 'spot_stop');
      const change = (amount: string): Wish => api('spot/stop/amend', { id, amount, amendments: '0' });
      return oneOf(scene, [change('60'), change('70')]);
    },
  },
  {
    name: 'spot: stop changed, its price',
    purse: { spot: '100' },
    run: async (scene) => {
      const { rows } = await scene.sql.query<{ price: string }>(
        `select trim_scale(round(last, 2))::text as price from price_sample where market_id = 1 and last is not null
          order by second desc limit 1`,
      );
      // So near that the next prices may reach it.
      const near = (Number(rows[0]?.price ?? '60000') * 1.0002).toFixed(2);
      const stop = { legal_id: '3', currency_id: '1', type: '1', amount: '50', trigger_price: near };
      await given(scene, api('spot/stop', stop));
      const id = await idIn(scene, 'spot_stop');
      await sleep(Math.abs(scene.skewMs) * 20);
      const change = api('spot/stop/amend', { id, amount: '80', amendments: '0' });
      const changed = await sendTo(scene.urls[1], scene, change);
      const found = await scene.sql.query<{ status: string; cost: string; changes: number; orders: number }>(
        `select s.status, trim_scale(s.cost)::text as cost,
                (select count(*)::integer from spot_stop_amendment a where a.stop_id = s.id) as changes,
                (select count(*)::integer from spot_order o where o.user_id = s.user_id) as orders
           from spot_stop s where s.id = $1`,
        [id],
      );
      const now = found.rows[0] as { status: string; cost: string; changes: number; orders: number };
      const { status, cost, changes, orders } = now;
      // What the change came before was triggered for what it then was.
      const isSound =
        orders === (status === 'triggered' ? 1 : 0) &&
        (isDone(changed) ? cost === '80' && changes === 1 : cost === '50' && changes === 0);
      return expectDone([changed], [0, 1]) ?? (isSound ? null : `${words([changed])}: ${JSON.stringify(now)}`);
    },
  },
  {
    name: 'spot: pair changed by its stop, cancelled by its order',
    purse: { spot: '200' },
    run: async (scene) => {
      const pair = { legal_id: '3', currency_id: '1', type: '1', amount: '0.001', target_price: '40000' };
      await given(scene, api('spot/pair', { ...pair, trigger_price: '90000', stop_limit_price: '91000' }));
      const [stop, order] = [await idIn(scene, 'spot_stop'), await idIn(scene, 'spot_order')];
      const change = api('spot/stop/amend', { id: stop, amount: '0.0015', paired_price: '41000', amendments: '0' });
      const cancel = api('coin/trade/cancel', { id: order }, { verb: 'PUT' });
      const [changed, cancelled] = await both(scene, change, cancel);
      if (!isDone(cancelled)) return words([changed, cancelled]);
      return expectDone([changed], [0, 1]) ?? (await expectBalance(scene, 'spot', '200'));
    },
  },
  {
    name: 'spot: either of a pair cancelled, the price of its stop',
    purse: { spot: '100' },
    run: async (scene) => {
      const last = Number(await lastPrice(scene));
      const [near, limit] = [(last * 1.0002).toFixed(2), (last * 1.01).toFixed(2)];
      const pair = {
        legal_id: '3',
        currency_id: '1',
        type: '1',
        amount: '0.0005',
        target_price: (last * 0.9).toFixed(2),
      };
      await given(scene, api('spot/pair', { ...pair, trigger_price: near, stop_limit_price: limit }));
      const [stop, order] = [await idIn(scene, 'spot_stop'), await idIn(scene, 'spot_order')];
      await sleep(Math.abs(scene.skewMs) * 20);
      const ends = await Promise.all([
        sendTo(scene.urls[0], scene, api('coin/trade/cancel', { id: order }, { verb: 'PUT' })),
        sendTo(scene.urls[1], scene, api('spot/stop/cancel', { id: stop }, { verb: 'PUT' })),
      ]);
      const found = await scene.sql.query<{ stop: string; other: string; orders: number }>(
        `select s.status as stop, o.status as other,
                (select count(*)::integer from spot_order x where x.user_id = s.user_id) as orders
           from spot_stop s join spot_order o on o.id = s.paired_order_id where s.id = $1`,
        [stop],
      );
      const now = found.rows[0] as { stop: string; other: string; orders: number };
      const isSound = ends.some(isDone)
        ? now.stop === 'cancelled' && now.other === 'cancelled' && now.orders === 1
        : now.stop === 'triggered' && now.other === 'cancelled' && now.orders === 2;
      return expectDone(ends, [0, 1]) ?? (isSound ? null : `${words(ends)}: ${JSON.stringify(now)}`);
    },
  },
  {
    name: 'spot: cancel, its date',
    purse: { spot: '100' },
    run: async (scene) => {
      const until = { time_in_force: 'gtd', expires_at: String(Date.now() + 3_600_000) };
      const wish = spotOrder('1', '0.001', '50000');
      await given(scene, { ...wish, fields: { ...wish.fields, ...until } });
      const id = await idIn(scene, 'spot_order');
      // As if its date were now; the worker's own sweep is at it, too.
      const date = (async () => {
        await sleep(Math.max(0, scene.skewMs));
        await scene.sql.query(`begin; set local session_replication_role = replica;
          update spot_order set expires_at = now() - interval '1 second' where id = ${id} and status = 'open'; commit`);
        await scene.sql.query(`select spot_expire(1, now(), array[${id}])`);
      })();
      await sleep(Math.max(0, -scene.skewMs));
      const cancelled = await sendTo(scene.urls[0], scene, api('coin/trade/cancel', { id }, { verb: 'PUT' }));
      await date;
      const found = await scene.sql.query<{ reason: string }>('select reason from spot_order where id = $1', [id]);
      const isSound = (found.rows[0]?.reason === 'user') === isDone(cancelled);
      const failure = expectDone([cancelled], [0, 1]) ?? (await expectBalance(scene, 'spot', '100'));
      return failure ?? (isSound ? null : `${found.rows[0]?.reason}: ${words([cancelled])}`);
    },
  },
  {
    name: 'spot: stop cancelled, its date',
    purse: { spot: '100' },
    run: async (scene) => {
      const stop = { legal_id: '3', currency_id: '1', type: '1', amount: '50', trigger_price: '50000' };
      await given(scene, api('spot/stop', { ...stop, expires_at: String(Date.now() + 3_600_000) }));
      const id = await idIn(scene, 'spot_stop');
      // As if its date were now; the worker's own sweep is at it, too.
      const date = (async () => {
        await sleep(Math.max(0, scene.skewMs));
        await scene.sql.query(`begin; set local session_replication_role = replica;
          update spot_stop set expires_at = now() - interval '1 second' where id = ${id} and status = 'waiting'; commit`);
        await scene.sql.query(`select spot_stop_expire(1, now(), array[${id}])`);
      })();
      await sleep(Math.max(0, -scene.skewMs));
      const cancelled = await sendTo(scene.urls[0], scene, api('spot/stop/cancel', { id }, { verb: 'PUT' }));
      await date;
      const found = await scene.sql.query<{ status: string; reason: string | null }>(
        'select status, reason from spot_stop where id = $1',
        [id],
      );
      const { status, reason } = found.rows[0] as { status: string; reason: string | null };
      // The tape may not be judged up to its date yet: then it waits for the next look.
      const isSound = isDone(cancelled) ? status === 'cancelled' && reason === 'user' : reason === 'expired';
      const failure = expectDone([cancelled], [0, 1]) ?? (await expectBalance(scene, 'spot', '100'));
      return failure ?? (isSound ? null : `${status}, ${reason}: ${words([cancelled])}`);
    },
  },
  {
    name: 'spot: buy, buy: money for one',
    purse: { spot: '100' },
    run: (scene) => oneOf(scene, [spotOrder('1', '0.0009'), spotOrder('1', '0.001')]),
  },
  {
    name: 'option: buy, buy: money for one',
    purse: { option: '15' },
    run: async (scene) =>
      (await oneOf(scene, [option('10'), option('10')])) ?? (await expectBalance(scene, 'option', '4.9')),
  },
  {
    name: 'option: buy, transfer out',
    purse: { option: '15' },
    run: async (scene) =>
      (await oneOf(scene, [option('10'), transfer('12', 'micro', 'change')])) ??
      (await expectBalance(scene, 'option', '4.9', '3')),
  },
  {
    name: 'demo entered, option bought with real money',
    purse: { option: '15' },
    run: async (scene) =>
      (await oneOf(scene, [api('demo/enter', {}), option('10')], [2])) ?? (await expectBalance(scene, 'option', '4.9')),
  },
  {
    name: 'futures: order, transfer out',
    purse: { contract: '200' },
    run: (scene) => oneOf(scene, [leverOrder('2'), transfer('100', 'lever', 'change')]),
  },
  {
    name: 'futures: close, close',
    purse: { contract: '200' },
    run: async (scene) => {
      await given(scene, leverOrder('2'));
      const id = await idIn(scene, 'futures_position');
      return (
        (await oneOf(scene, [api('lever/close', { id }), api('lever/close', { id })])) ??
        (await expectBalance(scene, 'contract_frozen', '0'))
      );
    },
  },
  {
    name: 'futures: close, add margin',
    purse: { contract: '200' },
    run: async (scene) => {
      await given(scene, leverOrder('2'));
      const id = await idIn(scene, 'futures_position');
      const [closed, added] = await both(
        scene,
        api('lever/close', { id }),
        api('lever/add_margin', { id, amount: '10' }),
      );
      if (!isDone(closed)) return words([closed, added]);
      return expectDone([added], [0, 1]) ?? (await expectBalance(scene, 'contract_frozen', '0'));
    },
  },
  {
    name: 'futures: close, set stops',
    purse: { contract: '200' },
    run: async (scene) => {
      await given(scene, leverOrder('2'));
      const id = await idIn(scene, 'futures_position');
      const stops = api('lever/setstop', { id, target_profit_price: '90000', stop_loss_price: '40000' });
      const [closed, set] = await both(scene, api('lever/close', { id }), stops);
      return isDone(closed) ? expectDone([set], [0, 1]) : words([closed, set]);
    },
  },
  {
    name: 'futures: cancel, cancel',
    purse: { contract: '200' },
    run: async (scene) => {
      await given(scene, leverOrder('2', '50000'));
      const id = await idIn(scene, 'futures_position');
      return (
        (await oneOf(scene, [api('lever/cancel', { id }), api('lever/cancel', { id })])) ??
        (await expectBalance(scene, 'contract', '200'))
      );
    },
  },
  {
    name: 'futures: change, cancel',
    purse: { contract: '200' },
    run: async (scene) => {
      await given(scene, leverOrder('2', '50000'));
      const id = await idIn(scene, 'futures_position');
      const [changed, cancelled] = await both(
        scene,
        api('lever/amend', { id, share: '3' }),
        api('lever/cancel', { id }),
      );
      if (!isDone(cancelled)) return words([changed, cancelled]);
      return expectDone([changed], [0, 1]) ?? (await expectBalance(scene, 'contract', '200'));
    },
  },
  {
    name: 'futures: order to close changed, cancelled',
    purse: { contract: '200' },
    run: async (scene) => {
      await given(scene, leverOrder('2'));
      const id = await idIn(scene, 'futures_position');
      const placed = await sendTo(scene.urls[0], scene, api('lever/close_limit', { id, price: '90000' }));
      if (!isDone(placed)) return words([placed]);
      const { rows } = await scene.sql.query<{ id: string }>(
        'select id::text from futures_closing_order where position_id = $1',
        [id],
      );
      const order = { id, closing_id: rows[0]?.id ?? '' };
      const [changed, cancelled] = await both(
        scene,
        api('lever/close_amend', { ...order, share: '1', waiting: '2' }),
        api('lever/close_cancel', order),
      );
      const left = await scene.sql.query(
        `select from futures_closing_order where position_id = $1 and status = 'waiting'`,
        [id],
      );
      if (!isDone(cancelled) || left.rowCount !== 0) return words([changed, cancelled]);
      return expectDone([changed], [0, 1]);
    },
  },
  {
    name: 'futures: change, change: money for one',
    purse: { contract: '260' },
    run: async (scene) => {
      await given(scene, leverOrder('2', '50000'));
      const first = await idIn(scene, 'futures_position');
      const other = await sendTo(scene.urls[0], scene, leverOrder('2', '40000'));
      if (!isDone(other)) return words([other]);
      const second = await idIn(scene, 'futures_position');
      // Of 260, 100.5 and 80.4 are frozen: one change needs 50.25 more and the other 40.2, and there are 79.1.
      return oneOf(scene, [
        api('lever/amend', { id: first, share: '3' }),
        api('lever/amend', { id: second, share: '3' }),
      ]);
    },
  },
  {
    name: 'trust: buy, transfer out',
    purse: { spot: '150' },
    run: async (scene) =>
      (await oneOf(scene, [trust('100'), transfer('120', 'change', 'micro')])) ??
      (await expectBalance(scene, 'spot', '50', '30')),
  },
  {
    name: 'trust: buy of both accounts, transfer out of one',
    purse: { spot: '60', trust: '60' },
    run: async (scene) =>
      (await oneOf(scene, [trust('100'), transfer('60', 'trust', 'micro')])) ??
      (await expectBalance(scene, 'spot', '20', '60')),
  },
  {
    name: 'trust: redeem, redeem',
    purse: { spot: '150' },
    run: async (scene) => {
      await given(scene, trust('100'));
      const id = await idIn(scene, 'trust_order');
      const redemption = () => api('lh/deposit/order/cancel', { id });
      return (await oneOf(scene, [redemption(), redemption()])) ?? (await expectBalance(scene, 'trust_frozen', '0'));
    },
  },
  {
    name: 'trust: redeem, interest of the day',
    purse: { spot: '150' },
    run: async (scene) => {
      await given(scene, trust('100'));
      const id = await idIn(scene, 'trust_order');
      // As if bought two days ago, so that a whole day of interest is due now; the worker's own sweep is at it, too.
      await scene.sql.query(`begin; set local session_replication_role = replica;
        update trust_order set start_day = start_day - 2, created_at = created_at - interval '2 days'
         where id = ${id}; commit`);
      const accrual = (async () => {
        await sleep(Math.max(0, scene.skewMs));
        await scene.sql.query('select trust_accrue(5000, now())');
      })();
      await sleep(Math.max(0, -scene.skewMs));
      const redeemed = await sendTo(scene.urls[0], scene, api('lh/deposit/order/cancel', { id }));
      await accrual;
      const { rows } = await scene.sql.query<{ status: string }>('select status from trust_order where id = $1', [id]);
      const isSound = rows[0]?.status === (isDone(redeemed) ? 'redeemed' : 'custody');
      return expectDone([redeemed], [0, 1]) ?? (isSound ? null : `${rows[0]?.status}: ${words([redeemed])}`);
    },
  },
];
