import { type Answer, sleep } from './calls.js';
import { balanceOf, BTC, USDT } from './people.js';
import {
  api,
  both,
  expectBalance,
  expectDone,
  given,
  idIn,
  isDone,
  lastPrice,
  oneOf,
  type PairScene,
  type Race,
  sendTo,
  spotOrder,
  type Wish,
  words,
} from './race-steps.js';

const COINS = '0.0009';
const TIMED = [
  // Of a limit that the market crosses, and of one that it does not.
  { time: 'fok', limit: 1.01, rests: false },
  { time: 'ioc', limit: 1.01, rests: false },
  { time: 'post-only', limit: 0.9, rests: true },
  { time: 'gtd', limit: 0.9, rests: true },
] as const;

const place = { legal_id: USDT, currency_id: BTC };
const selling = { ...place, type: '2', amount: COINS };
const cancelled = (path: string, id: string): Wish => api(path, { id }, { verb: 'PUT' });
const at = (price: string, ratio: number): string => (Number(price) * ratio).toFixed(2);

/** A limit order to buy coins for about 54 of 100 USDT, or so much of it as its limit asks for. */
function timed(price: string, { time, limit }: (typeof TIMED)[number]): Wish {
  const { fields, ...wish } = spotOrder('1', COINS, at(price, limit));
  const until: Record<string, string> = time === 'gtd' ? { expires_at: String(Date.now() + 3_600_000) } : {};
  return { ...wish, fields: { ...fields, time_in_force: time, ...until } };
}

/** Coins of a market order, and what they are in all: free, frozen, and what was sold of them. */
async function coinsOf({ sql, person }: PairScene): Promise<{ held: string; sold: string }> {
  const { rows } = await sql.query<{ held: string; sold: string }>(
    `select (select coalesce(trim_scale(sum(balance)), 0)::text from ledger_account
              where owner_id = $1 and currency_id = 1 and not demo) as held,
            (select coalesce(trim_scale(sum(filled)), 0)::text from spot_order where user_id = $1 and side = 'sell') as sold`,
    [person.userId],
  );
  return rows[0] as { held: string; sold: string };
}

/** Nothing is sold that there is not, and nothing is sold twice. */
async function expectCoins(scene: PairScene): Promise<string | null> {
  const { held, sold } = await coinsOf(scene);
  return Number(held) + Number(sold) === Number(COINS) ? null : `${held} coins and ${sold} sold, of ${COINS}`;
}

/** So many sales wait for the coins, all of which are frozen for them. */
async function expectWaiting(scene: PairScene, sales: number): Promise<string | null> {
  const { rows } = await scene.sql.query<{ orders: number; stops: number }>(
    `select (select count(*)::integer from spot_order where user_id = $1 and side = 'sell' and status = 'open') as orders,
            (select count(*)::integer from spot_stop
              where user_id = $1 and status = 'waiting' and paired_order_id is null) as stops`,
    [scene.person.userId],
  );
  const [found, frozen] = [rows[0] as { orders: number; stops: number }, await frozenCoins(scene)];
  const isSound = found.orders + found.stops === sales && Number(frozen) === sales * Number(COINS);
  return isSound ? expectCoins(scene) : `${JSON.stringify(found)} wait with ${frozen}`;
}

const frozenCoins = ({ sql, person }: PairScene): Promise<string> => balanceOf(sql, person.userId, 'spot_frozen', BTC);

/** A purchase at the market that leaves a take-profit and a stop-loss behind, far from the price. */
async function bought(scene: PairScene, leaves: boolean): Promise<string> {
  const price = await lastPrice(scene);
  const { fields, ...wish } = spotOrder('1', COINS);
  const exits = { take_profit_price: at(price, 1.5), stop_loss_price: at(price, 0.5) };
  await given(scene, { ...wish, fields: { ...fields, ...(leaves ? exits : {}) } });
  return idIn(scene, 'spot_order');
}

