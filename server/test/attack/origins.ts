import { io } from 'socket.io-client';
import { REALTIME_PROTOCOL, type SubscribeReply } from '../../contract/channels.js';
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
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { aPerson, fund, type Person, USDT } from './people.js';
import { anAddress, type Stranger } from './stranger.js';

/** Pages of other sites and of siblings of the site, with the cookies that a browser sends along. */

const H6 = 'review H6';
const EVIL = 'https://evil.example';

/** Engine.IO's JSONP: a script that any page may read. */
const SCRIPTS = [
  'EIO=3&transport=polling&j=0',
  'EIO=4&transport=polling&j=0',
  'EIO=3&transport=polling&j=',
  'EIO=3&transport=polling&%6a=0',
  'EIO=3&transport=polling&j%00=0',
  'j=1&EIO=3&transport=polling',
  'EIO=3&transport=polling&x=1&j=2&b64=1',
  'EIO=3&transport=polling&j=0&j=1',
  'EIO=3&transport=polling;j=0',
  'EIO=3&transport=polling&callback=read',
  'EIO=3&transport=polling&jsonp=read&cb=read',
];

async function scripts(stranger: Stranger): Promise<Outcome> {
  const tries = await oneByOne(SCRIPTS, async (query) => {
    const reply = await stranger.ask(`/socket.io/?${query}`, { from: anAddress() });
    const type = reply.headers['content-type'] ?? '';
    const isScript = /___eio|^\s*\w+\s*\(/.test(reply.text) || type.includes('javascript');
    const saw = `${query}: ${reply.status} ${type} ${brief(reply.text, 60)}`;
    return isScript || (/[?&;]?(j|%6a)=/.test(query) && reply.status < 400 && !query.includes(';'))
      ? isOpen(saw)
      : held(saw);
  });
  return outcomeOf(tries, 'scripts');
}

/** Origins that are not the site's, some of which look like it. */
const foreign = (host: string): string[] => [
  EVIL,
  'null',
  `http://${host}.evil.example`,
  `http://evil.example/${host}`,
  `http://evil.example#${host}`,
  `http://${host}@evil.example`,
  `http://x.${host}`,
  `file://${host}`,
  'http://localhost:1',
  `${EVIL}, http://${host}`,
  '',
];

async function foreignOrigins(stranger: Stranger): Promise<Outcome> {
  const host = `${stranger.host}:${stranger.port}`;
  const tries = await oneByOne(foreign(host), async (origin) => {
    const poll = await stranger.ask('/socket.io/?EIO=4&transport=polling', { headers: { origin }, from: anAddress() });
    const upgrade = await stranger.raw({
      pieces: [
        [
          'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
          `Host: ${host}`,
          `Origin: ${origin}`,
          `X-Forwarded-For: ${anAddress()}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          '',
          '',
        ].join('\r\n'),
      ],
      limitMs: 3000,
    });
    const saw = `Origin ${origin || '(empty)'}: ${poll.status}, ${upgrade.statuses.join(', ')}`;
    const isRefused = poll.status >= 400 && upgrade.statuses[0] !== 101 && !poll.text.includes('"sid"');
    return isRefused ? held(saw) : isOpen(saw);
  });
  return outcomeOf(tries, 'origins');
}

async function crossOriginReads(stranger: Stranger): Promise<Outcome> {
  const paths = ['currency/quotation_new', 'user/center', 'user/login', 'upload'];
  const tries = await oneByOne(paths, async (path) => {
    const headers = {
      origin: EVIL,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const replies = [
      await stranger.call(path, { headers, from: anAddress() }),
      await stranger.call(path, { headers, method: 'OPTIONS', from: anAddress() }),
    ];
    const allowed = replies.flatMap(({ headers: given }) =>
      Object.keys(given).filter((name) => name.startsWith('access-control-')),
    );
    return (allowed.length === 0 ? held : isOpen)(`${path}: ${allowed.join(', ') || 'nothing allowed'}`);
  });
  return outcomeOf(tries, 'calls');
}

const FROM_ELSEWHERE: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin, same-site' },
];

/** By both names that the cookie of a login has had. */
const cookieOf = (token: string): string => `__Host-session=${token}; session=${token}`;

/** No call but uploads takes a cookie for a proof, from whatever page. */
async function cookieAtCalls(stranger: Stranger, { token, from }: Person): Promise<Outcome> {
  const cookies = [`session=${token}`, `token=${token}`, `Authorization=${token}`, `__Host-session=${token}`];
  const pages = [...FROM_ELSEWHERE, { 'sec-fetch-site': 'same-origin' }, { origin: EVIL }];
  const tries = await oneByOne(
    cookies.flatMap((cookie) => pages.map((page) => ({ cookie, ...page }))),
    async (headers) => {
      const reply = await stranger.call('wallet/list', { headers, method: 'POST', form: {}, from });
      const saw = `${JSON.stringify(headers).slice(0, 60)}: ${reply.status} ${reply.type}`;
      return reply.type === '999' ? held(saw) : isOpen(saw);
    },
  );
  return outcomeOf(tries, 'cookies');
}

/** The one call that takes the cookie takes it from the site's own page alone, and for nothing but handing in a photo. */
async function cookieAtUploads(stranger: Stranger, { token, from }: Person): Promise<Outcome> {
  const host = `${stranger.host}:${stranger.port}`;
  const body = formBytes([{ name: 'file', body: await aPhoto({ width: 32, height: 24 }) }]);
  const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const send = (page: Record<string, string>) =>
    stranger.call('upload', {
      method: 'POST',
      body,
      from,
      headers: { ...type, cookie: cookieOf(token), ...page },
    });
  // Otherwise it would be nothing that the cookie is refused.
  const own = await send({ origin: `https://${host}`, 'sec-fetch-site': 'same-origin' });
  if (own.type !== 'ok') return isOpen(`the site's own page: ${own.status} ${brief(own.text)}`);
  const pages = [
    ...FROM_ELSEWHERE,
    ...foreign(host).map((origin) => ({ origin })),
    ...foreign(host).map((origin) => ({ origin, 'sec-fetch-site': 'same-origin' })),
    ...FROM_ELSEWHERE.slice(1).map((site) => ({ origin: `https://${host}`, ...site })),
    { origin: `https://${host}`, 'sec-fetch-site': 'same-origin', authorization: 'null' },
  ];
  const tries = await oneByOne(pages, async (page) => {
    const reply = await send(page as Record<string, string>);
    const saw = `${JSON.stringify(page)}: ${reply.status} ${reply.type}`;
    return reply.type === '999' ? held(saw) : isOpen(saw);
  });
  const headers = { cookie: cookieOf(token), 'sec-fetch-site': 'same-origin' };
  const download = await stranger.call(`upload/${String(own.message)}`, { headers, from });
  const views = await stranger.call('upload/views', { headers, from });
  const shown = [download, views].map(({ type: reply }) => (reply === '999' ? held : isOpen)(`what is kept: ${reply}`));
  return outcomeOf([...tries, ...shown], 'uploads');
}

/** Whether a socket with these headers and this proof may hear what happens to the user. */
async function mayListen(
  stranger: Stranger,
  extraHeaders: Record<string, string>,
  auth: Record<string, unknown>,
): Promise<string> {
  stranger.count();
  const socket = io(stranger.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { protocol: REALTIME_PROTOCOL, ...auth },
    extraHeaders: { 'x-forwarded-for': anAddress(), ...extraHeaders },
  });
  try {
    const refusal = await new Promise<Error | null>((settle) => {
      socket.once('connect', () => settle(null));
      socket.once('connect_error', settle);
    });
    if (refusal) return `not connected: ${refusal.message}`;
    const asked = { ch: 'account.events', key: {} };
    const reply = (await socket.timeout(10_000).emitWithAck('sub', asked)) as SubscribeReply;
    return reply.ok ? 'listens' : 'refused';
  } finally {
    socket.disconnect();
  }
}

async function cookieAtSockets(stranger: Stranger, { token }: Person): Promise<Outcome> {
  const cookie = cookieOf(token);
  // Otherwise it would be nothing that the cookie is refused.
  const own = await mayListen(stranger, { cookie, origin: new URL(stranger.url).origin }, {});
  if (own !== 'listens') return isOpen(`the cookie from the site's own page: ${own}`);
  const tries = await oneByOne([...FROM_ELSEWHERE, { origin: EVIL }, { origin: 'null' }], async (headers) => {
    const saw = await mayListen(stranger, { cookie, ...headers }, {});
    return (saw === 'listens' ? isOpen : held)(`${JSON.stringify(headers)}: ${saw}`);
  });
  return outcomeOf(tries, 'sockets');
}

/** What the old clients' polls hand out while the owner moves money. */
async function cookieAtOldPolls(stranger: Stranger, owner: Person): Promise<Outcome> {
  const tries = await oneByOne(FROM_ELSEWHERE, async (headers) => {
    const asked = { headers: { cookie: cookieOf(owner.token), ...headers }, from: anAddress() };
    const opened = await stranger.ask('/socket.io/?EIO=3&transport=polling', asked);
    const sid = /"sid":"([^"]+)"/.exec(opened.text)?.[1];
    if (!sid) return held(`${JSON.stringify(headers)}: ${opened.status}`);
    const form = { number: '1', currency_id: USDT, from_field: 'change', to_field: 'micro' };
    const moved = await stranger.call('wallet/change', { form, token: owner.token, from: owner.from });
    let text = '';
    // As long as old clients wait for a round of events, and some more.
    for (const end = Date.now() + 2500; Date.now() < end; ) {
      const polled = await stranger.ask(`/socket.io/?EIO=3&transport=polling&sid=${sid}`, asked);
      text += polled.text;
      if (polled.status !== 200) break;
    }
    const isPrivate = text.includes(`"to":${owner.id}`) || /lever_trade|microorder|account\.events/.test(text);
    const saw = `${JSON.stringify(headers)}: ${brief(text, 80)} (${moved.type || moved.code})`;
    return isPrivate ? isOpen(saw) : held(saw);
  });
  return outcomeOf(tries, 'polls');
}

/** What another page starts at the desk with an operator's cookie. */
async function cookieAtDesk(target: Parameters<Attack['run']>[0]): Promise<Outcome> {
  const inside = insideOf(target);
  const port = await inside.deskPort();
  const token = await inside.anOperator('administrator', 'treasurer', 'settings');
  const cookie = `__Host-desk=${token}`;
  const ask = (headers: Record<string, string>, method: 'GET' | 'POST') => {
    const [path, body] = method === 'GET' ? ['/ops/api/me', {}] : ['/ops/api/logout', { json: {} }];
    return target.stranger.ask(path, { method, ...body, headers: { cookie, ...headers }, port });
  };
  const own = await ask({ 'sec-fetch-site': 'same-origin' }, 'GET');
  if (own.type !== 'ok') return isOpen(`the desk's own page: ${own.status} ${brief(own.text)}`);
  const pages = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: EVIL },
    { origin: 'null' },
    { origin: EVIL, 'sec-fetch-site': 'same-origin' },
  ];
  const tries = await oneByOne(
    pages.flatMap((page) => (['GET', 'POST'] as const).map((method) => ({ page, method }))),
    async ({ page, method }) => {
      const reply = await ask(page as Record<string, string>, method);
      const saw = `${method} ${JSON.stringify(page)}: ${reply.status} ${reply.type}`;
      return reply.type === '999' ? held(saw) : isOpen(saw);
    },
  );
  return outcomeOf(tries, 'pages');
}

/** Somebody with some money, who is logged in. */
async function anOwner(target: Parameters<Attack['run']>[0]): Promise<Person> {
  const inside = insideOf(target);
  const owner = await aPerson(inside, target.stranger, 'username');
  await fund(inside, owner, { kind: 'spot', amount: '100' });
  return owner;
}

const ATTACKS: Attack[] = [
  {
    name: 'JSONP of the sockets',
    source: `${H6}: "refuse j="`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => scripts(stranger),
  },
  {
    name: 'polls and upgrades of foreign pages',
    source: `${H6}; review §3, 49`,
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => foreignOrigins(stranger),
  },
  {
    name: 'reads of calls by foreign pages',
    source: 'review §3, 44',
    isShort: true,
    isOutside: true,
    run: ({ stranger }) => crossOriginReads(stranger),
  },
  {
    name: 'a cookie alone at calls',
    source: 'review §2, "token in query, cookie"; §3, 44',
    isShort: true,
    run: async (target) => cookieAtCalls(target.stranger, await anOwner(target)),
  },
  {
    name: 'a cookie alone at uploads',
    source: 'issue 12 §1, "good for POST /api/upload too"; review §3, 44',
    isShort: true,
    run: async (target) => cookieAtUploads(target.stranger, await anOwner(target)),
  },
  {
    name: 'a cookie alone at sockets',
    source: `${H6}: "with a cookie as proof demand an own Origin"`,
    isShort: true,
    run: async (target) => cookieAtSockets(target.stranger, await anOwner(target)),
  },
  {
    name: 'a cookie alone at polls of old clients',
    source: `${H6}: "lever_trade, "to":100002"`,
    run: async (target) => cookieAtOldPolls(target.stranger, await anOwner(target)),
  },
  {
    name: "an operator's cookie from another page",
    source: 'review §2, "CSRF on the desk"',
    isShort: true,
    run: cookieAtDesk,
  },
];

export const ORIGINS: Family = { name: 'origins', limitMs: 180_000, attacks: ATTACKS };
