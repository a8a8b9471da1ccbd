import { randomBytes } from 'node:crypto';
import {
  type Attack,
  type Family,
  held,
  insideOf,
  isOpen,
  oneByOne,
  type Outcome,
  outcomeOf,
  type Target,
} from './attack.js';
import { aPerson, done, fund, OTHER_TRON, PASSWORD, type Person, PIN, longAgo, TRON, USDT, verify } from './people.js';
import { type Answer, anAddress } from './stranger.js';

/** Codes of six digits: guessed all at once, and used for what they were not sent for. */

const H5 = 'review H5';
const H8 = 'review H8';
const RACES = 'review §2, "20 registrations with one code; 30 wrong fund passwords"';

type Fields = Record<string, string>;

const aMailbox = (): string => `new-${randomBytes(6).toString('hex')}@example.com`;
const wrong = (code: string, index: number): string =>
  ((Number(code) + 1 + index) % 1_000_000).toString().padStart(6, '0');
const registration = (user_string: string, code: string): Fields => ({
  type: 'email',
  user_string,
  code,
  password: PASSWORD,
  re_password: PASSWORD,
});

/** Has a code sent to the contact, and reads it. */
async function sentTo(target: Target, user_string: string, type: string, from: string): Promise<string> {
  const { post } = insideOf(target);
  const before = post.codesTo(user_string);
  await done(target.stranger.call('sms_mail', { form: { user_string, type }, from }));
  return post.code(user_string, before + 1);
}

const counted = (replies: readonly Answer[]): string => {
  const names = replies.map(({ type, code, status }) => (type === 'ok' ? 'ok' : code || String(status)));
  return [...new Set(names)].map((name) => `${names.filter((one) => one === name).length} ${name}`).join(', ');
};

/** So many wrong tries at one code are answered as such, by whomever. */
const LOOKED_AT_MAX = 25;

/** Somebody who asked for a code of another's mailbox guesses at it, all at once. */
async function guessedByOne(target: Target): Promise<Outcome> {
  const { stranger } = target;
  const mailbox = aMailbox();
  const from = anAddress();
  const code = await sentTo(target, mailbox, 'register', from);
  const guess = (value: string) => stranger.call('user/register', { form: registration(mailbox, value), from });
  const guesses: Answer[] = [];
  const right: Answer[] = [];
  // The right one tells whether guesses are looked at still, after twelve already.
  for (let round = 0; round < 5; round += 1) {
    const some = Array.from({ length: 12 }, (_, index) => guess(wrong(code, round * 12 + index)));
    guesses.push(...(await Promise.all(some)));
    await insideOf(target).forgetRates();
    right.push(await guess(code));
  }
  const isRefused = ({ type, code: said }: Answer) =>
    type === 'error' && (said === 'account.code-wrong' || said === 'request.too-many');
  const looked = guesses.filter((one) => one.code === 'account.code-wrong').length;
  const saw = `${counted(guesses)}; the right one after each twelve: ${counted(right)}`;
  return (right.every(isRefused) && looked <= LOOKED_AT_MAX ? held : isOpen)(saw);
}

/** Many networks guess together; whoever asked for the code goes on. */
async function guessedByMany(target: Target): Promise<Outcome> {
  const { stranger } = target;
  const mailbox = aMailbox();
  const owner = anAddress();
  const code = await sentTo(target, mailbox, 'register', owner);
  const guess = (value: string, from: string) =>
    stranger.call('user/register', { form: registration(mailbox, value), from });
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(wrong(code, index), anAddress())));
  const stranger1 = await guess(code, anAddress());
  const owners = await guess(code, owner);
  const holds = stranger1.code === 'account.code-wrong' && owners.type === 'ok';
  const saw = `${counted(guesses)}; right one of a stranger: ${stranger1.code || stranger1.type}, of the owner: ${owners.code || owners.type}`;
  return (holds ? held : isOpen)(saw);
}

