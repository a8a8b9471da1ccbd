import { anAuthenticator, type Authenticator, type Said } from '../factories/passkeys.js';
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
import { PUBLIC_URL } from './installation.js';
import { ACCOUNT_KINDS, aPerson, done, PASSWORD, type Person } from './people.js';
import { type Answer, anAddress, type Stranger } from './stranger.js';

/** Passkeys of users and of operators, and what is written for readers before it is published. */

const LOGIN = 'issue 10, 3: "passkeys (WebAuthn) as login and as proof"';
const STOLEN = 'issue 10, 3: "a stolen session takes nothing"';
const DESK = 'issue 10, 2: "passkeys first"';
const NEWS = 'issue 10, 7: "access matrix"';
const site = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname };

interface Asked {
  challenge: string;
  user: { id: string };
}

const messageOf = ({ message }: Answer) => message as Asked;

/** Refused, and no session came with it. */
function refused(answer: Answer, what: string): Outcome {
  const isRefused =
    answer.status < 500 && answer.type !== 'ok' && !/session=[^;]/.test(String(answer.headers['set-cookie'] ?? ''));
  return isRefused ? held(answer.code) : isOpen(`${what}: ${answer.status} ${brief(answer.text)}`);
}

/** A user by name, with a passkey beside the password. */
async function withPasskey(target: Target): Promise<{ owner: Person; key: Authenticator }> {
  const owner = await aPerson(insideOf(target), target.stranger, 'username');
  const key = anAuthenticator();
  const { token, from } = owner;
  const ask = { form: { login_password: PASSWORD }, token, from };
  const { challenge, user } = messageOf(await done(target.stranger.call('user/passkeys/options', ask)));
  const form = { name: 'Mine', passkey: key.make({ ...site, challenge, user: user.id }) };
  await done(target.stranger.call('user/passkeys/add', { form, token, from }));
  return { owner, key };
}

async function sign(stranger: Stranger, key: Authenticator, said: Said & Partial<typeof site> = {}): Promise<string> {
  const asked = await done(stranger.call('user/passkey_login/options', { form: {}, from: anAddress() }));
  const { origin = site.origin, rpId = site.rpId, ...more } = said;
  return key.use({ origin, rpId, challenge: messageOf(asked).challenge }, more);
}

const logIn = (stranger: Stranger, passkey: string) =>
  stranger.call('user/passkey_login', { form: { passkey }, from: anAddress() });

