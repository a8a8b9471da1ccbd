import { randomBytes } from 'node:crypto';
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
import { aPerson, OTHER_PIN, PASSWORD, PIN } from './people.js';
import { type Answer, anAddress, type Asked } from './stranger.js';

/** Values that nobody may read elsewhere: what was typed into calls must be in no log line and in no other reply. */

const M12 = 'review M12';
const M13 = 'review M13';

const FIELDS = [
  'password re_password old_password login_password pay_password oldpassword code new_code user_string',
  'account name card_id real_name bank_account address word remark notes proof_nonce proof_signature passkey',
  'signature nonce quote_id id totp_code search hash imgs',
].flatMap((line) => line.split(' '));

const PATHS = [
  'user/login user/register user/forget user/check_email user/e_pwd safe/update_password user/contact',
  'user/cash_save user/real_name user/totp/setup user/totp/confirm user/wallet_login user/passkey_login user/passkeys/add wallet/addaddress',
  'wallet/out wallet/change wallet/charge_req user/anti_phishing microtrade/submit lever/submit',
  'lever/add_margin coin/trade lh/deposit upload sms_mail user/sessions/revoke',
].flatMap((line) => line.split(' '));

/** Longer than columns are, and not to be read as a number. */
const SHAPES: ((mark: string) => string)[] = [
  (mark) => mark,
  (mark) => `${mark}@example.com`,
  (mark) => mark.repeat(40),
  (mark) => `${mark}\u0000'"\\\n{"a":1}`,
];

async function typed(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const { stranger } = target;
  const mark = `canary${randomBytes(6).toString('hex')}`;
  const { token, from } = await aPerson(inside, stranger, 'username');
  const replies: Answer[] = [];
  const send = async (path: string, asked: Asked) => {
    await inside.forgetRates();
    replies.push(await stranger.call(path, { from, ...asked }));
  };
  for (const path of PATHS) {
    for (const shape of SHAPES) {
      const form = Object.fromEntries(FIELDS.map((name) => [name, shape(mark)]));
      await send(path, { form, token });
      await send(path, { json: form, token: shape(mark).replace(/[^\w@.]/g, '') });
    }
  }
  await send(`${mark}?token=${mark}`, { token: mark });
  await send('user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${mark}`,
  });
  const login = { login: mark, password: mark, totp: mark };
  await stranger.ask('/ops/api/login', { json: login, port: await inside.deskPort(), from });
  return where(target, replies, [mark]);
}

/** What the product itself knows of a person: nothing of it is in the log. */
async function known(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const { stranger } = target;
  const owner = await aPerson(inside, stranger, 'mail');
  const { token, from, name } = owner;
  await stranger.call('safe/update_password', {
    form: { password: PIN, re_password: PIN, login_password: PASSWORD },
    token,
    from,
  });
  await inside.forgetCounts();
  await stranger.call('sms_mail', { form: { user_string: name, type: 'forget' }, from });
  const code = await inside.post.code(name, 2);
  for (const oldpassword of [OTHER_PIN, PIN]) {
    await stranger.call('safe/update_password', { form: { oldpassword, password: '918273' }, token, from });
  }
  await stranger.call('user/login', { form: { user_string: name, password: `${PASSWORD}x` }, from: anAddress() });
  const secrets = [token, name, PASSWORD, ` ${code}`, `"${code}"`, SECRET_WORDS];
  return where(target, [], secrets);
}

/** Stands in no line, and is here so that an empty list of lines is not taken for a clean one. */
const SECRET_WORDS = 'words that nobody wrote';

async function where(target: Target, replies: readonly Answer[], marks: readonly string[]): Promise<Outcome> {
  // What is logged behind the reply has time to be.
  await new Promise((done) => setTimeout(done, 300));
  const lines = insideOf(target).log();
  const tries = marks.map((mark) => {
    const line = lines.find((one) => one.includes(mark));
    if (line) return isOpen(`in the log: ${brief(line.slice(Math.max(0, line.indexOf(mark) - 100)), 200)}`);
    const reply = replies.find(({ type, text }) => type !== 'ok' && text.includes(mark));
    return reply ? isOpen(`in a reply: ${brief(reply.text)}`) : held('nowhere');
  });
  const failed = replies.filter(({ status }) => status >= 500 && status !== 503);
  if (failed.length > 0) tries.push(isOpen(`${failed.length} replies of 5xx`));
  if (lines.length === 0) tries.push(isOpen('there is no log to look at'));
  return outcomeOf(tries, `marks in ${lines.length} lines and ${replies.length} replies`);
}

const LARGE = [
  '9'.repeat(20),
  '9'.repeat(38),
  `0.${'0'.repeat(30)}1`,
  '1e400',
  '-1',
  'NaN',
  'Infinity',
  '0x10',
  '٣',
  '1,5',
  '+1',
  ' 1',
];

/** Amounts beyond what the books hold are refused in words. */
async function amounts(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const { token, from } = await aPerson(inside, target.stranger, 'username');
  const calls: [string, (amount: string) => Record<string, string>][] = [
    ['wallet/change', (number) => ({ number, currency_id: '3', from_field: 'change', to_field: 'micro' })],
    [
      'wallet/out',
      (number) => ({ currency: '3', number, address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', pay_password: PIN }),
    ],
    ['lever/add_margin', (amount) => ({ id: '1', amount })],
    ['coin/trade', (amount) => ({ legal_id: '3', currency_id: '1', type: '1', amount, target_price: amount })],
    ['lh/deposit', (amount) => ({ config_id: '2', amount })],
    ['microtrade/submit', (number) => ({ match_id: '1', currency_id: '3', type: '1', seconds: '60', number })],
    [
      'lever/submit',
      (share) => ({ share, multiple: '10', legal_id: '3', currency_id: '1', type: '1', status: '1', target_price: '' }),
    ],
  ];
  const tries = await oneByOne(
    calls.flatMap(([path, fields]) => LARGE.map((amount) => ({ path, form: fields(amount), amount }))),
    async ({ path, form, amount }) => {
      await inside.forgetRates();
      const reply = await target.stranger.call(path, { form, token, from });
      const saw = `${path} ${brief(amount, 24)}: ${reply.status} ${reply.code}`;
      return reply.status < 500 && reply.type !== 'ok' ? held(saw) : isOpen(saw);
    },
  );
  return outcomeOf(tries, 'amounts');
}

const ATTACKS: Attack[] = [
  {
    name: 'what was typed, in the log and in refusals',
    source: `${M12}: "No canary test for logs exists"`,
    isShort: true,
    run: typed,
  },
  { name: 'what the product knows, in the log', source: `${M12}; review §3, 63`, isShort: true, run: known },
  { name: 'amounts that no book holds', source: `${M13}: "-> 500 request.failed"`, isShort: true, run: amounts },
];

export const CANARIES: Family = { name: 'canaries', limitMs: 120_000, attacks: ATTACKS };
