import { Agent, request } from 'node:http';
import { WIRE_LANGUAGE } from '../../contract/languages/index.js';
import { type Answer, judge, type StrangeRequest } from './http.judge.js';

export interface FuzzOutcome {
  /** Requests whose answer broke a rule, at most ten, in a form that can be sent again. */
  wrong: string[];
  /** How often each kind of answer was seen: status and kind of body. */
  seen: Record<string, number>;
  /** How many answers broke a rule. */
  wrongCount: number;
  /** The longest that an answer took. */
  slowestMs: number;
}

/**
 * A call with the fields that it reads. A path that begins with `/` stands as it is, any other below `/api/`; a part
 * `:name` is filled in as the field `name` is.
 */
export type FuzzRoute = [verb: string, path: string, fields: string[]];

export interface FuzzPlan {
  count: number;
  seed: number;
  /** The calls and the values that are right for their fields; without them the public calls of the markets. */
  routes?: readonly FuzzRoute[];
  good?: Record<string, string[]>;
  /** Sent in `Authorization` unless something strange is sent there. */
  token?: string;
  /** In its place: which token goes with a call, if any. */
  tokenFor?: (path: string, random: (below: number) => number) => string | undefined;
  /** Header fields by which a key has signed the request as it is, in the place of a token; null: none has. */
  sign?: (request: StrangeRequest, random: (below: number) => number) => Record<string, string> | null;
  /** Fields that no call knows, now and then sent with all the others. */
  extras?: Record<string, string[]>;
  /** Names a language with every request, and holds the words of a refusal against that language's. */
  inLanguages?: boolean;
  /** An answer that takes longer is wrong. */
  limitMs?: number;
}

const ROUTES: FuzzRoute[] = [
  ['GET', 'currency/quotation_new', ['_timespan']],
  ['GET', 'currency/quotation_recomm', ['_timespan']],
  ['GET', 'currency/deal', ['currency_id', 'legal_id']],
  ['GET', 'currency/new_tradehistory', ['currency_id', 'legal_id']],
  ['GET', 'currency/new_timeshar', ['symbol', 'period', 'from', 'to', 'limit']],
  ['POST', 'kline/history', ['instId', 'bar', 't', 'limit']],
  ['GET', 'usstock/quotation', []],
  ['GET', 'usstock/kline', ['symbol', 'period', 'from', 'to', 'limit']],
  ['POST', 'usstock/getNewPrice', ['symbol']],
  ['POST', 'set/lang', ['lang']],
  ['POST', 'get/lang', ['lang']],
  ['POST', 'area_code', ['lang']],
];

const GOOD: Record<string, string[]> = {
  symbol: ['BTC/USDT', 'ETH/USDT', 'AAPL', 'GOLD/USDT'],
  instId: ['BTC-USDT', 'ETH-USDT', 'NONE-USDT'],
  bar: ['1m', '1H', '1D', '1M'],
  t: ['0', '1763600000000', ''],
  period: ['1min', '1day', '1W', '1mon', '60min'],
  from: ['0', '1763600000', ''],
  to: ['9999999999', '1763700000', ''],
  limit: ['10', '2000'],
  currency_id: ['1', '2', '201'],
  legal_id: ['3'],
  lang: ['zh', 'en', 'kr', 'sp'],
  _timespan: ['1763600000000'],
};

/** From the catalogue of bad input: amounts, ids, texts and headers that broke somebody once. */
const BAD = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '-1',
  '0x10',
  '1e309',
  '1_000',
  '01',
  '.5',
  '+1',
  '9223372036854775808',
  '9'.repeat(40),
  '1'.repeat(10_000),
  '１２',
  '٣',
  '½',
  '1,000',
  '\u0000',
  'a\u0000b',
  '\ufeff1',
  '\u202e',
  '\u200d',
  '%',
  '%zz',
  '%c0%af',
  '%ed%a0%80',
  "' OR 1=1--",
  '"; drop table market;--',
  '${7*7}',
  '{{7*7}}',
  '%s%n',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'true',
  '[]',
  '{}',
  '😀'.repeat(100),
  'e\u0301'.repeat(500),
  '\n'.repeat(1000),
];

const FORMS = ['', '[]', '[0]', '[toString]', '[__proto__]', '[length]', '[$ne]', '[a][b][c]'];
const TYPES = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=UTF-8',
  'application/json',
  'application/json;charset=UTF-8',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'nonsense',
  '',
];
const VERBS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE'];

/** Sends strange requests made from a seed, 16 at a time, and holds every answer against the rules for replies. */
export async function fuzzRequests(url: string, plan: FuzzPlan): Promise<FuzzOutcome> {
  const { count, seed } = plan;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const outcome: FuzzOutcome = { wrong: [], seen: {}, wrongCount: 0, slowestMs: 0 };
  const random = randomNumbers(seed);
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const strange = signed(makeRequest(random, plan), random, plan);
      const began = performance.now();
      const answer = await send(agent, url, strange);
      const took = performance.now() - began;
      outcome.slowestMs = Math.max(outcome.slowestMs, took);
      const isLate = took > (plan.limitMs ?? Number.POSITIVE_INFINITY);
      const kind = isLate ? 'wrong: late' : judge(strange, answer, plan.inLanguages ?? false);
      outcome.seen[kind] = (outcome.seen[kind] ?? 0) + 1;
      if (!kind.startsWith('wrong')) continue;
      outcome.wrongCount += 1;
      if (outcome.wrong.length < 10) outcome.wrong.push(describeRequest(strange, answer));
    }
  };
  try {
    await Promise.all(Array.from({ length: 16 }, worker));
  } finally {
    agent.destroy();
  }
  return outcome;
}

type Random = (below: number) => number;