const FORGED: [string, Said & Partial<typeof site>][] = [
  ['on another site', { origin: 'https://trade.example.evil' }],
  ['at another port', { origin: 'https://trade.example:8443' }],
  ['without encryption', { origin: 'http://trade.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without a verified holder', { verified: false }],
  ['within another page', { crossOrigin: true }],
  ['as one that is made', { type: 'webauthn.create' }],
];

const ATTACKS: Attack[] = [
  {
    name: 'a login with a passkey that nobody added, or with none',
    source: LOGIN,
    isShort: true,
    run: async ({ stranger }) =>
      outcomeOf(
        await oneByOne(['key', '{}', '[]', 'null', '{"id":"__proto__"}', 'x'.repeat(9000)], async (given) =>
          refused(
            await logIn(stranger, given === 'key' ? await sign(stranger, anAuthenticator()) : given),
            brief(given, 20),
          ),
        ),
        'made-up passkeys',
      ),
  },
  {
    name: 'a login that was signed elsewhere, or by nobody in particular',
    source: LOGIN,
    run: async (target) => {
      const { key } = await withPasskey(target);
      const tries = await oneByOne(FORGED, async ([what, said]) =>
        refused(await logIn(target.stranger, await sign(target.stranger, key, said)), what),
      );
      await done(logIn(target.stranger, await sign(target.stranger, key)));
      return outcomeOf(tries, 'forged logins');
    },
  },
  {
    name: 'the same answer many times at once',
    source: LOGIN,
    run: async (target) => {
      const { key } = await withPasskey(target);
      const passkey = await sign(target.stranger, key);
      const replies = await Promise.all(Array.from({ length: 20 }, () => logIn(target.stranger, passkey)));
      const opened = replies.filter(({ type }) => type === 'ok').length;
      return opened === 1 ? held('one of 20 went on') : isOpen(`${opened} of 20 went on`);
    },
  },
  {
    name: 'a passkey added with nothing but a session',
    source: STOLEN,
    run: async (target) => {
      const proofs: Record<string, string>[] = [{}, { login_password: 'guess' }, { code: '000000' }, { passkey: '{}' }];
      const tries = await oneByOne(ACCOUNT_KINDS, async (kind) => {
        const { token } = await aPerson(insideOf(target), target.stranger, kind);
        const from = anAddress();
        const asked = await oneByOne(proofs, async (form) =>
          refused(await target.stranger.call('user/passkeys/options', { form, token, from }), kind),
        );
        return outcomeOf(asked, `proofs of ${kind}`);
      });
      return outcomeOf(tries, 'kinds of account');
    },
  },
  {
    name: 'the only passkey replaced with session and password',
    source: STOLEN,
    run: async (target) => {
      const { owner } = await withPasskey(target);
      const asked = { form: { login_password: PASSWORD }, token: owner.token, from: anAddress() };
      const own = await done(target.stranger.call('user/passkeys', { form: {}, token: owner.token, from: owner.from }));
      const [{ id } = { id: '' }] = own.message as unknown as { id: string }[];
      return outcomeOf(
        [
          refused(await target.stranger.call('user/passkeys/options', asked), 'added'),
          refused(
            await target.stranger.call('user/passkeys/remove', { ...asked, form: { ...asked.form, id } }),
            'removed',
          ),
        ],
        'changes',
      );
    },
  },
  {
    name: 'the passkeys of operators at the public port',
    source: DESK,
    isShort: true,
    isOutside: true,
    run: async ({ stranger }) => {
      const paths = ['passkey_login/options', 'passkey_login', 'enrol/passkey_options', 'enrol/passkey', 'me/passkeys'];
      const spelled = paths.flatMap((path) => [`/ops/api/${path}`, `/%6fps/api/${path}`, `//ops/api/${path}`]);
      const tries = await oneByOne(spelled, async (path) => {
        const { status, text } = await stranger.ask(path, { method: 'POST', json: {} });
        return status === 404 || status === 400 || status === 405
          ? held(String(status))
          : isOpen(`${path}: ${status} ${brief(text)}`);
      });
      return outcomeOf(tries, 'addresses');
    },
  },
  {
    name: 'the desk opened by the passkey of a user',
    source: DESK,
    run: async (target) => {
      const { key } = await withPasskey(target);
      const port = await insideOf(target).deskPort();
      const asked = await target.stranger.ask('/ops/api/passkey_login/options', { method: 'POST', json: {}, port });
      const passkey = key.use({ ...site, challenge: messageOf(await done(Promise.resolve(asked))).challenge });
      return refused(
        await target.stranger.ask('/ops/api/passkey_login', { method: 'POST', json: { passkey }, port }),
        'the desk',
      );
    },
  },
  {
    name: 'an article read before it is published',
    source: NEWS,
    run: async (target) => {
      const { sql } = insideOf(target);
      const written = await sql.query<{ id: string }>(
        'insert into news_article (created_at) values (now()) returning id',
      );
      const { token, from } = await aPerson(insideOf(target), target.stranger, 'username');
      const ids = [written.rows[0]?.id ?? '', `${written.rows[0]?.id} or 1=1`, '-1', '0', '9'.repeat(30), "1'--"];
      const tries = await oneByOne(ids, async (id) =>
        refused(await target.stranger.call('news/detail', { form: { id }, token, from }), id),
      );
      return outcomeOf(tries, 'numbers');
    },
  },
];

export const PASSKEYS: Family = { name: 'passkeys', limitMs: 240_000, attacks: ATTACKS };
