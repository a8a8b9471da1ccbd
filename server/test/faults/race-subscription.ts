import { anOffer, cancelAnOffer, launchAnOffer, offerTerms } from '../factories/subscription.js';
import type { OfferTerms } from '../../features/trading/subscription/offer-terms.js';
import { sleep } from './calls.js';
import {
  api,
  both,
  expectBalance,
  expectDone,
  given,
  isDone,
  oneOf,
  type PairScene,
  type Race,
  sendTo,
  transfer,
  type Wish,
  words,
} from './race-steps.js';

/** An offer of its own for each pair, on sale since a minute ago. */
const offered = (scene: PairScene, changes: Partial<OfferTerms> = {}): Promise<number> =>
  anOffer(scene.sql, offerTerms(Date.now() - 60_000, changes));
const buy = (offer: number, amount: string): Wish => api('lh/send/order', { config_id: String(offer), amount });

/** What is sold of an offer is what its orders have, whoever won. */
async function expectSold(scene: PairScene, offer: number): Promise<string | null> {
  const { rows } = await scene.sql.query<{ sold: string; bought: string; total: string }>(
    `select q.sold, q.total, coalesce(sum(o.coins) filter (where o.status <> 'returned'), 0) as bought
       from subscription_quota q left join subscription_order o on o.offer_id = q.offer_id
      where q.offer_id = $1 group by q.offer_id`,
    [offer],
  );
  const { sold, bought, total } = rows[0] as { sold: string; bought: string; total: string };
  const isSound = Number(sold) === Number(bought) && Number(sold) <= Number(total);
  return isSound ? null : `${sold} of ${total} are sold, and orders have ${bought}`;
}

async function stateOf(scene: PairScene, offer: number): Promise<string> {
  const { rows } = await scene.sql.query<{ status: string }>(
    'select status from subscription_order where offer_id = $1 and user_id = $2 order by id desc limit 1',
    [offer, scene.person.userId],
  );
  return rows[0]?.status ?? 'none';
}

/** New coins: the last units, one user's share, and what ends an offer while somebody buys. */
export const SUBSCRIPTION_RACES: readonly Race[] = [
  {
    name: 'subscription: two buyers, the last units',
    purse: { spot: '100' },
    run: async (scene) => {
      const offer = await offered(scene, { total: '40', maximum: '40' });
      const answers = await both(scene, buy(offer, '10'), { ...buy(offer, '10'), token: scene.other.token });
      const loser = answers.find((answer) => !isDone(answer));
      const isClear = loser?.code === 'subscription.sold-out';
      return (
        expectDone(answers, [1]) ??
        (isClear ? null : `the last one heard ${words(answers)}`) ??
        expectSold(scene, offer)
      );
    },
  },
  {
    name: 'subscription: buy, buy: money for one',
    purse: { spot: '15' },
    run: async (scene) => {
      const offer = await offered(scene);
      return (
        (await oneOf(scene, [buy(offer, '10'), buy(offer, '10')])) ??
        (await expectBalance(scene, 'spot_frozen', '10')) ??
        expectSold(scene, offer)
      );
    },
  },
  {
    name: 'subscription: buy, buy: one user’s share',
    purse: { spot: '100' },
    run: async (scene) => {
      const offer = await offered(scene, { maximum: '60' });
      return (await oneOf(scene, [buy(offer, '10'), buy(offer, '10')])) ?? expectSold(scene, offer);
    },
  },
  {
    name: 'subscription: buy, transfer out',
    purse: { spot: '15' },
    run: async (scene) => {
      const offer = await offered(scene);
      return (
        (await oneOf(scene, [buy(offer, '10'), transfer('12', 'change', 'micro')])) ??
        (await expectBalance(scene, 'spot', '5', '3'))
      );
    },
  },
  {
    name: 'subscription: buy, the offer is cancelled',
    purse: { spot: '100' },
    run: async (scene) => {
      const offer = await offered(scene);
      const cancelled = (async () => {
        await sleep(Math.max(0, scene.skewMs));
        await cancelAnOffer(scene.sql, offer);
      })();
      await sleep(Math.max(0, -scene.skewMs));
      const bought = await sendTo(scene.urls[1], scene, buy(offer, '10'));
      await cancelled;
      // The worker's own sweep is at it, too.
      await scene.sql.query('select subscription_return(5000, now())');
      // One that the worker was just passing is given back by its next sweep.
      const isUnderWay = async () => ['review', 'passed'].includes(await stateOf(scene, offer));
      for (let tries = 0; tries < 200 && (await isUnderWay()); tries += 1) await sleep(50);
      const state = await stateOf(scene, offer);
      const isSound = state === (isDone(bought) ? 'returned' : 'none');
      return (
        expectDone([bought], [0, 1]) ??
        (isSound ? null : `${words([bought])}, and the order is ${state}`) ??
        (await expectBalance(scene, 'spot', '100')) ??
        expectSold(scene, offer)
      );
    },
  },
  {
    name: 'subscription: release, release',
    purse: { spot: '100' },
    run: async (scene) => {
      const offer = await offered(scene, { lockDays: 0 });
      await given(scene, buy(offer, '10'));
      // As if it had passed and been launched; the coins are free at once, and the worker's own sweep is at it, too.
      await launchAnOffer(scene.sql, offer);
      await scene.sql.query(
        `update subscription_order set status = 'passed', passed_at = now() where offer_id = $1 and status = 'review'`,
        [offer],
      );
      const release = async (wait: number) => {
        await sleep(Math.max(0, wait));
        await scene.sql.query('select subscription_deliver(5000, now())');
        await scene.sql.query('select subscription_release(5000, now())');
      };
      await Promise.all([release(scene.skewMs), release(-scene.skewMs)]);
      for (let tries = 0; tries < 100 && (await stateOf(scene, offer)) !== 'released'; tries += 1) await sleep(50);
      const state = await stateOf(scene, offer);
      return state === 'released' ? expectBalance(scene, 'spot_frozen', '0') : `the order is ${state}`;
    },
  },
];
