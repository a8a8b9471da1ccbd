import { anOffer, offerTerms } from '../factories/subscription.js';
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { aRecoveryCode } from '../factories/recovery-codes.js';
import { ADDRESS, BTC, people, type Person, PIN, USDT } from '../faults/people.js';
import {
  type Attack,
  brief,
  type Family,
  held,
  insideOf,
  isOpen,
  oneByOne,
  type Outcome,
  outcomeOf,
  type Target,
} from './attack.js';
import { anAddress } from './stranger.js';

/** Rows of another user's, named by their ids. */

const TABLE = 'review §2, "another user\'s withdrawal, address, session, photo by id"';

type Fields = Record<string, string>;

/** What somebody owns, by what it is called in calls. */
interface Rows {
  withdrawal: string;
  address: string;
  'spot order': string;
  'trust order': string;
  'subscription order': string;
  'option order': string;
  position: string;
  session: string;
  photo: string;
}

interface Named {
  row: keyof Rows;
  /** Verb and path; `:id` is the row's. */
  call: string;
  fields: (id: string) => Fields;
}

const by = (row: keyof Rows, call: string, fields: Named['fields'] = (id) => ({ id })): Named => ({
  row,
  call,
  fields,
});
const outTo = (address_id: string): Fields => ({
  currency: USDT,
  number: '20',
  address_id,
  pay_password: PIN,
  code: aRecoveryCode(),
});

const CALLS: readonly Named[] = [
  by('withdrawal', 'POST wallet/out_detail'),
  by('withdrawal', 'POST wallet/out_cancel'),
  by('address', 'POST wallet/out', outTo),
  by('address', 'POST out/setAccount', (id) => ({ type: 'address', address_id: id })),
  by('address', 'POST wallet/deladdress', (id) => ({ address_id: id })),
  by('spot order', 'GET spot/order'),
  by('spot order', 'PUT coin/trade', (id) => ({ id, price: '1', amount: '1' })),
  by('spot order', 'PUT coin/trade/cancel'),
  by('spot order', 'GET coin/canceltrade'),
  by('spot order', 'POST transaction_del', (id) => ({ id, type: 'in' })),
  by('trust order', 'GET trust/order'),
  by('trust order', 'POST trust/redemption-quote'),
  by('trust order', 'POST lh/deposit/order/cancel'),
  by('subscription order', 'GET subscription/order'),
  by('subscription order', 'GET lh/send/order_info'),
  by('option order', 'GET options/receipt'),
  by('position', 'POST futures/preview/close'),
  by('position', 'POST futures/preview/reverse'),
  by('position', 'POST lever/setstop', (id) => ({ id, target_profit_price: '900000' })),
  by('position', 'POST lever/add_margin', (id) => ({ id, amount: '1' })),
  by('position', 'POST futures/preview/amend', (id) => ({ id, share: '2' })),
  by('position', 'POST lever/amend', (id) => ({ id, share: '2' })),
  by('position', 'POST lever/close'),
  by('position', 'POST lever/reverse'),
  by('position', 'POST lever/close_limit', (id) => ({ id, price: '70000' })),
  by('position', 'POST lever/close_amend', (id) => ({ id, closing_id: '1', share: '1' })),
  by('position', 'POST lever/close_cancel', (id) => ({ id, closing_id: '1' })),
  by('session', 'POST user/sessions/revoke'),
  by('photo', 'GET upload/:id', () => ({})),
  by('photo', 'POST wallet/charge_req', (imgs) => ({
    currency: USDT,
    amount: '50',
    account: '',
    type: '0',
    sub_type: 'TRC20',
    hash: 'ab'.repeat(32),
    imgs,
  })),
  by('photo', 'POST user/real_name2', (id) => ({ front_pic: id, reverse_pic: id, hand_pic: id })),
];

async function send(target: Target, { call, fields }: Named, { id, token }: { id: string; token: string }) {
  const [method = '', pattern = ''] = call.split(' ');
  const path = pattern.replace(':id', id);
  const given = fields(id);
  await insideOf(target).forgetRates();
  const from = anAddress();
  if (method !== 'GET') return target.stranger.call(path, { method, form: given, token, from });
  return target.stranger.call(`${path}?${new URLSearchParams(given).toString()}`, { token, from });
}

const PURSE = { spot: '10000', option: '1000', contract: '10000' };

