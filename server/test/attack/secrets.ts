import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FORMER_SECRETS } from '../../platform/config/secrets.js';
import { SECRETS } from '../faults/product.js';
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
} from './attack.js';
import type { Installation } from './installation.js';
import { aPerson, done, fund, type Person, USDT, verify } from './people.js';
import { anAddress, type Stranger } from './stranger.js';

/** What is written in the repository, or known to somebody, and what it signs. */

const M9 = 'review M9';
const ROOT = join(__dirname, '../../..');
const MAIN = join(ROOT, 'dist/programs/main.js');
const START_LIMIT_MS = 30_000;

const KNOWN = [...Object.values(FORMER_SECRETS), 'secret '.repeat(6).trim(), 'pepper '.repeat(6).trim(), '', 'secret'];

/** Of production, and whole but for what an attack changes. */
const good = ({ product }: Installation): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://trade.example',
  HOST: '127.0.0.1',
  PORT: '0',
  FEED: 'none',
  LOG_LEVEL: 'error',
  DATABASE_URL: product.database.gatewayUrl,
  REDIS_URL: process.env.TEST_REDIS_URL ?? '',
  REDIS_PREFIX: `attack-${randomBytes(4).toString('hex')}:`,
  ROLES: 'gateway',
  CLIENT_FOLDER: 'none',
  ...SECRETS,
});

/** What a start says that must not succeed. Null: it goes on. */
async function refusedStart(environment: Record<string, string>): Promise<string | null> {
  const child = spawn(process.execPath, [MAIN], { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const append = (part: Buffer) => {
    said += part.toString();
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const code = await new Promise<number | null>((settle) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle(null);
    }, START_LIMIT_MS);
    child.once('exit', (exit) => {
      clearTimeout(timer);
      settle(exit);
    });
  });
  return code === null || code === 0 ? null : said;
}

type Start = [name: string, change: (inside: Installation) => Record<string, string>, says: RegExp];

const known = (name: keyof typeof FORMER_SECRETS): Start => [
  `the known ${name}`,
  () => ({ [name]: FORMER_SECRETS[name] }),
  new RegExp(name),
];
const STARTS: Start[] = [
  known('SECRET_KEY'),
  known('PASSWORD_PEPPER'),
  ['no secrets', () => ({ SECRET_KEY: '', PASSWORD_PEPPER: '' }), /SECRET_KEY|PASSWORD_PEPPER/],
  ['a short secret', () => ({ SECRET_KEY: 'x'.repeat(31) }), /SECRET_KEY/],
  ['a site without TLS', () => ({ PUBLIC_URL: 'http://trade.example' }), /PUBLIC_URL/],
  ['sockets for everybody', () => ({ ALLOWED_ORIGINS: '*' }), /ALLOWED_ORIGINS/],
  ['the owner of the database', ({ product }) => ({ DATABASE_URL: product.database.url }), /database|Configuration/i],
];

async function starts(inside: Installation, which: readonly Start[]): Promise<Outcome> {
  const tries = await oneByOne(which, async ([name, change, says]) => {
    const said = await refusedStart({ ...good(inside), ...change(inside) });
    if (said === null) return isOpen(`${name}: it starts`);
    return (says.test(said) ? held : isOpen)(`${name}: ${brief(said, 120)}`);
  });
  return outcomeOf(tries, 'starts');
}

const OPTION = { match_id: '1', currency_id: USDT, type: '1', seconds: '60', number: '10' };

/** A trader with money for options. */
async function aTrader(inside: Installation, stranger: Stranger): Promise<Person> {
  const trader = await aPerson(inside, stranger, 'username');
  await verify(inside, trader);
  await fund(inside, trader, { kind: 'option', amount: '1000' });
  return trader;
}

type Quote = Record<string, unknown>;

async function aQuote(
  stranger: Stranger,
  { token, from }: Person,
): Promise<{ text: string; mac: string; quote: Quote }> {
  const { message } = await done(stranger.call('options/preview', { form: OPTION, token, from }));
  const [text = '', mac = ''] = String((message as { quoteId?: string }).quoteId).split('.');
  return { text, mac, quote: JSON.parse(Buffer.from(text, 'base64url').toString()) as Quote };
}

const encoded = (quote: Quote): string => Buffer.from(JSON.stringify(quote)).toString('base64url');
const macBy = (secret: string, text: string): string =>
  createHmac('sha256', `option-quote:${secret}`).update(text).digest('base64url');

/** In the buyer's favour: entered 1 % lower. */
const cheaper = (quote: Quote): Quote => ({ ...quote, entryIndex: (Number(quote.entryIndex) * 0.99).toFixed(2) });

type Signed = { text: string; mac: string };

/** An honest quote with a signature that is not the product's: nothing else is wrong with it. */
const FORGERIES: [string, (signed: Signed) => string][] = [
  ...KNOWN.map((secret): [string, (signed: Signed) => string] => [
    `signed with "${brief(secret, 12)}"`,
    ({ text }) => `${text}.${macBy(secret, text)}`,
  ]),
  [
    'signed with the bare key',
    ({ text }) => `${text}.${createHmac('sha256', SECRETS.SECRET_KEY).update(text).digest('base64url')}`,
  ],
  ['with an empty signature', ({ text }) => `${text}.`],
  ['without a signature', ({ text }) => text],
  ['with a cut signature', ({ text, mac }) => `${text}.${mac.slice(0, -1)}`],
  ['with something behind it', ({ text, mac }) => `${text}.${mac}.${text}`],
];

