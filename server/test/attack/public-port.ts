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
import { aPerson } from './people.js';
import { type Answer, anAddress, type Stranger } from './stranger.js';

/** What the port that strangers reach tells of how the product is made and how it is. */

const M15 = 'review M15';
const L20 = 'review L20';
const L21 = 'review L21';

const HIDDEN: [string, string][] = [
  ['figures', '/metrics'],
  ['figures, spelled otherwise', '/%6detrics'],
  ['figures, by the whole address', 'http://x/metrics'],
  ['documents', '/api/docs'],
  ['documents, spelled otherwise', '/api/%64ocs'],
  ['documents in a folder', '/api/docs/'],
  ['documents as JSON', '/api/docs-json'],
  ['documents as YAML', '/api/docs-yaml'],
  ['the start of the documents', '/api/docs/swagger-ui-init.js'],
  ['the mailbox', '/api/dev/mailbox'],
  ['the mailbox, spelled otherwise', '/api/%64ev/mailbox'],
  ['the board of jobs', '/ops/queues'],
  ['the board of jobs elsewhere', '/queues'],
  ['calls of the board', '/ops/queues/api/queues'],
  ['an inspector', '/json/list'],
  ['variables', '/.env'],
  ['the repository', '/.git/config'],
  ['the package', '/package.json'],
  ['the source', '/server/main.ts'],
  ['a file above', '/../package.json'],
  ['a file above, coded', '/%2e%2e/package.json'],
  ['a file above, coded slash', '/..%2fpackage.json'],
  ['a file above, coded twice', '/%252e%252e%252fpackage.json'],
  ['a file above, backslash', '/..\\package.json'],
  ['a file above assets', '/assets/../../package.json'],
  ['a file of the system', '/../../../../../../etc/passwd'],
  ['a file of the system, coded', '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd'],
  ['a file behind a zero byte', '/index.html%00.js'],
];

/** Words that only the inside has. */
const INSIDE =
  /# (?:HELP|TYPE) |swagger|openapi|"scripts":|"dependencies":|root:x:|\[core\]|DATABASE_URL|\bat .+\.js:\d+:\d+|node_modules|postgres|redis|NestApplication|"code":"\d{6}"/i;

function isHidden({ status, text, code }: Answer, page: string): boolean {
  if (INSIDE.test(text)) return false;
  if (code === 'request.unknown-route') return true;
  return status >= 400 && status < 500 ? true : status === 200 && page !== '' && text === page;
}