/** Two people; the first owns a row of each kind, got by calls as people get them. */
async function twoPeople(target: Target): Promise<{ owner: Person; thief: Person; rows: Rows }> {
  const inside = insideOf(target);
  const { stranger } = target;
  const [owner, thief] = (await people(inside.sql, 2, PURSE)) as [Person, Person];
  const call = async (path: string, form: Fields) => {
    await inside.forgetRates();
    const reply = await stranger.call(path, { form, token: owner.token, from: anAddress() });
    if (reply.type !== 'ok') throw new Error(`the owner's own ${path}: ${reply.status} ${brief(reply.text)}`);
    return reply;
  };
  const newest = async (table: string) => {
    const found = await inside.sql.query<{ id: string }>(
      `select id::text as id from ${table} where user_id = $1 order by ${table}.id desc limit 1`,
      [owner.userId],
    );
    return found.rows[0]?.id ?? '';
  };
  const lever = {
    share: '1',
    multiple: '5',
    legal_id: USDT,
    currency_id: BTC,
    type: '1',
    status: '1',
    target_price: '',
  };
  const option = { match_id: '1', currency_id: USDT, type: '1', seconds: '60', number: '10' };
  await call('wallet/out', {
    currency: USDT,
    number: '20',
    address: ADDRESS,
    pay_password: PIN,
    code: aRecoveryCode(),
  });
  await call('coin/trade', { legal_id: USDT, currency_id: BTC, type: '1', amount: '0.001', target_price: '50000' });
  await call('lh/deposit', { config_id: '2', amount: '100' });
  const offer = await anOffer(inside.sql, offerTerms(Date.now() - 60_000));
  await call('lh/send/order', { config_id: String(offer), amount: '10' });
  await call('microtrade/submit', option);
  await call('lever/submit', lever);
  const body = formBytes([{ name: 'file', body: await aPhoto() }]);
  const photo = await stranger.call('upload', {
    method: 'POST',
    body,
    token: owner.token,
    from: anAddress(),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  return {
    owner,
    thief,
    rows: {
      withdrawal: await newest('withdrawal'),
      address: owner.addressId,
      'spot order': await newest('spot_order'),
      'trust order': await newest('trust_order'),
      'subscription order': await newest('subscription_order'),
      'option order': await newest('option_order'),
      position: await newest('futures_position'),
      session: await newest('account_session'),
      photo: String(photo.message),
    },
  };
}

/** Another's row is answered as one that is not there. */
async function byIds(target: Target): Promise<Outcome> {
  const { owner, thief, rows } = await twoPeople(target);
  const tries = await oneByOne(CALLS, async (named) => {
    const id = rows[named.row];
    const missing = named.row === 'photo' ? id.split('').reverse().join('') : '999999999';
    const [anothers, nobodys] = [
      await send(target, named, { id, token: thief.token }),
      await send(target, named, { id: missing, token: thief.token }),
    ];
    const saw = `${named.call}: ${anothers.status} ${anothers.code || brief(anothers.text, 60)}`;
    const isAlike = anothers.text === nobodys.text && anothers.status === nobodys.status;
    return isAlike && anothers.type !== 'ok' && anothers.type !== '999' && id !== '' ? held(saw) : isOpen(saw);
  });
  const own = await send(target, by('withdrawal', 'POST wallet/out_detail'), {
    id: rows.withdrawal,
    token: owner.token,
  });
  if (own.type !== 'ok') tries.push(isOpen(`the owner's own withdrawal: ${own.code}`));
  return outcomeOf(tries, "calls with another's row");
}

/** Fields that say who somebody is change nothing of who that is. */
async function byUser(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const [owner, thief] = (await people(inside.sql, 2, { spot: '123' })) as [Person, Person];
  const claims = { user_id: owner.userId, userId: owner.userId, uid: owner.userId, id: owner.userId, is_admin: '1' };
  const paths = [
    'wallet/list',
    'wallet/detail',
    'user/sessions',
    'wallet/legal_log',
    'wallet/get_address',
    'user/cash_info',
  ];
  const tries = await oneByOne(paths, async (path) => {
    const own = { currency: USDT, type: 'change', currency_id: USDT };
    const asked = { token: thief.token, from: anAddress() };
    const plain = await target.stranger.call(path, { ...asked, form: own });
    const claimed = await target.stranger.call(path, { ...asked, form: { ...own, ...claims } });
    const saw = `${path}: ${claimed.status} ${brief(claimed.text, 80)}`;
    // What changes from one moment to the next is left out.
    const still = (text: string) => text.replace(/"\w*(?:time|_at|age|price|usdt|cny)\w*":("[^"]*"|[\d.]+)/gi, '');
    return still(plain.text) === still(claimed.text) ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'calls that name another user');
}

const ATTACKS: Attack[] = [
  { name: 'ids of another user', source: TABLE, isShort: true, run: byIds },
  {
    name: 'fields that name another user',
    source: 'review §2, "mass assignment (15 fields)"',
    isShort: true,
    run: byUser,
  },
];

export const OTHERS_RECORDS: Family = { name: 'others-records', limitMs: 120_000, attacks: ATTACKS };