/** The code of a new password, guessed by many networks all at once. */
async function guessedForgotten(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const { stranger } = target;
  const owner = await aPerson(inside, stranger, 'mail');
  await inside.forgetCounts();
  const code = await sentTo(target, owner.name, 'forget', owner.from);
  const forget = (value: string, from: string) => {
    const form = { account: owner.name, code: value, password: 'battery staple 9', repassword: 'battery staple 9' };
    return stranger.call('user/forget', { form, from });
  };
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, index) => forget(wrong(code, index), anAddress())));
  const late = await forget(code, anAddress());
  const owners = await forget(code, owner.from);
  const holds = late.type === 'error' && owners.type === 'ok';
  const saw = `${counted(guesses)}; right one of a stranger: ${late.code || late.type}, of the owner: ${owners.code || owners.type}`;
  return (holds ? held : isOpen)(saw);
}

/** One code, used by many at the same time. */
async function usedAtOnce(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const mailbox = aMailbox();
  const from = anAddress();
  const code = await sentTo(target, mailbox, 'register', from);
  const form = registration(mailbox, code);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => target.stranger.call('user/register', { form, from })),
  );
  const { rows } = await inside.sql.query('select id from account_user where email = $1', [mailbox]);
  const done1 = replies.filter(({ type }) => type === 'ok').length;
  const isOnce = done1 === 1 && rows.length === 1;
  return (isOnce ? held : isOpen)(`${counted(replies)}; ${rows.length} accounts`);
}

/** Verified, with a fund password and money, known by mail. */
async function aSaver(target: Target): Promise<Person> {
  const inside = insideOf(target);
  const saver = await aPerson(inside, target.stranger, 'mail');
  const { token, from } = saver;
  const form = { password: PIN, re_password: PIN, login_password: PASSWORD };
  await longAgo(inside, saver, () => done(target.stranger.call('safe/update_password', { form, token, from })));
  await verify(inside, saver);
  await fund(inside, saver, { kind: 'spot', amount: '1000' });
  return saver;
}

async function confirming(target: Target, { token, from, name }: Person, form: Fields): Promise<string> {
  const inside = insideOf(target);
  await inside.forgetCounts();
  const before = inside.post.codesTo(name);
  await done(target.stranger.call('sms_other_mail', { form, token, from }));
  return inside.post.code(name, before + 1);
}

const ADDRESS = { currency_id: USDT, address: TRON, netType: 'TRC20', pay_password: PIN };
const OUT = { currency: USDT, number: '100', address: TRON, pay_password: PIN };
const CARD = { real_name: 'Ann Example', bank_name: 'A Bank', bank_account: '4111111111111111' };

/** What a code is asked for, and what it is used for. */
const MISUSES: [name: string, asked: Fields, path: string, form: Fields][] = [
  [
    'of a withdrawal for an address',
    { act: 'withdrawal', amount: '100', coin: 'USDT', target: OTHER_TRON },
    'wallet/addaddress',
    { ...ADDRESS, address: OTHER_TRON },
  ],
  ['an unnamed one for a card', {}, 'user/cash_save', CARD],
  [
    'an unnamed one for a fund password',
    {},
    'safe/update_password',
    { oldpassword: PIN, password: '481927', re_password: '481927' },
  ],
  [
    'of one address for another',
    { act: 'address', target: TRON },
    'wallet/addaddress',
    { ...ADDRESS, address: OTHER_TRON },
  ],
  ['of an address for a withdrawal', { act: 'address', target: TRON }, 'wallet/out', OUT],
  ['of a card for another card', { act: 'bank-card', target: '5555555555554444' }, 'user/cash_save', CARD],
  ['of a card for an address', { act: 'bank-card', target: TRON }, 'wallet/addaddress', ADDRESS],
  ['of one amount for another', { act: 'withdrawal', amount: '10', coin: 'USDT', target: TRON }, 'wallet/out', OUT],
  [
    'of one target for another',
    { act: 'withdrawal', amount: '100', coin: 'USDT', target: OTHER_TRON },
    'wallet/out',
    OUT,
  ],
  ['of one coin for another', { act: 'withdrawal', amount: '100', coin: 'BTC', target: TRON }, 'wallet/out', OUT],
  ['of a fund password for an address', { act: 'fund-password' }, 'wallet/addaddress', ADDRESS],
  ['of a login password for a withdrawal', { act: 'login-password' }, 'wallet/out', OUT],
];

