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
  type PairScene,
  type Race,
  sendTo,
  type Wish,
  words,
} from './race-steps.js';

const FAR = '90000';

const close = (id: string, fields: Record<string, string> = {}): Wish => api('lever/close', { id, ...fields });
const closeAt = (id: string, price: string, fields: Record<string, string> = {}): Wish =>
  api('lever/close_limit', { id, price, ...fields });
const reverse = (id: string): Wish => api('lever/reverse', { id });

/** An order against a long that only reduces; at a limit where one is said. */
function reduceOnly(share: string, limit?: string): Wish {
  const { fields, ...wish } = leverOrder(share, limit);
  return { ...wish, fields: { ...fields, type: '2', reduce_only: '1' } };
}

/** The number of a long of so many lots, which were just bought. */
async function long(scene: PairScene, lots: string): Promise<string> {
  await given(scene, leverOrder(lots));
  return idIn(scene, 'futures_position');
}

/** What is open and what waits to close it, in lots; how many lots were closed. */
interface Held {
  long: number;
  short: number;
  closed: number;
  waiting: number;
}

async function held({ sql, person }: PairScene): Promise<Held> {
  const { rows } = await sql.query<Held>(
    `select coalesce(sum(p.lots) filter (where p.side = 1 and p.status in (1, 2)), 0)::integer as long,
            coalesce(sum(p.lots) filter (where p.side = -1 and p.status in (1, 2)), 0)::integer as short,
            coalesce(sum(p.lots_ordered - p.lots) filter (where p.status in (1, 2, 3)), 0)::integer as closed,
            (select coalesce(sum(o.lots_waiting), 0)::integer from futures_closing_order o
               join futures_position q on q.id = o.position_id where q.user_id = $1) as waiting
       from futures_position p where p.user_id = $1`,
    [person.userId],
  );
  return rows[0] as Held;
}

/** One of these is what there is, and nothing is frozen where nothing is open. */
async function expectHeld(scene: PairScene, ...allowed: Held[]): Promise<string | null> {
  const found = await held(scene);
  const text = JSON.stringify(found);
  if (!allowed.some((one) => JSON.stringify(one) === text)) return `${text} is there`;
  return found.long + found.short === 0 ? expectBalance(scene, 'contract_frozen', '0') : null;
}

/** The only order to close of the person, as it is. */
async function closing({ sql, person }: PairScene): Promise<{ id: string; status: string; reason: string | null }> {
  const { rows } = await sql.query<{ id: string; status: string; reason: string | null }>(
    `select o.id::text, o.status, o.reason from futures_closing_order o join futures_position p on p.id = o.position_id
      where p.user_id = $1`,
    [person.userId],
  );
  return rows[0] ?? { id: '', status: 'none', reason: null };
}

const NOTHING = { long: 0, short: 0, closed: 0, waiting: 0 };

