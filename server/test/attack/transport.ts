import { type Attack, brief, type Family, held, isOpen, oneByOne, type Outcome, outcomeOf } from './attack.js';
import { anAddress, type RawAnswer, type Stranger } from './stranger.js';

/** Bytes that a proxy and the product may read in two ways, or that never end. */

const REVIEW_47 = 'review §3, 47; G-table "CL+TE, bad chunk, 20 kB header"';
const L25 = 'review L25';

/** What is smuggled: were it read as a request of its own, it would be answered. */
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

const post = (...headers: string[]): string =>
  ['POST /api/set/lang HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
const bodyThen = (rest: string, ...headers: string[]): string => `${post(...headers)}${rest}`;
const chunked = `0\r\n\r\n${HIDDEN}`;
const length = `Content-Length: ${chunked.length}`;

/** Whose length is said twice, or in a way that not everybody reads alike. */
const FRAMINGS: Record<string, string> = {
  'a length and chunks': bodyThen(chunked, length, 'Transfer-Encoding: chunked'),
  'chunks and a length': bodyThen(chunked, 'Transfer-Encoding: chunked', length),
  'chunks in capitals and a length': bodyThen(chunked, 'TRANSFER-ENCODING: CHUNKED', length),
  'chunks behind a tab and a length': bodyThen(chunked, 'Transfer-Encoding:\tchunked', length),
  'chunks on a folded line and a length': bodyThen(chunked, 'Transfer-Encoding:\r\n chunked', length),
  'a blank before the colon': bodyThen(chunked, 'Transfer-Encoding : chunked', length),
  'chunks twice': bodyThen(chunked, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', length),
  'an unknown coding': bodyThen(chunked, 'Transfer-Encoding: xchunked', length),
  'an unknown coding without a length': bodyThen(chunked, 'Transfer-Encoding: xchunked'),
  'chunks that are not last': bodyThen(chunked, 'Transfer-Encoding: chunked, gzip'),
  'two lengths': bodyThen(HIDDEN, 'Content-Length: 0', `Content-Length: ${HIDDEN.length}`),
  'two lengths in one line': bodyThen(HIDDEN, `Content-Length: 0, ${HIDDEN.length}`),
  'a length with a sign': bodyThen(HIDDEN, 'Content-Length: +0'),
  'a length below zero': bodyThen(HIDDEN, 'Content-Length: -1'),
  'a length in base 16': bodyThen(HIDDEN, 'Content-Length: 0x0'),
  'a length that is none': bodyThen(HIDDEN, 'Content-Length: zero'),
  'a length of 30 digits': bodyThen(HIDDEN, `Content-Length: ${'9'.repeat(30)}`),
  'a chunk of no size': bodyThen(`zz\r\n${chunked}`, 'Transfer-Encoding: chunked'),
  'a chunk with 0x': bodyThen(`0x0\r\n\r\n${HIDDEN}`, 'Transfer-Encoding: chunked'),
  'a chunk longer than numbers are': bodyThen(`${'f'.repeat(17)}\r\n${chunked}`, 'Transfer-Encoding: chunked'),
  'a chunk that says less than comes': bodyThen(`1\r\nab\r\n${chunked}`, 'Transfer-Encoding: chunked'),
  'chunks with bare line feeds': bodyThen(`0\n\n${HIDDEN}`, 'Transfer-Encoding: chunked'),
};

const get = (line: string, ...headers: string[]): string => [line, ...headers, '', ''].join('\r\n');
const REQUESTS: Record<string, string> = {
  'two hosts': get('GET /healthz HTTP/1.1', 'Host: x', 'Host: y'),
  'two hosts, one in capitals': get('GET /healthz HTTP/1.1', 'Host: x', 'HOST: y'),
  'no host': get('GET /healthz HTTP/1.1'),
  'HTTP/1.0 without a host': get('GET /healthz HTTP/1.0'),
  'HTTP/0.9': 'GET /healthz\r\n\r\n',
  'HTTP/2.0 in letters': get('GET /healthz HTTP/2.0', 'Host: x'),
  'a line feed as the end of a line': 'GET /healthz HTTP/1.1\nHost: x\n\n',
  'a return in a header': get('GET /healthz HTTP/1.1', 'Host: x', 'X: a\rHost: y'),
  'a zero byte in a header': get('GET /healthz HTTP/1.1', 'Host: x', 'X: a\0b'),
  'a header without a name': get('GET /healthz HTTP/1.1', 'Host: x', ': y'),
  'a blank in the address': get('GET /healthz HTTP/1.1 HTTP/1.1', 'Host: x'),
  'a header of 20 kB': get('GET /healthz HTTP/1.1', 'Host: x', `X: ${'x'.repeat(20_000)}`),
  'an address of 20 kB': get(`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: x'),
  '5,000 headers': get('GET /healthz HTTP/1.1', 'Host: x', ...Array.from({ length: 5000 }, (_, at) => `X${at}: y`)),
};

/** One refusal and an end; or an end without a word. */
function isRefusedOnce({ statuses, isClosed }: RawAnswer): boolean {
  return isClosed && statuses.length <= 1 && statuses.every((status) => status >= 400 && status < 500);
}

function sent(stranger: Stranger, cases: Record<string, string>, what: string): Promise<Outcome> {
  const tries = Object.entries(cases).map(async ([name, text]) => {
    const answer = await stranger.raw({ pieces: [text], limitMs: 15_000 });
    const saw = `${name}: ${answer.statuses.join(', ') || 'nothing'}${answer.isClosed ? '' : ', left open'}`;
    return isRefusedOnce(answer) ? held(saw) : isOpen(saw);
  });
  return Promise.all(tries).then((outcomes) => outcomeOf(outcomes, what));
}

/** Longer than the product gives anybody: 10 s for the headers, 30 s for the whole request. */
const SLOW_LIMIT_MS = 60_000;

async function slowly(stranger: Stranger, first: string, more: string): Promise<Outcome> {
  const asked = { pieces: [first, more], pauseMs: 500, isEndless: true, limitMs: SLOW_LIMIT_MS };
  const { statuses, isClosed } = await stranger.raw(asked);
  const isRefused = isClosed && statuses.every((status) => status >= 400);
  const saw = isClosed ? `cut with ${statuses.join(', ') || 'no word'}` : `still open after ${SLOW_LIMIT_MS} ms`;
  return isRefused ? held(saw) : isOpen(saw);
}

const OVERSIZED: [name: string, headers: Record<string, string>, body: string, code: string][] = [
  [
    '300 kB of JSON',
    { 'content-type': 'application/json' },
    `{"lang":"${'x'.repeat(300 * 1024)}"}`,
    'request.too-large',
  ],
  [
    '300 kB of a form',
    { 'content-type': 'application/x-www-form-urlencoded' },
    `lang=${'x'.repeat(300 * 1024)}`,
    'request.too-large',
  ],
  ['JSON 40,000 deep', { 'content-type': 'application/json' }, '['.repeat(40_000), 'request.malformed'],
  ['gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'x', 'request.unsupported-type'],
  ['UTF-7', { 'content-type': 'application/json; charset=utf-7' }, '{}', 'request.unsupported-type'],
  [
    'XML',
    { 'content-type': 'application/xml' },
    '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
    'request.unsupported-type',
  ],
  ['1,001 fields', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1&'.repeat(1001), 'request.malformed'],
];

async function oversized(stranger: Stranger): Promise<Outcome> {
  const tries = await oneByOne(OVERSIZED, async ([name, headers, body, code]) => {
    const reply = await stranger.call('set/lang', { method: 'POST', headers, body, from: anAddress() });
    const saw = `${name}: ${reply.status} ${brief(reply.text, 60)}`;
    return reply.code === code && reply.type === 'error' ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'bodies');
}

const SLOW_ONES = 150;

/** While many hold connections open and send nothing, others are served. */
async function besideSlowOnes(stranger: Stranger): Promise<Outcome> {
  const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
  const slow = Array.from({ length: SLOW_ONES }, () =>
    stranger.raw({ pieces: [head, 'X: y\r\n'], pauseMs: 1000, isEndless: true, limitMs: 4000 }),
  );
  const replies = await Promise.all(Array.from({ length: 5 }, () => stranger.ask('/healthz', { from: anAddress() })));
  await Promise.all(slow);
  const served = replies.filter(({ status }) => status === 200).length;
  return (served === 5 ? held : isOpen)(`${served} of 5 served beside ${SLOW_ONES} slow connections`);
}

const ATTACKS: Attack[] = [
  {
    name: 'two readings of one body',
    source: REVIEW_47,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => sent(stranger, FRAMINGS, 'framings'),
  },
  {
    name: 'requests that are none, or for two hosts',
    source: `${REVIEW_47}; ${L25}`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => sent(stranger, REQUESTS, 'requests'),
  },
  {
    name: 'bodies too large, too deep, or in another form',
    source: 'review §2, "256 kB+, 40,000 deep JSON, gzip, other charset"',
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => oversized(stranger),
  },
  {
    name: 'headers that come slowly',
    source: `${L25}: "Slow headers are cut after 38 s (goal 10)"`,
    isOutside: true,
    run: ({ stranger }) => slowly(stranger, 'GET /healthz HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n'),
  },
  {
    name: 'a body that comes slowly',
    source: 'issue §7, slow bodies',
    isOutside: true,
    run: ({ stranger }) => slowly(stranger, post('Content-Length: 100000'), ' '),
  },
  {
    name: 'many slow ones keep nobody out',
    source: 'issue §7, floods and slow bodies',
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => besideSlowOnes(stranger),
  },
];

export const TRANSPORT: Family = { name: 'transport', limitMs: 240_000, attacks: ATTACKS };