/** As if the price had been so much higher since it was placed: the next second reaches it. */
async function follow({ sql }: PairScene, id: string): Promise<void> {
  await sql.query(`begin; set local session_replication_role = replica;
    update spot_stop s set watermark = round(s.watermark * 1.05, m.price_scale),
           trigger_price = spot_trail_price('fall', round(s.watermark * 1.05, m.price_scale), s.trail_ratio, s.trail_distance, m.price_scale)
      from market m where m.id = s.market_id and s.id = ${id} and s.status = 'waiting'; commit`);
}

const sale = (fields: Record<string, string>, path = 'spot/stop'): Wish => api(path, { ...selling, ...fields });
const pair = (price: string): Wish =>
  sale({ target_price: at(price, 1.5), trigger_price: at(price, 0.5) }, 'spot/pair');

/** Whoever had the coins first; the other one is refused for want of them. */
async function oneSale(scene: PairScene, make: (price: string) => [Wish, Wish]): Promise<string | null> {
  await bought(scene, false);
  const answers = await both(scene, ...make(await lastPrice(scene)));
  return expectDone(answers, [1]) ?? expectPoor(answers) ?? expectWaiting(scene, 1);
}

const POOR = ['ledger.insufficient-balance', 'spot.insufficient-balance', 'spot.insufficient-sellable'];
const expectPoor = (answers: readonly Answer[]): string | null =>
  answers.every((answer) => isDone(answer) || POOR.includes(answer?.code ?? '')) ? null : words(answers);

