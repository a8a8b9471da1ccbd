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
import {
  ACCOUNT_KINDS,
  type AccountKind,
  aPerson,
  done,
  fund,
  OTHER_PIN,
  OTHER_TRON,
  PASSWORD,
  type Person,
  PIN,
  longAgo,
  TRON,
  USDT,
  verify,
  walletProof,
} from './people.js';
import { type Answer, anAddress } from './stranger.js';
import { aWallet } from '../factories/wallets.js';

/** What somebody does with a stolen session, to accounts of each kind: everything that moves or protects money. */

const [C3, C4] = ['review C3', 'review C4'];

type Fields = Record<string, string>;
const CARD = { real_name: 'Ann Example', bank_name: 'A Bank', bank_account: '4111111111111111' };

/** Refusals that ask for a proof, or say that the one given is none. Any other one says nothing about proofs. */
const ASKED_FOR_PROOF = new Set([
  'account.proof-required',
  'account.login-again',
  'account.second-factor-required',
  'account.code-required',
  'account.code-wrong',
  'account.totp-required',
  'account.totp-wrong',
  'account.old-password-wrong',
  'account.wallet-proof-wrong',
  'account.passkey-proof-wrong',
  'account.passkey-expired',
  'account.fund-password-format',
  'account.fund-password-wrong',
]);

/** Proofs that somebody makes up who has none. */
function madeUp(victim: Person): [string, Fields][] {
  return [
    ['without a proof', {}],
    ['with empty proofs', { code: '', login_password: '', proof_nonce: '', proof_signature: '' }],
    ['with a made-up password', { login_password: 'anything at all' }],
    ['with a made-up code', { code: '000000' }],
    [
      'with a signature of another wallet',
      { proof_nonce: 'a'.repeat(32), proof_signature: aWallet('ERC').sign(`user ${victim.id}`) },
    ],
  ];
}

interface Act {
  name: string;
  path: string;
  source: string;
  /** Whether the victim has a fund password already. */
  isSetUp: boolean;
  fields(target: Target, victim: Person): Promise<Fields>;
  /** What of the act is in the database. */
  traces: string;
}

const ACTS: Act[] = [
  {
    name: 'the first fund password',
    path: 'safe/update_password',
    source: `${C3}: "the first fund password needs nothing but the session"`,
    isSetUp: false,
    fields: async () => ({ password: OTHER_PIN, re_password: OTHER_PIN }),
    traces: 'select user_id from account_fund_password where user_id = $1',
  },
  {
    name: 'another fund password',
    path: 'safe/update_password',
    source: `${C4}: "reset without old one, code or password"`,
    isSetUp: true,
    fields: async () => ({ password: OTHER_PIN, re_password: OTHER_PIN }),
    traces: `select kind from account_security_event where user_id = $1 and at > now() - interval '1 day'
               and kind in ('fund-password-set', 'fund-password-changed', 'fund-password-reset')`,
  },
  {
    name: 'another fund password, with the old one',
    path: 'safe/update_password',
    source: `${C4}; review 6`,
    isSetUp: true,
    fields: async () => ({ oldpassword: PIN, password: OTHER_PIN, re_password: OTHER_PIN }),
    traces: `select kind from account_security_event where user_id = $1 and at > now() - interval '1 day'
               and kind in ('fund-password-set', 'fund-password-changed', 'fund-password-reset')`,
  },
  {
    name: 'a bank card',
    path: 'user/cash_save',
    source: `${C3}: "binding a card asks nothing"`,
    isSetUp: true,
    fields: async () => CARD,
    traces: 'select user_id from account_bank_card where user_id = $1',
  },
  {
    name: 'a withdrawal address',
    path: 'wallet/addaddress',
    source: `${C3}: "(no pay_password, no code) -> Bind success"`,
    isSetUp: true,
    fields: async () => ({ currency_id: USDT, address: OTHER_TRON, netType: 'TRC20' }),
    traces: `select user_id from withdrawal_address where user_id = $1 and address = '${OTHER_TRON}'`,
  },
  {
    name: 'a withdrawal address, with the fund password',
    path: 'wallet/addaddress',
    source: `${C3}; review H5`,
    isSetUp: true,
    fields: async () => ({ currency_id: USDT, address: OTHER_TRON, netType: 'TRC20', pay_password: PIN }),
    traces: `select user_id from withdrawal_address where user_id = $1 and address = '${OTHER_TRON}'`,
  },
  {
    name: 'another contact',
    path: 'user/contact',
    source: `${C4}: "user/contact new_code=… -> Modified successfully (no proof of the owner)"`,
    isSetUp: true,
    fields: aContactOfTheThief,
    traces: `select id from account_user where id = $1 and email like 'thief-%'`,
  },
  {
    name: 'another login password',
    path: 'user/e_pwd',
    source: `${C4}: "user/e_pwd old_password=whatever"`,
    isSetUp: true,
    fields: async () => ({
      old_password: 'whatever it was',
      password: 'battery staple 9',
      re_password: 'battery staple 9',
    }),
    traces: `select id from account_session where user_id = $1 and end_reason = 'password'`,
  },
  {
    name: 'an authenticator',
    path: 'user/totp/setup',
    source: `${C4}: "user/totp/setup, user/totp/confirm -> recovery codes"`,
    isSetUp: true,
    fields: async () => ({ password: 'whatever it was' }),
    traces: 'select user_id from account_totp where user_id = $1',
  },
  {
    name: 'a withdrawal',
    path: 'wallet/out',
    source: `${C3}: "wallet/out currency=3 number=500 -> Submit success"`,
    isSetUp: true,
    fields: async () => ({ currency: USDT, number: '100', address: TRON, pay_password: '' }),
    traces: 'select user_id from withdrawal where user_id = $1',
  },
  {
    name: 'a withdrawal, with the fund password',
    path: 'wallet/out',
    source: `${C3}; review 5`,
    isSetUp: true,
    fields: async () => ({ currency: USDT, number: '100', address: TRON, pay_password: PIN }),
    traces: 'select user_id from withdrawal where user_id = $1',
  },
];

