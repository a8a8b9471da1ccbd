import { API_KEYS_MAX } from '../../contract/rules/api-keys.rules.js';
import { keyFields, makeKey, type OwnKey } from '../factories/api-keys.js';
import { type Answer, send, sleep } from './calls.js';
import { BTC, USDT } from './people.js';
import { aKey, api, both, isDone, oneOf, type PairScene, type Race, sendTo, type Wish, words } from './race-steps.js';
import { sendSigned, signedBy, type SignedCommand } from './signed-calls.js';

const STALE_ROUNDS = 100;
const STALE_PAUSE_MS = 200;

/** An order that waits and freezes 50.05 USDT. */
const order = (key?: string): SignedCommand => ({
  path: 'api/coin/trade',
  fields: { legal_id: USDT, currency_id: BTC, type: '1', amount: '0.001', target_price: '50000' },
  ...(key === undefined ? {} : { key }),
});
const revocation = ({ id }: OwnKey): Wish => api('user/api_keys/revoke', { id });
const creation = (): Wish => ({ ...api('user/api_keys/add', {}), fields: keyFields() });
const keyOf = ({ urls, person }: PairScene): Promise<OwnKey> => makeKey(urls[0], person.token);

async function countOf({ sql, person }: PairScene, rows: string): Promise<number> {
  const found = await sql.query<{ count: number }>(`select count(*)::integer as count from ${rows} and user_id = $1`, [
    person.userId,
  ]);
  return found.rows[0]?.count ?? 0;
}

const orders = (scene: PairScene): Promise<number> => countOf(scene, 'spot_order where true');
const live = (scene: PairScene): Promise<number> => countOf(scene, 'account_api_key where ended_at is null');

/** What is frozen is that of so many orders. */
async function expectOrders(scene: PairScene, count: number): Promise<string | null> {
  const { rows } = await scene.sql.query<{ frozen: string }>(
    `select coalesce(sum(balance), 0)::text as frozen from ledger_account where owner_id = $1 and kind = 'spot_frozen'`,
    [scene.person.userId],
  );
  const [found, frozen] = [await orders(scene), Number(rows[0]?.frozen)];
  return found === count && frozen === count * 50.05 ? null : `${found} orders, ${frozen} frozen, not of ${count}`;
}

/** Keys that were made before, as many as leave so many places. */
async function keysBut(scene: PairScene, places: number): Promise<string[]> {
  const { rows } = await scene.sql.query<{ id: string }>(
    `insert into account_api_key (user_id, public_id, name, kind, public_key, scopes, is_demo, addresses, created_at, expires_at)
     select $1::bigint, substr(md5(concat_ws('-', $1::bigint, place)), 1, 24), 'before', 'ed25519', sha256(concat_ws('-', $1::bigint, place)::bytea),
            '{read}', false, '{}', now(), now() + interval '90 days' from generate_series(1, $2::integer) place
     returning id::text`,
    [scene.person.userId, API_KEYS_MAX - places],
  );
  return rows.map(({ id }) => id);
}

/** Both at once; where none was done because the price was late, both anew, as often as that is so. */
async function signedPair(
  { urls, skewMs }: PairScene,
  sign: () => [ReturnType<typeof signedBy>, ReturnType<typeof signedBy>],
): Promise<[Answer, Answer]> {
  for (let round = 0; ; round += 1) {
    const [first, second] = sign();
    const later = async (place: 0 | 1, wait: number) => {
      if (wait > 0) await sleep(wait);
      return send(urls[place], 'api/coin/trade', place === 0 ? first : second);
    };
    const answers = await Promise.all([later(0, -skewMs), later(1, skewMs)]);
    const isLate = !answers.some(isDone) && answers.some((answer) => answer?.code === 'market.stale');
    if (!isLate || round === STALE_ROUNDS) return answers;
    await sleep(STALE_PAUSE_MS);
  }
}

/** How many were done; each other one was refused for one of these. Refusals of keys have a status of their own. */
function expectAnswers(answers: readonly Answer[], counts: readonly number[], codes: readonly string[] = []) {
  const done = answers.filter(isDone).length;
  const isSound = answers.every((answer) => isDone(answer) || codes.includes(answer?.code ?? ''));
  return isSound && counts.includes(done) ? null : `${done} were done: ${words(answers)}`;
}

