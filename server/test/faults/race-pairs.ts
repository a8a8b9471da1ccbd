import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type Answer, type Sent, sendPriced, sleep } from './calls.js';
import { ADDRESS, balanceOf, BTC, confirmationCode, PASSWORD, type Person, PIN, type Purse, USDT } from './people.js';

/** What one pair has: two gateways (or one twice), people of its own, and two operators. */
export interface PairScene {
  sql: Pool;
  /** Where the first and where the second of the pair is sent. */
  urls: [string, string];
  person: Person;
  other: Person;
  /** Tokens of two treasurers. */
  desk: [string, string];
  /** Milliseconds by which one is later; negative: the first. */
  skewMs: number;
}

export interface Race {
  name: string;
  purse: Purse;
  withMail?: boolean;
  /** Answers what was wrong; null when the outcome is one of the serial ones. */
  run(scene: PairScene): Promise<string | null>;
}

const aKey = (): string => randomBytes(12).toString('hex');

/** A command of the public API with a key of its own. */
const api = (path: string, fields: Record<string, string>, more: Partial<Sent> = {}) => ({
  path: `api/${path}`,
  fields,
  ...more,
});
const desk = (path: string, json: object, token: string) => ({ path: `ops/api/${path}`, json, token });
type Wish = { path: string; token?: string } & Partial<Sent>;

function sendTo(url: string, { person }: PairScene, { path, ...sent }: Wish): Promise<Answer> {
  return sendPriced(url, path, { key: aKey(), token: person.token, ...sent });
}

async function both(scene: PairScene, first: Wish, second: Wish): Promise<[Answer, Answer]> {
  const { urls, skewMs } = scene;
  const later = async (place: 0 | 1, wish: Wish) => {
    const wait = place === 0 ? -skewMs : skewMs;
    if (wait > 0) await sleep(wait);
    return sendTo(urls[place], scene, wish);
  };
  return Promise.all([later(0, first), later(1, second)]);
}

/** A step before the race that must succeed. */
async function given(scene: PairScene, wish: Wish): Promise<void> {
  const answer = await sendTo(scene.urls[0], scene, wish);
  if (answer?.type !== 'ok') throw new Error(`Not done: ${wish.path} ${JSON.stringify(answer)}`);
}

const isDone = (answer: Answer): boolean => answer?.type === 'ok';
const words = (answers: readonly Answer[]): string =>
  answers.map((one) => (one === null ? 'no answer' : `${one.type} ${one.code ?? ''}`)).join(' / ');

/** How many of them were done; the rest must be refused in words, not fail. */
function expectDone(answers: readonly Answer[], counts: readonly number[]): string | null {
  const failed = answers.some((one) => one === null || one.status !== 200 || one.code?.startsWith('request.'));
  if (failed) return `failed: ${words(answers)}`;
  const done = answers.filter(isDone).length;
  return counts.includes(done) ? null : `${done} were done: ${words(answers)}`;
}

async function expectBalance(scene: PairScene, kind: string, ...allowed: string[]): Promise<string | null> {
  const found = await balanceOf(scene.sql, scene.person.userId, kind);
  return allowed.includes(found) ? null : `${kind} is ${found}, not ${allowed.join(' or ')}`;
}

