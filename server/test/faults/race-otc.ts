import { anAdvertOf, remindedOrder } from '../factories/otc-rows.js';
import { balanceOf, people, type Person, PIN } from './people.js';
import {
  api,
  both,
  desk,
  expectBalance,
  expectDone,
  given,
  isDone,
  type PairScene,
  type Race,
  sendTo,
  transfer,
  type Wish,
  words,
} from './race-steps.js';

/** The seller is the scene's person, the buyer the other one. */
const QUANTITY = '100';
const put = (path: string, id: string, more: Record<string, string> = {}, token?: string): Wish =>
  api(`ctc/order/${path}`, { id, ...more }, { verb: 'PUT', ...(token === undefined ? {} : { token }) });
const release = (id: string): Wish => put('release', id, { pay_password: PIN });
const concede = ({ other }: PairScene, id: string): Wish => put('concede', id, { pay_password: PIN }, other.token);
const appeal = (id: string, token?: string): Wish =>
  api('ctc/order/appeal', { id, reason: 'other', text: 'We do not agree' }, token === undefined ? {} : { token });
const take = (advert: string, token: string): Wish =>
  api('ctc/order/add', { id: advert, value: QUANTITY, means: 'number' }, { token });

/** An order that waits for its payment. */
async function anOrder(scene: PairScene): Promise<string> {
  const advert = await anAdvertOf(scene.sql, scene.person.userId, QUANTITY);
  await given(scene, take(advert, scene.other.token));
  const { rows } = await scene.sql.query<{ id: string }>(
    'select id::text from otc_order where seller_id = $1 order by id desc limit 1',
    [scene.person.userId],
  );
  return rows[0]?.id ?? '';
}

async function aPaidOrder(scene: PairScene, { canAppeal = false } = {}): Promise<string> {
  const id = await anOrder(scene);
  await given(scene, put('pay', id, {}, scene.other.token));
  if (canAppeal) await remindedOrder((sql, values) => scene.sql.query(sql, values), id);
  return id;
}

/** The coins are where the order's state says, and nowhere else. */
async function expectCoins(scene: PairScene, id: string): Promise<string | null> {
  const { rows } = await scene.sql.query<{ status: number }>('select status from otc_order where id = $1', [id]);
  const status = rows[0]?.status ?? 0;
  const [spot, frozen, bought] = await Promise.all([
    balanceOf(scene.sql, scene.person.userId, 'spot'),
    balanceOf(scene.sql, scene.person.userId, 'spot_frozen'),
    balanceOf(scene.sql, scene.other.userId, 'spot'),
  ]);
  const isOpen = status === 1 || status === 2 || status === 4;
  const should = [status === 5 ? QUANTITY : '0', isOpen ? QUANTITY : '0', status === 3 ? QUANTITY : '0'].join(' ');
  const found = [spot, frozen, bought].join(' ');
  return found === should ? null : `in state ${status} the coins are ${found}, not ${should}`;
}

/** Both sent, one of them done, and the coins in place. */
async function oneStep(scene: PairScene, id: string, pair: [Wish, Wish]): Promise<string | null> {
  return expectDone(await both(scene, ...pair), [1]) ?? (await expectCoins(scene, id));
}

const purse = { spot: QUANTITY };
/** The buyer begins with nothing. */
const withoutBuyersMoney = async (scene: PairScene): Promise<PairScene> => {
  const [buyer] = (await people(scene.sql, 1, {})) as [Person];
  return { ...scene, other: buyer };
};
const race = (name: string, run: (scene: PairScene) => Promise<string | null>): Race => ({
  name: `c2c: ${name}`,
  purse,
  run: async (scene) => run(await withoutBuyersMoney(scene)),
});

/** Orders between users. */
export const OTC_RACES: readonly Race[] = [
  race('the last coins, by two buyers', async (scene) => {
    const advert = await anAdvertOf(scene.sql, scene.person.userId, QUANTITY);
    const [third] = (await people(scene.sql, 1, {})) as [Person];
    const answers = await both(scene, take(advert, scene.other.token), take(advert, third.token));
    return expectDone(answers, [1]) ?? (await expectBalance(scene, 'spot_frozen', QUANTITY));
  }),
  race('ordered, while the coins are moved away', async (scene) => {
    const advert = await anAdvertOf(scene.sql, scene.person.userId, QUANTITY);
    const answers = await both(scene, take(advert, scene.other.token), transfer(QUANTITY, 'change', 'micro'));
    return expectDone(answers, [1]) ?? (await expectBalance(scene, 'spot', '0'));
  }),
  race('pay, cancel', async (scene) => {
    const id = await anOrder(scene);
    const { token } = scene.other;
    return oneStep(scene, id, [put('pay', id, {}, token), put('cancel', id, {}, token)]);
  }),
  race('cancel, cancel', async (scene) => {
    const id = await anOrder(scene);
    const cancel = () => put('cancel', id, {}, scene.other.token);
    return oneStep(scene, id, [cancel(), cancel()]);
  }),
  race('release, release', async (scene) => {
    const id = await aPaidOrder(scene);
    return oneStep(scene, id, [release(id), release(id)]);
  }),
  race('release, given up', async (scene) => {
    const id = await aPaidOrder(scene);
    return oneStep(scene, id, [release(id), concede(scene, id)]);
  }),
  race('release, appeal', async (scene) => {
    const id = await aPaidOrder(scene, { canAppeal: true });
    const answers = await both(scene, release(id), appeal(id, scene.other.token));
    // A release is possible in an appeal, too; an appeal is none after a release.
    if (!isDone(answers[0])) return words(answers);
    return expectDone(answers, [1, 2]) ?? (await expectCoins(scene, id));
  }),
  race('given up, appeal of the seller', async (scene) => {
    const id = await aPaidOrder(scene, { canAppeal: true });
    const answers = await both(scene, concede(scene, id), appeal(id));
    if (!isDone(answers[0])) return words(answers);
    return expectDone(answers, [1, 2]) ?? (await expectCoins(scene, id));
  }),
  race('appeal, appeal', async (scene) => {
    const id = await aPaidOrder(scene, { canAppeal: true });
    return oneStep(scene, id, [appeal(id), appeal(id, scene.other.token)]);
  }),
  race('decided for the seller, release', async (scene) => {
    const id = await aPaidOrder(scene, { canAppeal: true });
    await given(scene, appeal(id));
    await given(scene, desk(`appeals/${id}/claim`, {}, scene.desk[0]));
    const decided = desk(`appeals/${id}/decide`, { award: 'seller', reason: 'Nothing was paid' }, scene.desk[0]);
    return oneStep(scene, id, [decided, release(id)]);
  }),
  race('a line, the end', async (scene) => {
    const id = await aPaidOrder(scene);
    const line = api('ctc/chat/send', { id, text: 'Hello' });
    const [said, ended] = await both(scene, line, concede(scene, id));
    if (!isDone(ended)) return words([said, ended]);
    const { rows } = await scene.sql.query<{ body: string }>(
      'select body from room_line where room = $1 order by number desc limit 1',
      [`otc-order:${id}`],
    );
    const late = await sendTo(scene.urls[1], scene, line);
    if (isDone(late) || rows[0]?.body !== 'concede') return `the last line is ${rows[0]?.body}: ${words([said, late])}`;
    return expectDone([said], [0, 1]) ?? (await expectCoins(scene, id));
  }),
];