async function hidden(stranger: Stranger): Promise<Outcome> {
  const page = (await stranger.ask('/', { from: anAddress() })).text;
  const tries = await oneByOne(HIDDEN, async ([name, target]) => {
    // As those ask who want to look like a neighbour of the product.
    const headers = { 'x-real-ip': '127.0.0.1', 'x-forwarded-host': 'localhost' };
    const reply = await stranger.ask(target, { headers, from: anAddress() });
    const saw = `${name} ${target}: ${reply.status} ${brief(reply.text, 60)}`;
    return isHidden(reply, page) ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'addresses');
}

/** L20: a name that somebody else's server gives out for this machine. */
async function mailboxAsNeighbour(stranger: Stranger): Promise<Outcome> {
  const hosts = ['localhost', '127.0.0.1', 'evil.example', 'localhost.evil.example'];
  const tries = await oneByOne(hosts, async (host) => {
    const headers = { host, 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' };
    const reply = await stranger.call('dev/mailbox', { headers });
    const saw = `${host}: ${reply.status} ${brief(reply.text, 60)}`;
    return reply.code === 'request.unknown-route' ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'hosts');
}

async function readiness(stranger: Stranger): Promise<Outcome> {
  const { status, text } = await stranger.ask('/readyz', { from: anAddress() });
  const known = Object.keys(text.startsWith('{') ? (JSON.parse(text) as object) : {});
  const saw = `${status} ${brief(text)}`;
  return known.every((name) => name === 'state') && !INSIDE.test(text) ? held(saw) : isOpen(saw);
}

const WANTED: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'strict-transport-security': /max-age=\d{7,}/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/s,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy': /no-referrer/,
};
const REPLIES: [name: string, target: string, method: string][] = [
  ['the page', '/', 'GET'],
  ['a call', '/api/currency/quotation_new', 'GET'],
  ['a refusal', '/api/user/center', 'GET'],
  ['no address', '/api/nothing', 'GET'],
  ['no verb', '/api/user/login', 'DELETE'],
  ['an unknown verb', '/api/user/login', 'PROPFIND'],
  ['a broken address', '/api/%zz', 'GET'],
  ['a poll', '/socket.io/?EIO=4&transport=polling', 'GET'],
  ['no poll', '/socket.io/?EIO=9&transport=carrier', 'GET'],
  ['health', '/healthz', 'GET'],
];

/** The headers that keep a browser from reading a reply as something else; and none that names the parts. */
async function headers(stranger: Stranger): Promise<Outcome> {
  const tries = await oneByOne(REPLIES, async ([name, target, method]) => {
    const { status, headers: given } = await stranger.ask(target, { method, from: anAddress() });
    const missing = Object.entries(WANTED).filter(([header, form]) => !form.test(String(given[header] ?? '')));
    const revealing = ['server', 'x-powered-by', 'via'].filter((header) => given[header] !== undefined);
    const saw = `${name} (${status}): without ${missing.map(([header]) => header).join(', ') || 'nothing'}`;
    return missing.length === 0 && revealing.length === 0 ? held(saw) : isOpen([saw, ...revealing].join(', tells '));
  });
  return outcomeOf(tries, 'replies without a header or with one too many,');
}

/** Whatever echoes a request shows cookies that no script can read. */
async function echo(stranger: Stranger): Promise<Outcome> {
  const mark = 'echo-canary-4711';
  const tries = await oneByOne(['TRACE', 'TRACK', 'DEBUG', 'CONNECT'], async (method) => {
    const text = `${method} /api/user/center HTTP/1.1\r\nHost: x\r\nCookie: session=${mark}\r\nConnection: close\r\n\r\n`;
    const reply = await stranger.raw({ pieces: [text], limitMs: 5000 });
    const saw = `${method}: ${reply.statuses.join(', ') || 'nothing'}`;
    const isServed = reply.statuses.some((status) => status < 400) && !reply.text.includes('"type":"error"');
    return reply.text.includes(mark) || isServed ? isOpen(saw) : held(saw);
  });
  return outcomeOf(tries, 'verbs');
}

/** A login's cookies go over https alone, are read by no script, and go along with no foreign page. */
async function cookies(target: Parameters<Attack['run']>[0]): Promise<Outcome> {
  const { cookies: given } = await aPerson(insideOf(target), target.stranger, 'username');
  const tries = given.map((cookie) => {
    const [name = '', ...flags] = cookie.split(/;\s*/);
    const low = flags.map((flag) => flag.toLowerCase());
    const isProtected = ['secure', 'httponly'].every((flag) => low.includes(flag)) && low.includes('samesite=strict');
    return (isProtected ? held : isOpen)(`${name.split('=', 1)[0]}: ${flags.join(', ')}`);
  });
  return outcomeOf(tries, 'cookies to be read or sent elsewhere');
}

const ATTACKS: Attack[] = [
  {
    name: 'figures, documents, mailbox, board, files',
    source: `${M15}: /metrics, /api/docs, /readyz answer 200; review §2 path traversal`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => hidden(stranger),
  },
  {
    name: 'the mailbox as a neighbour',
    source: `${L20}: "Host: evil.example … lists all codes"`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => mailboxAsNeighbour(stranger),
  },
  {
    name: 'how the parts of the product are',
    source: `${M15}: /readyz`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => readiness(stranger),
  },
  {
    name: 'replies without the headers that every reply has',
    source: L21,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => headers(stranger),
  },
  {
    name: 'verbs that echo a request',
    source: 'review §3, 45',
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => echo(stranger),
  },
  {
    name: 'the cookies of a login',
    source: `${M15}: "the session cookie lacks Secure"`,
    isShort: true,
    run: cookies,
  },
];

export const PUBLIC_PORT: Family = { name: 'public-port', limitMs: 120_000, attacks: ATTACKS };