async function idIn(scene: PairScene, table: string, userId = scene.person.userId): Promise<string> {
  const { rows } = await scene.sql.query<{ id: string }>(
    `select id from ${table} where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  if (!rows[0]) throw new Error(`There is no ${table}.`);
  return rows[0].id;
}

const withdrawal = (number: string, code?: string): Wish =>
  api('wallet/out', { currency: USDT, number, address: ADDRESS, pay_password: PIN, ...(code ? { code } : {}) });
const transfer = (number: string, from: string, to: string): Wish =>
  api('wallet/change', { number, currency_id: USDT, from_field: from, to_field: to });
const option = (number: string): Wish =>
  api('microtrade/submit', { match_id: BTC, currency_id: USDT, type: '1', seconds: '600', number });
const spotOrder = (type: '1' | '2', amount: string, price = '0'): Wish =>
  api('coin/trade', { legal_id: USDT, currency_id: BTC, type, amount, target_price: price });
const leverOrder = (share: string, limit?: string): Wish =>
  api('lever/submit', {
    share,
    multiple: '10',
    legal_id: USDT,
    currency_id: BTC,
    type: '1',
    status: limit ? '0' : '1',
    target_price: limit ?? '',
  });
const trust = (amount: string): Wish => api('lh/deposit', { config_id: '2', amount });
const deposit = (hash: string): Wish =>
  api('wallet/charge_req', { currency: USDT, amount: '50', account: '', imgs: '', type: '0', sub_type: 'TRC20', hash });
const aHash = (): string => randomBytes(32).toString('hex');

/** A deposit that the first operator holds. */
async function heldDeposit(scene: PairScene): Promise<string> {
  await given(scene, deposit(aHash()));
  const id = await idIn(scene, 'deposit');
  await given(scene, desk(`deposits/${id}/claim`, {}, scene.desk[0]));
  return id;
}

async function heldWithdrawal(scene: PairScene, isApproved = false): Promise<string> {
  await given(scene, withdrawal('60'));
  const id = await idIn(scene, 'withdrawal');
  await given(scene, desk(`withdrawals/${id}/claim`, {}, scene.desk[0]));
  if (!isApproved) return id;
  await given(scene, desk(`withdrawals/${id}/approve`, {}, scene.desk[0]));
  await given(scene, desk(`withdrawals/${id}/claim`, {}, scene.desk[0]));
  return id;
}

/** Both sent, so many done, and then a look at the books. */
async function oneOf(scene: PairScene, pair: [Wish, Wish], counts = [1]): Promise<string | null> {
  return expectDone(await both(scene, ...pair), counts);
}

/** The pairs of the reliability goals (D9) whose product exists. */
export const RACES: readonly Race[] = [
  {
    name: 'withdraw, withdraw: money for one',
    purse: { spot: '100' },
    run: async (scene) =>
      (await oneOf(scene, [withdrawal('60'), withdrawal('70')])) ??
      (await expectBalance(scene, 'spot', '40', '30')) ??
      (await expectBalance(scene, 'spot_frozen', '60', '70')),
  },
  {
    name: 'withdraw, withdraw: one code, two uses',
    purse: { spot: '200' },
    withMail: true,
    run: async (scene) => {
      const code = await confirmationCode(scene.sql, scene.person.userId);
      return (
        (await oneOf(scene, [withdrawal('60', code), withdrawal('70', code)])) ??
        (await expectBalance(scene, 'spot', '140', '130'))
      );
    },
  },
  {
    name: 'four withdrawals of one day',
    purse: { spot: '100' },
    run: async (scene) => {
      const pairs = await Promise.all([
        both(scene, withdrawal('11'), withdrawal('12')),
        both(scene, withdrawal('13'), withdrawal('14')),
      ]);
      return expectDone(pairs.flat(), [3]);
    },
  },
  {
    name: 'withdraw, transfer out',
    purse: { spot: '100' },
    run: async (scene) =>
      (await oneOf(scene, [withdrawal('60'), transfer('70', 'change', 'micro')])) ??
      (await expectBalance(scene, 'spot', '40', '30')),
  },
  {
    name: 'withdraw, spot buy',
    purse: { spot: '100' },
    run: (scene) => oneOf(scene, [withdrawal('60'), spotOrder('1', '0.0012')]),
  },
  {
    name: 'withdraw, change of the login password',
    purse: { spot: '100' },
    run: async (scene) => {
      const change = api('user/e_pwd', {
        old_password: PASSWORD,
        password: 'Correct-Horse-8',
        re_password: 'Correct-Horse-8',
      });
      const [out, changed] = await both(scene, withdrawal('60'), change);
      const refused = out?.type === '999' || out?.code === 'withdrawals.held';
      if (!isDone(changed) || !(isDone(out) || refused)) return words([out, changed]);
      const late = await sendTo(scene.urls[0], scene, transfer('1', 'change', 'micro'));
      if (late?.type !== '999') return `the old session still moves money: ${words([late])}`;
      return expectBalance(scene, 'spot', isDone(out) ? '40' : '100');
    },
  },
  {
    name: 'withdraw, removal of its address',
    purse: { spot: '100' },
    run: async (scene) => {
      const removal = api('wallet/deladdress', { address_id: scene.person.addressId });
      return oneOf(scene, [withdrawal('60'), removal], [1, 2]);
    },
  },
  {
    name: 'withdrawal: approval, cancellation by its owner',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldWithdrawal(scene);
      const pair: [Wish, Wish] = [
        desk(`withdrawals/${id}/approve`, {}, scene.desk[0]),
        api('wallet/out_cancel', { id }),
      ];
      return (await oneOf(scene, pair)) ?? (await expectBalance(scene, 'spot', '40', '100'));
    },
  },
  {
    name: 'withdrawal: rejection, cancellation by its owner',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldWithdrawal(scene);
      const rejection = desk(`withdrawals/${id}/reject`, { reason: 'no' }, scene.desk[0]);
      const pair: [Wish, Wish] = [rejection, api('wallet/out_cancel', { id })];
      return (await oneOf(scene, pair)) ?? (await expectBalance(scene, 'spot', '100'));
    },
  },
  {
    name: 'withdrawal: paid, paid',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldWithdrawal(scene, true);
      const paid = () => desk(`withdrawals/${id}/paid`, { transaction: aHash() }, scene.desk[0]);
      return (await oneOf(scene, [paid(), paid()])) ?? (await expectBalance(scene, 'spot_frozen', '0'));
    },
  },
  {
    name: 'transfer there, transfer back',
    purse: { spot: '100', option: '100' },
    run: async (scene) =>
      (await oneOf(scene, [transfer('70', 'change', 'micro'), transfer('80', 'micro', 'change')], [2])) ??
      (await expectBalance(scene, 'spot', '110')) ??
      (await expectBalance(scene, 'option', '90')),
  },
  {
    name: 'transfer, transfer: money for one',
    purse: { spot: '100' },
    run: async (scene) =>
      (await oneOf(scene, [transfer('60', 'change', 'micro'), transfer('70', 'change', 'lever')])) ??
      (await expectBalance(scene, 'spot', '40', '30')),
  },
  {
    name: 'deposit: approval, approval',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldDeposit(scene);
      const approval = () => desk(`deposits/${id}/approve`, {}, scene.desk[0]);
      return (await oneOf(scene, [approval(), approval()])) ?? (await expectBalance(scene, 'spot', '150'));
    },
  },
  {
    name: 'deposit: approval, rejection',
    purse: { spot: '100' },
    run: async (scene) => {
      const id = await heldDeposit(scene);
      const rejection = desk(`deposits/${id}/reject`, { reason: 'no' }, scene.desk[0]);
      const pair: [Wish, Wish] = [desk(`deposits/${id}/approve`, {}, scene.desk[0]), rejection];
      return (await oneOf(scene, pair)) ?? (await expectBalance(scene, 'spot', '150', '100'));
    },
  },
  {
    name: 'deposit: two operators claim it',
    purse: { spot: '100' },
    run: async (scene) => {
      await given(scene, deposit(aHash()));
      const id = await idIn(scene, 'deposit');
      const [first, second] = scene.desk;
      return oneOf(scene, [desk(`deposits/${id}/claim`, {}, first), desk(`deposits/${id}/claim`, {}, second)]);
    },
  },
  {
    name: 'deposit: the same hash by two users',
    purse: { spot: '100' },
    run: (scene) => {
      const hash = aHash();
      return oneOf(scene, [deposit(hash), { ...deposit(hash), token: scene.other.token }]);
    },
  },
  {
    name: 'adjustment: two operators approve it',
    purse: { spot: '100' },
    run: async (scene) => {
      const body = { userId: scene.person.userId, account: 'spot', currencyId: 3, amount: '5', reason: 'as agreed' };
      const proposed = await sendTo(scene.urls[0], scene, desk('adjustments', body, scene.desk[0]));
      const { id } = (proposed?.message ?? {}) as { id?: string };
      if (!id) return `no proposal: ${words([proposed])}`;
      const approval = () => desk(`proposals/${id}/approve`, {}, scene.desk[1]);
      return (await oneOf(scene, [approval(), approval()])) ?? (await expectBalance(scene, 'spot', '105'));
    },
  },
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
      const { rows } = await scene.sql.query<{ price: string }>(
        `select trim_scale(round(last, 2))::text as price from price_sample where market_id = 1 and last is not null
          order by second desc limit 1`,
      );
      await given(scene, spotOrder('1', '0.001', rows[0]?.price ?? '60000'));
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
    name: 'trust: buy, transfer out',
    purse: { spot: '150' },
    run: async (scene) =>
      (await oneOf(scene, [trust('100'), transfer('120', 'change', 'micro')])) ??
      (await expectBalance(scene, 'spot', '50', '30')),
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
      // Bought yesterday, so that a day of interest is due now; the worker's own sweep is at it, too.
      await scene.sql.query(
        `select trust_buy($1, 'lh/deposit', $2, $3, now() - interval '1 day', null, '""', 2, false, 100)`,
        [scene.person.userId, aKey(), randomBytes(32)],
      );
      const id = await idIn(scene, 'trust_order');
      const accrual = (async () => {
        await sleep(Math.max(0, scene.skewMs));
        await scene.sql.query(`select trust_accrue((now() at time zone 'UTC')::date, 5000, now())`);
      })();
      await sleep(Math.max(0, -scene.skewMs));
      const redeemed = await sendTo(scene.urls[0], scene, api('lh/deposit/order/cancel', { id }));
      await accrual;
      const { rows } = await scene.sql.query<{ status: string }>('select status from trust_order where id = $1', [id]);
      const isSound = rows[0]?.status === (isDone(redeemed) ? 'redeemed' : 'custody');
      return expectDone([redeemed], [0, 1]) ?? (isSound ? null : `${rows[0]?.status}: ${words([redeemed])}`);
    },
  },
  {
    name: 'twelve wrong codes at once',
    purse: { spot: '100' },
    withMail: true,
    run: async (scene) => {
      const code = await confirmationCode(scene.sql, scene.person.userId);
      const tries = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(() => both(scene, withdrawal('60', '111111'), withdrawal('61', '222222'))),
      );
      const wrong = expectDone(tries.flat(), [0]);
      const right = await sendTo(scene.urls[0], scene, withdrawal('60', code));
      return wrong ?? expectDone([right], [0]);
    },
  },
  {
    name: 'six wrong fund passwords at once',
    purse: { spot: '100' },
    run: async (scene) => {
      const wrong = () => ({ ...withdrawal('60'), fields: { ...withdrawal('60').fields, pay_password: '193756' } });
      const tries = await Promise.all([0, 1, 2].map(() => both(scene, wrong(), wrong())));
      const { rows } = await scene.sql.query<{ locked: boolean }>(
        'select locked_until is not null as locked from account_fund_password where user_id = $1',
        [scene.person.userId],
      );
      if (!rows[0]?.locked) return `not locked after ${words(tries.flat())}`;
      const right = await sendTo(scene.urls[0], scene, withdrawal('60'));
      return expectDone([right], [0]);
    },
  },
  {
    name: 'fund password: set for the first time, twice',
    purse: {},
    run: async (scene) => {
      await scene.sql.query('delete from account_fund_password where user_id = $1', [scene.person.userId]);
      const set = (password: string) => api('safe/update_password', { password, re_password: password });
      return oneOf(scene, [set('730194'), set('730195')]);
    },
  },
  {
    name: 'fund password: two changes',
    purse: {},
    run: async (scene) => {
      const change = (password: string) =>
        api('safe/update_password', { oldpassword: PIN, password, re_password: password });
      return oneOf(scene, [change('730194'), change('730195')]);
    },
  },
  {
    name: 'login password: two changes',
    purse: {},
    run: async (scene) => {
      const change = (password: string) =>
        api('user/e_pwd', { old_password: PASSWORD, password, re_password: password });
      const answers = await both(scene, change('Correct-Horse-8'), change('Correct-Horse-9'));
      // The first ends every session, so the second may find itself signed out.
      return expectDone(answers, [1]);
    },
  },
  {
    name: 'registration: the same user name twice',
    purse: {},
    run: async (scene) => {
      const name = `r${aKey()}`;
      const form = { type: 'username', user_string: name, password: PASSWORD, re_password: PASSWORD, agree: '1' };
      const answer = await oneOf(scene, [api('user/register', form), api('user/register', form)]);
      const { rows } = await scene.sql.query<{ count: number }>(
        'select count(*)::integer as count from account_user where username = $1',
        [name],
      );
      return answer ?? (rows[0]?.count === 1 ? null : `${rows[0]?.count} accounts`);
    },
  },
];