async function forgedQuotes(target: Parameters<Attack['run']>[0]): Promise<Outcome> {
  const { stranger } = target;
  const inside = insideOf(target);
  const trader = await aTrader(inside, stranger);
  const submit = async (forge: (signed: Signed) => string) => {
    await inside.forgetRates();
    // A fresh one each time: an old one is refused for its age.
    const quote_id = forge(await aQuote(stranger, trader));
    const asked = { form: { ...OPTION, quote_id }, token: trader.token, from: trader.from };
    return stranger.call('microtrade/submit', asked);
  };
  const honest = await submit(({ text, mac }) => `${text}.${mac}`);
  if (honest.type !== 'ok') return isOpen(`an honest quote: ${honest.status} ${brief(honest.text)}`);
  const tries = await oneByOne(FORGERIES, async ([name, forge]) => {
    const reply = await submit(forge);
    const saw = `${name}: ${reply.status} ${reply.code || brief(reply.text, 80)}`;
    return ['options.quote-expired', 'request.invalid'].includes(reply.code) ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'forged quotes');
}

/** What somebody signs who has the key: the product works the purchase out again. */
async function lyingQuotes(target: Parameters<Attack['run']>[0]): Promise<Outcome> {
  const { stranger } = target;
  const inside = insideOf(target);
  const trader = await aTrader(inside, stranger);
  const other = await aPerson(inside, stranger, 'username');
  const lies: [string, (quote: Quote) => Quote][] = [
    ['a better entry', cheaper],
    ['an entry of long ago', (quote) => ({ ...quote, entryAt: Number(quote.entryAt) - 60_000 })],
    ['an entry to come', (quote) => ({ ...quote, entryAt: Number(quote.entryAt) + 60_000 })],
    ['made long ago', (quote) => ({ ...quote, quotedAt: Number(quote.quotedAt) - 60_000 })],
    ['a better payout', (quote) => ({ ...quote, payoutRatio: '9.99' })],
    ['no fee', (quote) => ({ ...quote, feeRatio: '0' })],
    ["another's", (quote) => ({ ...quote, userId: other.id })],
    ['a shorter term', (quote) => ({ ...quote, seconds: 11 })],
    ['no entry', (quote) => ({ ...quote, entryIndex: '' })],
  ];
  const tries = await oneByOne(lies, async ([name, lie]) => {
    await inside.forgetRates();
    const { quote } = await aQuote(stranger, trader);
    const text = encoded(lie(quote));
    const before = await ordersOf(inside, trader);
    const reply = await stranger.call('microtrade/submit', {
      form: { ...OPTION, quote_id: `${text}.${macBy(SECRETS.SECRET_KEY, text)}` },
      token: trader.token,
      from: trader.from,
    });
    const saw = `${name}: ${reply.status} ${reply.code || brief(reply.text, 80)}`;
    // Where the payout or the fee was made up, the order may stand with the house's own.
    const made = (await ordersOf(inside, trader)).slice(before.length);
    const isOwn = made.every(({ payout, fee }) => payout !== '9.99' && Number(fee) > 0);
    const isLie = /entry|made|another|shorter/.test(name) && made.length > 0;
    return reply.status < 500 && isOwn && !isLie ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'quotes that lie');
}

async function ordersOf({ sql }: Installation, { id }: Person): Promise<{ payout: string; fee: string }[]> {
  const { rows } = await sql.query<{ payout: string; fee: string }>(
    `select trim_scale(payout_ratio)::text as payout, trim_scale(fee)::text as fee from option_order
      where user_id = $1 order by id`,
    [id],
  );
  return rows;
}

const jwt = (header: object, payload: object, secret: string): string => {
  const text = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${secret === '' ? '' : createHmac('sha256', secret).update(text).digest('base64url')}`;
};

/** Tokens that nobody was given. */
async function madeUpTokens(stranger: Stranger): Promise<Outcome> {
  const admin = { sub: '1', user_id: 1, role: 'administrator' };
  const tokens = [
    randomBytes(32).toString('base64url'),
    ...KNOWN.map((secret) => jwt({ alg: 'HS256', typ: 'JWT' }, admin, secret)),
    jwt({ alg: 'none' }, admin, ''),
    'null',
    'undefined',
    '0',
    "' or 1=1 --",
    'Bearer null',
    `Bearer ${randomBytes(32).toString('base64url')}`,
    'A'.repeat(43),
    'A'.repeat(8000),
  ];
  const tries = await oneByOne(tokens, async (token) => {
    const reply = await stranger.call('user/center', { token, from: anAddress() });
    return (reply.type === '999' ? held : isOpen)(`${brief(token, 30)}: ${reply.status} ${reply.type}`);
  });
  return outcomeOf(tries, 'tokens');
}

const ATTACKS: Attack[] = [
  {
    name: 'tokens that nobody was given',
    source: 'review §2, "token in query, cookie, Bearer, JWT, null, 10 kB"',
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => madeUpTokens(stranger),
  },
  {
    name: 'quotes signed with what is known',
    source: `${M9}: "With it own option quotes were signed"`,
    isShort: true,
    run: forgedQuotes,
  },
  {
    name: "quotes that lie, signed with the installation's own key",
    source: `${M9}: "derive closesAt and the entry again on purchase"`,
    isShort: true,
    run: lyingQuotes,
  },
  {
    name: 'a start in production with a known secret',
    source: `${M9}; review §2, "start in production without secrets"`,
    isShort: true,
    run: (target) => starts(insideOf(target), STARTS.slice(0, 1)),
  },
  {
    name: 'every start in production that would be open',
    source: `${M9}; review H7, M15`,
    run: (target) => starts(insideOf(target), STARTS),
  },
];

export const SECRETS_FAMILY: Family = { name: 'secrets', limitMs: 300_000, attacks: ATTACKS };