/** A mailbox that the thief reads, with the code that was sent to it. */
async function aContactOfTheThief(target: Target, { id, token }: Person): Promise<Fields> {
  const user_string = `thief-${id}-${Date.now()}@example.com`;
  await done(target.stranger.call('user/contact_code', { form: { user_string }, token, from: anAddress() }));
  return { user_string, new_code: await insideOf(target).post.code(user_string) };
}

/** What the owner brings, for each kind of account. */
async function ownersProof(target: Target, owner: Person, act: Fields): Promise<Fields> {
  const { stranger } = target;
  if (owner.kind === 'wallet') return walletProof(stranger, owner, act);
  if (owner.kind === 'username' || act.act === 'fund-password') return { login_password: PASSWORD };
  const { token, from, name, kind } = owner;
  const to = kind === 'phone' ? `+49${name}` : name;
  const inside = insideOf(target);
  const before = inside.post.codesTo(to);
  await done(stranger.call('sms_other_mail', { form: act, token, from }));
  return { code: await inside.post.code(to, before + 1) };
}

/** Verified, with a fund password, an address that can be used, and money; held back by nothing. */
async function setUp(target: Target, owner: Person): Promise<Person> {
  const inside = insideOf(target);
  const { token, from } = owner;
  const call = async (path: string, form: Fields) => {
    await inside.forgetCounts();
    await done(target.stranger.call(path, { form, token, from }));
  };
  await longAgo(inside, owner, async () => {
    const pin = await ownersProof(target, owner, { act: 'fund-password' });
    await call('safe/update_password', { password: PIN, re_password: PIN, ...pin });
  });
  await verify(inside, owner);
  await inside.forgetCounts();
  const address = { currency_id: USDT, address: TRON, netType: 'TRC20', pay_password: PIN };
  await call('wallet/addaddress', {
    ...address,
    ...(await ownersProof(target, owner, { act: 'address', target: TRON })),
  });
  await inside.sql.query('update withdrawal_address set usable_at = now() where user_id = $1', [owner.id]);
  await fund(inside, owner, { kind: 'spot', amount: '1000' });
  return owner;
}

/** Those who are robbed: one of each kind, before and after they set a fund password. */
const victims = new WeakMap<object, Map<string, Promise<Person>>>();

function aVictim(target: Target, kind: AccountKind, isSetUp: boolean): Promise<Person> {
  const inside = insideOf(target);
  const known = victims.get(inside) ?? new Map<string, Promise<Person>>();
  victims.set(inside, known);
  const name = `${kind} ${isSetUp}`;
  const made = known.get(name) ?? aPerson(inside, target.stranger, kind).then((p) => (isSetUp ? setUp(target, p) : p));
  known.set(name, made);
  return made;
}

async function steal(target: Target, act: Act, kind: AccountKind): Promise<Outcome> {
  const inside = insideOf(target);
  const victim = await aVictim(target, kind, act.isSetUp);
  const fields = await act.fields(target, victim);
  const tries = await oneByOne(madeUp(victim), async ([how, proofs]) => {
    // What is proven is that the proof is missing, not that somebody was too fast.
    await inside.forgetCounts();
    const asked = { form: { ...fields, ...proofs }, token: victim.token, from: anAddress() };
    const reply: Answer = await target.stranger.call(act.path, asked);
    const saw = `${kind} ${how}: ${reply.status} ${reply.code || brief(reply.text, 80)}`;
    return reply.type === 'error' && ASKED_FOR_PROOF.has(reply.code) ? held(saw) : isOpen(saw);
  });
  const { rows } = await inside.sql.query(act.traces, [victim.id]);
  if (rows.length > 0) tries.push(isOpen(`${kind}: it was done`));
  return outcomeOf(tries, 'tries');
}

const ATTACKS: Attack[] = ACTS.map((act) => ({
  name: `a session alone: ${act.name}`,
  source: act.source,
  isShort: true,
  run: async (target) => {
    const tries = await oneByOne(ACCOUNT_KINDS, (kind) => steal(target, act, kind));
    const outcome = outcomeOf(tries, `kinds of account (${ACCOUNT_KINDS.join(', ')})`);
    return outcome;
  },
}));

export const FACTORS: Family = { name: 'factors', limitMs: 300_000, attacks: ATTACKS };