/** Positions that turn, orders that only reduce, and orders that wait to close. */
export const FUTURES_RACES: readonly Race[] = [
  {
    name: 'futures: reverse, reverse',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const answers = await both(scene, reverse(id), reverse(id));
      return expectDone(answers, [1]) ?? expectHeld(scene, { ...NOTHING, short: 2, closed: 2 });
    },
  },
  {
    name: 'futures: reverse, close',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const answers = await both(scene, reverse(id), close(id));
      const short = isDone(answers[0]) ? 2 : 0;
      return expectDone(answers, [1]) ?? expectHeld(scene, { ...NOTHING, short, closed: 2 });
    },
  },
  {
    name: 'futures: reverse, a part closed',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const [turned, part] = await both(scene, reverse(id), close(id, { share: '1' }));
      if (!isDone(turned)) return words([turned, part]);
      const short = isDone(part) ? 1 : 2;
      return expectDone([part], [0, 1]) ?? expectHeld(scene, { ...NOTHING, short, closed: 2 });
    },
  },
  {
    name: 'futures: reverse, an order to close placed',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const [turned, placed] = await both(scene, reverse(id), closeAt(id, FAR));
      if (!isDone(turned)) return words([turned, placed]);
      return expectDone([placed], [0, 1]) ?? expectHeld(scene, { ...NOTHING, short: 2, closed: 2 });
    },
  },
  {
    name: 'futures: reverse, transfer out',
    purse: { contract: '200' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const out = { number: '70', currency_id: '3', from_field: 'lever', to_field: 'change' };
      const answers = await both(scene, reverse(id), api('wallet/change', out));
      // Of 200 about 120 are margin: what is free is transferred, or what is left of all pays the other side.
      const isTurned = { ...NOTHING, short: 2, closed: 2 };
      return expectDone(answers, [1, 2]) ?? expectHeld(scene, isDone(answers[0]) ? isTurned : { ...NOTHING, long: 2 });
    },
  },
  {
    name: 'futures: reduce only, reduce only: more lots than there are',
    purse: { contract: '300' },
    run: async (scene) => {
      await long(scene, '3');
      const answers = await both(scene, reduceOnly('2'), reduceOnly('2'));
      return expectDone(answers, [2]) ?? expectHeld(scene, { ...NOTHING, closed: 3 });
    },
  },
  {
    name: 'futures: reduce only, close',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const answers = await both(scene, reduceOnly('2'), close(id));
      return expectDone(answers, [1]) ?? expectHeld(scene, { ...NOTHING, closed: 2 });
    },
  },
  {
    name: 'futures: reduce only, reverse',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const answers = await both(scene, reduceOnly('1'), reverse(id));
      const [part, turned] = answers;
      if (!isDone(turned)) return words(answers);
      return expectDone([part], [0, 1]) ?? expectHeld(scene, { ...NOTHING, short: isDone(part) ? 1 : 2, closed: 2 });
    },
  },
  {
    name: 'futures: two orders to close the same lots',
    purse: { contract: '200' },
    run: async (scene) => {
      const id = await long(scene, '2');
      const answers = await both(scene, closeAt(id, FAR), closeAt(id, FAR, { share: '2' }));
      return expectDone(answers, [1]) ?? expectHeld(scene, { ...NOTHING, long: 2, waiting: 2 });
    },
  },
  {
    name: 'futures: an order to close, one that only reduces at a limit: more lots than there are',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '3');
      const answers = await both(scene, closeAt(id, FAR, { share: '2' }), reduceOnly('2', FAR));
      const [placed] = answers;
      // Where the one that reduces was first it waits for two, and one lot is left.
      const waiting = isDone(placed) ? 3 : 2;
      return expectDone(answers, [1, 2]) ?? expectHeld(scene, { ...NOTHING, long: 3, waiting });
    },
  },
  {
    name: 'futures: an order to close, a part closed at the market',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '3');
      const answers = await both(scene, closeAt(id, FAR), close(id, { share: '2' }));
      if (!isDone(answers[1])) return words(answers);
      const waiting = isDone(answers[0]) ? 1 : 0;
      return expectDone(answers, [1, 2]) ?? expectHeld(scene, { ...NOTHING, long: 1, closed: 2, waiting });
    },
  },
  {
    name: 'futures: an order to close filled, close',
    purse: { contract: '200' },
    run: async (scene) => {
      const id = await long(scene, '2');
      // The market is there: the worker closes by it as soon as it looks.
      await given(scene, closeAt(id, (Number(await lastPrice(scene)) * 0.999).toFixed(1)));
      await sleep(Math.abs(scene.skewMs) * 10);
      const answer = await sendTo(scene.urls[1], scene, close(id));
      const { status, reason } = await closing(scene);
      const isSound = isDone(answer) ? reason === 'position-closed' : status === 'filled';
      const failure = expectDone([answer], [0, 1]) ?? (isSound ? null : `${words([answer])}: ${status}, ${reason}`);
      return failure ?? expectHeld(scene, { ...NOTHING, closed: 2 });
    },
  },
  {
    name: 'futures: an order to close changed, filled',
    purse: { contract: '200' },
    run: async (scene) => {
      const id = await long(scene, '2');
      await given(scene, closeAt(id, (Number(await lastPrice(scene)) * 0.999).toFixed(1)));
      const { id: closingId } = await closing(scene);
      await sleep(Math.abs(scene.skewMs) * 10);
      const change = { id, closing_id: closingId, price: FAR, share: '1', waiting: '2' };
      const answer = await sendTo(scene.urls[1], scene, api('lever/close_amend', change));
      const isChanged = { ...NOTHING, long: 2, waiting: 1 };
      const failure = expectDone([answer], [0, 1]);
      return failure ?? expectHeld(scene, isDone(answer) ? isChanged : { ...NOTHING, closed: 2 });
    },
  },
  {
    name: 'futures: two orders to close changed: lots for one',
    purse: { contract: '300' },
    run: async (scene) => {
      const id = await long(scene, '3');
      await given(scene, closeAt(id, FAR, { share: '1' }));
      await given(scene, closeAt(id, '91000', { share: '1' }));
      const { rows } = await scene.sql.query<{ id: string }>(
        'select id::text from futures_closing_order where position_id = $1 order by id',
        [id],
      );
      const change = (place: number): Wish =>
        api('lever/close_amend', { id, closing_id: rows[place]?.id ?? '', share: '2' });
      const answers = await both(scene, change(0), change(1));
      return expectDone(answers, [1]) ?? expectHeld(scene, { ...NOTHING, long: 3, waiting: 3 });
    },
  },
  {
    name: 'futures: change, fill',
    purse: { contract: '300' },
    run: async (scene) => {
      const limit = (Number(await lastPrice(scene)) * 0.9999).toFixed(1);
      await given(scene, leverOrder('2', limit));
      const id = await idIn(scene, 'futures_position');
      await sleep(Math.abs(scene.skewMs) * 20);
      const answer = await sendTo(scene.urls[1], scene, api('lever/amend', { id, share: '3' }));
      const { rows } = await scene.sql.query<{ ordered: number; lots: number; status: number }>(
        'select lots_ordered as ordered, lots, status from futures_position where id = $1',
        [id],
      );
      const { ordered, status } = rows[0] as { ordered: number; lots: number; status: number };
      const isSound = isDone(answer) ? ordered === 3 : ordered === 2 && status === 1;
      return expectDone([answer], [0, 1]) ?? (isSound ? null : `${words([answer])}: ${JSON.stringify(rows[0])}`);
    },
  },
];