/** Orders that say how they wait, stops, pairs, and what purchases leave behind. */
export const SPOT_ORDER_RACES: readonly Race[] = [
  ...TIMED.map(
    (kind): Race => ({
      name: `spot: ${kind.time}, ${kind.time}: money for one`,
      purse: { spot: '100' },
      run: async (scene) => {
        const placed = async () => {
          const price = await lastPrice(scene);
          return both(scene, timed(price, kind), timed(price, kind));
        };
        let answers = await placed();
        // The book may hold too little for a moment, where others have just taken from it.
        for (let round = 0; round < 50 && answers.every((one) => one?.code === 'spot.not-whole'); round += 1) {
          await sleep(200);
          answers = await placed();
        }
        const { rows } = await scene.sql.query<{ status: string; whole: boolean; frozen: boolean }>(
          `select status, filled = quantity as whole, reserved > 0 as frozen from spot_order where user_id = $1`,
          [scene.person.userId],
        );
        const expected = kind.rests
          ? { status: 'open', whole: false, frozen: true }
          : { status: 'filled', whole: true, frozen: false };
        const isSound = JSON.stringify(rows) === JSON.stringify([expected]);
        const failure = expectDone(answers, [1]) ?? expectPoor(answers);
        return failure ?? (isSound ? null : `${words(answers)}: ${JSON.stringify(rows)}`);
      },
    }),
  ),
  {
    name: 'spot: a stop, an order: money for one',
    purse: { spot: '100' },
    run: async (scene) => {
      const stop = api('spot/stop', { ...place, type: '1', amount: '60', trigger_price: '50000' });
      return (
        (await oneOf(scene, [stop, spotOrder('1', '0.0012', '50000')])) ??
        (await expectBalance(scene, 'spot_frozen', '60', '60.06'))
      );
    },
  },
  {
    name: 'spot: two stops of the same coins, one with a limit',
    purse: { spot: '100' },
    run: (scene) =>
      oneSale(scene, (price) => [
        sale({ trigger_price: at(price, 0.5) }),
        sale({ trigger_price: at(price, 0.5), target_price: at(price, 0.4) }),
      ]),
  },
  {
    name: 'spot: a stop that follows the price, a pair: the same coins',
    purse: { spot: '100' },
    run: (scene) => oneSale(scene, (price) => [sale({ trail_percent: '20' }), pair(price)]),
  },
  {
    name: 'spot: two pairs of the same coins',
    purse: { spot: '100' },
    run: (scene) => oneSale(scene, (price) => [pair(price), pair(price)]),
  },
  {
    name: 'spot: a stop that follows the price cancelled, its price',
    purse: { spot: '100' },
    run: async (scene) => {
      await bought(scene, false);
      await given(scene, sale({ trail_percent: '1' }));
      const id = await idIn(scene, 'spot_stop');
      await follow(scene, id);
      await sleep(Math.abs(scene.skewMs) * 40);
      const answer = await sendTo(scene.urls[1], scene, cancelled('spot/stop/cancel', id));
      const { rows } = await scene.sql.query<{ status: string; sales: number }>(
        `select s.status, (select count(*)::integer from spot_order o where o.user_id = s.user_id and o.side = 'sell') as sales
           from spot_stop s where s.id = $1`,
        [id],
      );
      const { status, sales } = rows[0] as { status: string; sales: number };
      const isSound = isDone(answer) ? status === 'cancelled' && sales === 0 : status === 'triggered' && sales === 1;
      const failure = expectDone([answer], [0, 1]) ?? (await expectCoins(scene));
      return failure ?? (isSound ? null : `${words([answer])}: ${status}, ${sales} sales`);
    },
  },
  {
    name: 'spot: what a purchase leaves taken back, placed',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await bought(scene, true);
      await sleep(Math.abs(scene.skewMs) * 20);
      const [first, second] = await both(scene, cancelled('spot/exit/cancel', id), cancelled('spot/exit/cancel', id));
      const failure = expectDone([first, second], [0, 1]);
      return failure ?? expectWaiting(scene, isDone(first) || isDone(second) ? 0 : 1);
    },
  },
  {
    name: 'spot: what a purchase leaves, its coins sold',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await bought(scene, true);
      const sold = await both(scene, sale({ target_price: '0' }, 'coin/trade'), sale({ trigger_price: '10000' }));
      // They are not free before it is taken back, whether it waits or is placed.
      const failure = expectDone(sold, [0]) ?? expectPoor(sold);
      const [taken, sale2] = await both(
        scene,
        cancelled('spot/exit/cancel', id),
        sale({ target_price: '0' }, 'coin/trade'),
      );
      return failure ?? expectDone([taken, sale2], [0, 1, 2]) ?? expectCoins(scene);
    },
  },
  {
    name: 'spot: change, its date',
    purse: { spot: '200' },
    run: async (scene) => {
      const until = { time_in_force: 'gtd', expires_at: String(Date.now() + 3_600_000) };
      const wish = spotOrder('1', '0.001', '50000');
      await given(scene, { ...wish, fields: { ...wish.fields, ...until } });
      const id = await idIn(scene, 'spot_order');
      const date = async () => {
        await sleep(Math.max(0, scene.skewMs));
        await scene.sql.query(`begin; set local session_replication_role = replica;
          update spot_order set expires_at = now() - interval '1 second' where id = ${id} and status = 'open'; commit`);
        await scene.sql.query(`select spot_expire(1, now(), array[${id}])`);
      };
      const change = async () => {
        await sleep(Math.max(0, -scene.skewMs));
        return sendTo(scene.urls[0], scene, api('spot/amend', { id, amount: '0.002' }));
      };
      const [changed] = await Promise.all([change(), date()]);
      // One that somebody is at is passed over, and ends at the next look.
      const reasonNow = async (): Promise<string | null> => {
        await scene.sql.query(`select spot_expire(1, now(), array[${id}])`);
        const { rows } = await scene.sql.query<{ reason: string | null }>(
          'select reason from spot_order where id = $1',
          [id],
        );
        return rows[0]?.reason ?? null;
      };
      let reason = await reasonNow();
      for (let look = 0; look < 100 && reason === null; look += 1) {
        await sleep(50);
        reason = await reasonNow();
      }
      const failure = expectDone([changed], [0, 1]) ?? (await expectBalance(scene, 'spot', '200'));
      return failure ?? (reason === 'expired' ? null : `${reason}: ${words([changed])}`);
    },
  },
];