/** A linear congruential generator (Numerical Recipes): the same seed gives the same requests. */
function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function makeRequest(random: Random, plan: FuzzPlan): StrangeRequest {
  const { routes = ROUTES, good = GOOD, extras = {} } = plan;
  const pick = <Item>(list: readonly Item[]): Item => list[random(list.length)] as Item;
  const [usual, pattern, names] = pick(routes);
  const verb = random(10) === 0 ? pick(VERBS) : usual;
  const path = pattern.replace(/:([a-zA-Z]+)/g, (_part, name: string) =>
    encodeURIComponent(random(3) === 0 ? pick(BAD) : pick(good[`${pattern} ${name}`] ?? good[name] ?? BAD)).slice(
      0,
      2000,
    ),
  );
  const fields = makeFields(random, names, good);
  if (random(3) === 0) fields.push(...makeFields(random, Object.keys(extras), extras));
  const token = plan.tokenFor ? plan.tokenFor(pattern, random) : plan.token;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  if (plan.inLanguages) headers.lang = pick(Object.values(WIRE_LANGUAGE));
  for (const name of [
    'language-mark',
    'lang',
    'authorization',
    'accept-language',
    'if-none-match',
    'accept-encoding',
  ]) {
    // A header cannot carry every character at all; what cannot be sent is no input.
    if (random(6) === 0)
      headers[name] = pick(BAD)
        .replace(/[^\x20-\x7e]/g, '')
        .slice(0, 2000);
  }
  const address =
    random(25) === 0
      ? pick([
          'nothing',
          `${path}/`,
          path.startsWith('/') ? `/${path}` : `/api//${path}`,
          path.toUpperCase(),
          `${path}%2f`,
        ])
      : path;
  if (verb !== 'POST' && verb !== 'PUT' && verb !== 'PATCH') {
    return {
      verb,
      path: `${address}?${fields.map(([name, value]) => `${name}=${value}`).join('&')}`,
      headers,
      body: null,
    };
  }
  // The desk speaks JSON, everybody else mostly forms.
  const usualTypes = path.startsWith('/ops') ? TYPES.slice(2, 4) : TYPES.slice(0, 4);
  const type = random(4) === 0 ? pick(TYPES) : pick(usualTypes);
  if (type) headers['content-type'] = type;
  return { verb, path: address, headers, body: makeBody(random, type, fields) };
}

/** Now and then one of the fields by which it is signed is none. */
function signed(request: StrangeRequest, random: Random, { sign }: FuzzPlan): StrangeRequest {
  const own = sign?.(request, random);
  if (!own) return request;
  const { authorization: _none, ...headers } = request.headers;
  const names = Object.keys(own);
  const name = names[random(names.length)] ?? '';
  const spoilt =
    random(6) === 0 ? { [name]: (BAD[random(BAD.length)] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 2000) } : {};
  return { ...request, headers: { ...headers, ...own, ...spoilt } };
}

/** Where a request goes to. */
export const targetOf = ({ path }: Pick<StrangeRequest, 'path'>): string =>
  path.startsWith('/') ? path : `/api/${path}`;

function makeFields(random: Random, names: string[], good: Record<string, string[]>): [string, string][] {
  const pick = <Item>(list: readonly Item[]): Item => list[random(list.length)] as Item;
  const fields: [string, string][] = [];
  for (const name of names) {
    if (random(12) === 0) continue;
    const value = random(3) === 0 ? pick(BAD) : pick(good[name] ?? BAD);
    const form = random(10) === 0 ? pick(FORMS) : '';
    fields.push([`${name}${form}`, random(20) === 0 ? rawText(value) : encodeURIComponent(value)]);
    if (random(20) === 0) fields.push([name, encodeURIComponent(pick(BAD))]);
  }
  if (random(150) === 0) for (let index = 0; index < 1001; index++) fields.push([`x${index}`, '1']);
  return fields;
}

/** What may stand in an address without being encoded, so that broken percent codes arrive as they are. */
function rawText(value: string): string {
  return value.replace(/[^\x21-\x7e]|[#?&]/g, '').slice(0, 500);
}

function makeBody(random: Random, type: string, fields: [string, string][]): Buffer {
  const form = fields.map(([name, value]) => `${name}=${value}`).join('&');
  if (random(120) === 0) return Buffer.from(`${form}&pad=${'x'.repeat(300 * 1024)}`);
  if (random(60) === 0) return Buffer.from(Array.from({ length: 64 }, () => random(256)));
  if (!type.includes('json')) return Buffer.from(form);
  const texts = ['null', '[]', '5', '"x"', '{', '{"a":1}}', '{"__proto__":{"x":1}}', '['.repeat(5000), ''];
  if (random(5) === 0) return Buffer.from(texts[random(texts.length)] ?? '');
  const strange: unknown[] = [null, 5, true, [], ['en'], {}, { toString: 1 }, '\u0000', 1e308];
  const values = fields.map(([name, value]) => [
    name,
    random(5) === 0 ? strange[random(strange.length)] : plain(value),
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(values)));
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function send(agent: Agent, url: string, { verb, path, headers, body }: StrangeRequest): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((settle) => {
    const length = body ? { 'content-length': String(body.length) } : {};
    const options = {
      agent,
      hostname,
      port,
      method: verb,
      path: targetOf({ path }),
      headers: { ...headers, ...length },
    };
    const sent = request(options, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => settle({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    // A refused upload may lose its connection after the answer; an answer that never came is judged as one.
    sent.on('error', (error) => settle({ status: 0, body: String(error) }));
    sent.end(body ?? undefined);
  });
}

function describeRequest({ verb, path, headers, body }: StrangeRequest, answer: Answer): string {
  const sent = `${verb} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString().slice(0, 300)}`;
  return `${sent} -> ${answer.status} ${answer.body.slice(0, 200)}`;
}
