import { type Attack, brief, type Family, held, insideOf, isOpen, type Outcome, outcomeOf } from './attack.js';
import { DESK_SCRIPT } from './installation.js';
import { type Answer, anAddress, type Asked, type Stranger } from './stranger.js';

/** The operators' desk at the public port, in every spelling of its addresses. */

const C1 = 'review C1';

/** Its page, its calls, its files, its board of jobs. */
const ADDRESSES = [
  '/ops',
  '/ops/',
  '/ops/deposits/7',
  '/ops/api/me',
  '/ops/api/login',
  '/ops/api/users?search=a',
  '/ops/queues',
  '/ops/queues/api/queues',
  '/ops/assets/ops-abcdef12.js',
];

const codeOf = (letter: string): string => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
const coded = (text: string, which: RegExp): string => text.replace(which, codeOf);
const first = (text: string, change: (part: string) => string): string => text.replace(/^\/ops/, change);

/** Ways in which the same address, or one that somebody may take for it, is written. */
const SPELLINGS: Record<string, (address: string) => string> = {
  plain: (text) => text,
  'first letter coded': (text) => first(text, () => '/%6fps'),
  'second letter coded': (text) => first(text, () => '/o%70s'),
  'third letter coded': (text) => first(text, () => '/op%73'),
  'all letters coded': (text) => first(text, () => '/%6f%70%73'),
  'codes in capitals': (text) => first(text, () => '/%6F%70%73'),
  'whole address coded': (text) => coded(text, /[a-z]/g),
  'slashes coded': (text) => `/${coded(text.slice(1), /\//g)}`,
  'every slash coded': (text) => coded(text, /\//g),
  'coded twice': (text) => first(text, () => '/%256fps'),
  'coded as UTF-16': (text) => first(text, () => '/%u006fps'),
  'an overlong code': (text) => first(text, () => '/%c1%afps'),
  'capital letters': (text) => first(text, () => '/OPS'),
  'one capital letter': (text) => first(text, () => '/Ops'),
  'a full-width letter': (text) => first(text, () => '/%ef%bd%8fps'),
  'two slashes before': (text) => `/${text}`,
  'two slashes inside': (text) => first(text, (part) => `${part}/`),
  'a dot before': (text) => `/.${text}`,
  'a coded dot before': (text) => `/%2e${text}`,
  'back from elsewhere': (text) => `/x/..${text}`,
  'back from the API': (text) => `/api/..${text}`,
  'back by coded dots': (text) => `/api/%2e%2e${text}`,
  'back by a coded slash': (text) => `/api/..%2f${text.slice(1)}`,
  'back by a backslash': (text) => `/api\\..${text}`,
  backslashes: (text) => text.replaceAll('/', '\\'),
  'a parameter of the path': (text) => first(text, (part) => `${part};x=1`),
  'a parameter before': (text) => `/;x=1${text}`,
  'a zero byte': (text) => first(text, (part) => `${part}%00`),
  'a line feed': (text) => first(text, (part) => `${part}%0a`),
  'a tab before': (text) => `/%09${text.slice(1)}`,
  'a blank behind': (text) => first(text, (part) => `${part}%20`),
  'a question mark coded': (text) => `${text}%3f`,
  'a fragment': (text) => `${text}#/ops`,
  'the whole address': (text) => `http://x${text}`,
  'the whole address, coded': (text) => `http://x${coded(text, /[a-z]/g)}`,
  'the whole address in capitals': (text) => `HTTP://OPS${text}`,
  'the whole address by https': (text) => `https://127.0.0.1${text}`,
  'no scheme': (text) => `//x${text}`,
  'another scheme': (text) => `x:${text}`,
  'by somebody': (text) => `http://ops@x${text}`,
};

/** By which a proxy may be told another address than the one that it checks. */
const HEADERS: Record<string, Record<string, string>> = {
  'x-original-url': { 'x-original-url': '/ops/api/me' },
  'x-rewrite-url': { 'x-rewrite-url': '/ops/api/me' },
  'x-forwarded-uri': { 'x-forwarded-uri': '/ops/api/me', 'x-forwarded-prefix': '/ops' },
  'x-forwarded-host and port': { 'x-forwarded-host': 'ops.trade.example', 'x-forwarded-port': '3001' },
  'x-http-method-override': { 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
  'the address of the desk': { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  'host of the desk': { host: 'localhost' },
};

/** The page that strangers get for addresses of its own; what differs from reply to reply is left out. */
type Page = string;
const still = (text: string): Page => text.replace(/nonce(?:=|-)["']?[\w+/=-]+/g, '');

async function pageOf(stranger: Stranger): Promise<Page> {
  const { status, text } = await stranger.ask('/', { from: anAddress() });
  return status === 200 ? still(text) : '';
}

/** The first part of the address that the target names, read once as a server does. */
function firstPart(target: string): string {
  const path = target.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path).split('/')[1] ?? '';
  } catch {
    return '';
  }
}

/** Not found, not readable, not allowed; or the page that strangers get anyway, for an address that is not the desk's. */
function isNothing({ status, text, type, code }: Answer, target: string, page: Page): boolean {
  if (text.includes(DESK_SCRIPT)) return false;
  const isCall = type === 'error' && firstPart(target) !== 'ops';
  if (status === 400 || status === 404 || status === 405 || isCall) return code !== 'session.required' && type !== 'ok';
  const isPage = text === '' || (page !== '' && still(text) === page);
  return status === 200 && type === '' && isPage && firstPart(target) !== 'ops';
}

async function answered(
  stranger: Stranger,
  page: Page,
  [name, target, asked]: [string, string, Asked],
): Promise<Outcome> {
  const reply = await stranger.ask(target, { from: anAddress(), ...asked });
  const saw = `${name} ${brief(target, 60)}: ${reply.status} ${brief(reply.text, 60)}`;
  return isNothing(reply, target, page) ? held(saw) : isOpen(saw);
}

async function everySpelling(
  stranger: Stranger,
  addresses: readonly string[],
  methods: readonly string[],
  asked: Asked = {},
): Promise<Outcome> {
  const page = await pageOf(stranger);
  const cases = Object.entries(SPELLINGS).flatMap(([name, spell]) =>
    addresses.flatMap((address) =>
      methods.map((method): [string, string, Asked] => {
        const body = method === 'POST' ? { json: {} } : {};
        return [`${method} (${name})`, spell(address), { ...asked, ...body, method }];
      }),
    ),
  );
  const tries: Outcome[] = [];
  // So many at once that it does not take long, and so few that none is refused for that.
  for (let at = 0; at < cases.length; at += 16) {
    const some = cases.slice(at, at + 16).map((one) => answered(stranger, page, one));
    tries.push(...(await Promise.all(some)));
  }
  return outcomeOf(tries, 'spellings');
}

async function everyHeader(stranger: Stranger): Promise<Outcome> {
  const page = await pageOf(stranger);
  const cases = Object.entries(HEADERS).flatMap(([name, headers]) =>
    ['/ops/api/me', '/%6fps/api/me', '/'].map((target): [string, string, Asked] => [name, target, { headers }]),
  );
  return outcomeOf(await Promise.all(cases.map((one) => answered(stranger, page, one))), 'headers');
}

const ATTACKS: Attack[] = [
  {
    name: 'its calls, spelled in 40 ways',
    source: `${C1}: /%6fps/api/me, absolute form`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => everySpelling(stranger, ['/ops/api/me', '/ops/api/login'], ['GET', 'POST']),
  },
  {
    name: 'everything of it, spelled in 40 ways',
    source: C1,
    isOutside: true,
    run: ({ stranger }) => everySpelling(stranger, ADDRESSES, ['GET', 'POST', 'HEAD', 'PUT']),
  },
  {
    name: 'by headers that name another address',
    source: C1,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => everyHeader(stranger),
  },
  {
    name: 'with the live session of an administrator',
    source: `${C1}: "curl --path-as-is …/%6fps/api/me -H Authorization -> 200 ok"`,
    isShort: true,
    run: async (target) => {
      const inside = insideOf(target);
      const token = await inside.anOperator('administrator');
      const own = await target.stranger.ask('/ops/api/me', { token, port: await inside.deskPort() });
      if (own.type !== 'ok') return isOpen(`the session is none at the desk itself: ${brief(own.text)}`);
      const headers = { cookie: `__Host-desk=${token}; desk=${token}` };
      return everySpelling(target.stranger, ['/ops/api/me'], ['GET'], { token, headers });
    },
  },
];

export const DESK_SPELLINGS: Family = { name: 'desk-spellings', limitMs: 180_000, attacks: ATTACKS };