async function misused(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const saver = await aSaver(target);
  // The address that is paid to stands in the book already.
  const code = await confirming(target, saver, { act: 'address', target: TRON });
  const { token, from } = saver;
  await done(target.stranger.call('wallet/addaddress', { form: { ...ADDRESS, code }, token, from }));
  await inside.sql.query('update withdrawal_address set usable_at = now() where user_id = $1', [saver.id]);
  const tries = await oneByOne(MISUSES, async ([name, asked, path, form]) => {
    const given = await confirming(target, saver, asked);
    const reply = await target.stranger.call(path, { form: { ...form, code: given }, token, from });
    const saw = `${name}: ${reply.code || reply.type}`;
    return reply.code === 'account.code-wrong' ? held(saw) : isOpen(saw);
  });
  await inside.forgetCounts();
  const forgotten = await sentTo(target, saver.name, 'forget', from);
  const reply = await target.stranger.call('user/cash_save', { form: { ...CARD, code: forgotten }, token, from });
  const saw = `of a forgotten password for a card: ${reply.code || reply.type}`;
  tries.push(reply.code === 'account.code-wrong' ? held(saw) : isOpen(saw));
  return outcomeOf(tries, 'codes of another purpose');
}

/** A code that was sent to one user, used by another. */
async function anothers(target: Target): Promise<Outcome> {
  const [victim, thief] = [await aSaver(target), await aSaver(target)];
  const code = await confirming(target, thief, { act: 'address', target: TRON });
  await insideOf(target).forgetCounts();
  const asked = { form: { ...ADDRESS, code }, token: victim.token, from: victim.from };
  const reply = await target.stranger.call('wallet/addaddress', asked);
  const isRefused = reply.type === 'error' && reply.code.startsWith('account.code-');
  return (isRefused ? held : isOpen)(reply.code || reply.type);
}

/** Fund passwords guessed all at once: so many are looked at, then it is locked. */
async function fundPasswords(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const saver = await aSaver(target);
  await inside.forgetCounts();
  const change = (oldpassword: string) => {
    const form = { oldpassword, password: '481927', re_password: '481927', login_password: PASSWORD };
    return target.stranger.call('safe/update_password', { form, token: saver.token, from: saver.from });
  };
  const guesses: Answer[] = [];
  for (let round = 0; round < 6; round += 1) {
    const some = Array.from({ length: 5 }, (_, index) => change(wrong(PIN, round * 5 + index)));
    guesses.push(...(await Promise.all(some)));
    await inside.forgetRates();
  }
  const right = await change(PIN);
  const looked = guesses.filter(({ code }) => code === 'account.fund-password-wrong').length;
  const isLocked = right.code === 'account.fund-password-locked';
  return (looked <= 5 && isLocked ? held : isOpen)(
    `${counted(guesses)}; then the right one: ${right.code || right.type}`,
  );
}

const ATTACKS: Attack[] = [
  {
    name: 'sixty guesses at a code, by one network',
    source: RACES,
    isShort: true,
    run: guessedByOne,
  },
  {
    name: 'sixty guesses at a code at once, by as many networks',
    source: H8,
    isShort: true,
    run: guessedByMany,
  },
  {
    name: 'guesses at the code of a new password',
    source: `${H8}: "10 anonymous guesses, then the owner … the right one -> account.code-wrong"`,
    isShort: true,
    run: guessedForgotten,
  },
  { name: 'twenty registrations with one code', source: RACES, isShort: true, run: usedAtOnce },
  { name: 'thirty guesses at a fund password', source: RACES, run: fundPasswords },
  { name: 'codes of another purpose', source: `${H5}: "All steps share purpose confirm"`, isShort: true, run: misused },
  { name: "another user's code", source: H5, run: anothers },
];

export const CODES: Family = { name: 'codes', limitMs: 240_000, attacks: ATTACKS };