/** Keys of users' own programs, and what is signed by them. */
export const KEY_RACES: readonly Race[] = [
  {
    name: 'API keys: the twentieth and one more',
    purse: {},
    run: async (scene) => {
      await keysBut(scene, 1);
      const answers = await both(scene, creation(), creation());
      const failure = expectAnswers(answers, [1], ['api-key.too-many']);
      const count = await live(scene);
      return failure ?? (count === API_KEYS_MAX ? null : `${count} keys live`);
    },
  },
  {
    name: 'API keys: rotated where there is no room: one ended, one made',
    purse: {},
    run: async (scene) => {
      const [id = ''] = await keysBut(scene, 0);
      const ending = api('user/api_keys/revoke', { id });
      const [made, ended] = await both(scene, creation(), ending);
      const count = await live(scene);
      const isSound = isDone(ended) && count === API_KEYS_MAX - (isDone(made) ? 0 : 1);
      return (
        expectAnswers([made], [0, 1], ['api-key.too-many']) ??
        (isSound ? null : `${words([made, ended])}: ${count} live`)
      );
    },
  },
  {
    name: 'API keys: ended, ended',
    purse: {},
    run: async (scene) => {
      const own = await keyOf(scene);
      const failure = await oneOf(scene, [revocation(own), revocation(own)]);
      const notices = await countOf(scene, `account_notice where kind = 'api-key-revoked'`);
      return failure ?? (notices === 1 ? null : `told ${notices} times`);
    },
  },
  {
    name: 'API keys: one signed order on two gateways',
    purse: { spot: '200' },
    run: async (scene) => {
      const own = await keyOf(scene);
      const answers = await signedPair(scene, () => {
        const signed = signedBy(own, order());
        return [signed, signed];
      });
      // Where Redis is late the second gets in, too, and is told what the first one was.
      const failure = expectAnswers(answers, [1, 2], ['api-key.replayed', 'market.stale']);
      return failure ?? expectOrders(scene, 1);
    },
  },
  {
    name: 'API keys: an order signed twice under one key of its own',
    purse: { spot: '200' },
    run: async (scene) => {
      const own = await keyOf(scene);
      const command = order(aKey());
      const answers = await signedPair(scene, () => [
        signedBy(own, command),
        signedBy(own, command, Date.now() - 1000),
      ]);
      const failure = expectAnswers(answers, [1, 2], ['market.stale']);
      return failure ?? expectOrders(scene, 1);
    },
  },
  {
    name: 'API keys: rotated: one order under the old and the new one',
    purse: { spot: '200' },
    run: async (scene) => {
      const [old, young] = [await keyOf(scene), await keyOf(scene)];
      const command = order(aKey());
      const [answers, ended] = await Promise.all([
        signedPair(scene, () => [signedBy(old, command), signedBy(young, command)]),
        sendTo(scene.urls[0], scene, revocation(old)),
      ]);
      const failure = expectAnswers([ended], [1]) ?? expectAnswers(answers, [1, 2], ['api-key.ended', 'market.stale']);
      return failure ?? expectOrders(scene, 1);
    },
  },
  {
    name: 'API keys: ended, its order',
    purse: { spot: '200' },
    run: async (scene) => {
      const own = await keyOf(scene);
      const wait = (ms: number) => sleep(Math.max(0, ms));
      const [ended, placed] = await Promise.all([
        wait(-scene.skewMs).then(() => sendTo(scene.urls[0], scene, revocation(own))),
        wait(scene.skewMs).then(() => sendSigned(scene.urls[1], own, order())),
      ]);
      const failure = expectAnswers([ended], [1]) ?? expectAnswers([placed], [0, 1], ['api-key.ended']);
      // From the answer on it opens nothing, wherever it is sent.
      const late = await Promise.all(scene.urls.map((url) => sendSigned(url, own, order(aKey()))));
      const after = expectAnswers(late, [0], ['api-key.ended']);
      return failure ?? after ?? expectOrders(scene, isDone(placed) ? 1 : 0);
    },
  },
  {
    name: 'API keys: two orders for the money of one, by two keys',
    purse: { spot: '80' },
    run: async (scene) => {
      const [first, second] = [await keyOf(scene), await keyOf(scene)];
      const answers = await signedPair(scene, () => [signedBy(first, order()), signedBy(second, order())]);
      return (
        expectAnswers(answers, [1], ['ledger.insufficient-balance', 'spot.insufficient-balance']) ??
        expectOrders(scene, 1)
      );
    },
  },
];
