import { randomBytes } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { type Attack, type Family, held, insideOf, isOpen, type Outcome, type Target } from './attack.js';
import { aPerson, PASSWORD } from './people.js';
import { sleep } from '../faults/calls.js';
import { type Answer, anAddress, type Asked, type Stranger } from './stranger.js';

/** Many calls, of one who wants in and of one who wants nobody else to get in. */

const [M10, M11, H8, L22] = ['review M10', 'review M11', 'review H8', 'review L22'];

const many = <Item>(count: number, make: (index: number) => Promise<Item>): Promise<Item[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
/** Whoever was turned away unheard: beyond a limit, or while all connections were busy. */
const TURNED_AWAY = [429, 503];
const passed = (replies: readonly Answer[]): number =>
  replies.filter(({ status }) => !TURNED_AWAY.includes(status)).length;

/** However slow the machine is: what fills up in a second, for as long as it took. */
async function boundedBy(
  { most, perSecond }: { most: number; perSecond: number },
  send: () => Promise<Answer[]>,
): Promise<Outcome> {
  const began = performance.now();
  const replies = await send();
  const seconds = (performance.now() - began) / 1000;
  const allowed = most + Math.ceil(perSecond * (seconds + 1));
  const saw = `${passed(replies)} of ${replies.length} passed in ${seconds.toFixed(1)} s, ${allowed} may`;
  return (passed(replies) <= allowed ? held : isOpen)(saw);
}

const logIn = (stranger: Stranger, asked: Asked = {}, user_string = `nobody${randomBytes(4).toString('hex')}`) =>
  stranger.call('user/login', { form: { user_string, password: 'wrong' }, ...asked });

/** 5 in 5 minutes a caller, 4 times as many an address. */
const LOGINS_OF_ADDRESS = { most: 20, perSecond: 20 / 300 };

async function loginsOfOne({ stranger, installation }: Target): Promise<Outcome> {
  const from = anAddress();
  const outcome = await boundedBy(LOGINS_OF_ADDRESS, () => many(120, () => logIn(stranger, { from })));
  const elsewhere = () => logIn(stranger, { from: anAddress() });
  let other = await elsewhere();
  // What is left of the flood keeps a slow machine busy for a while.
  for (let tries = 0; other.status === 503 && tries < 20; tries += 1) {
    await sleep(500);
    other = await elsewhere();
  }
  // Whether a product that somebody else runs has a proxy before it is not known.
  if (installation && other.status !== 200) return isOpen(`somebody else: ${other.status}; ${outcome.saw}`);
  return outcome;
}

/** What a client writes before the proxy's own line gains no bucket. */
async function inventedAddresses({ stranger }: Target): Promise<Outcome> {
  const own = anAddress();
  return boundedBy(LOGINS_OF_ADDRESS, () =>
    many(120, (index) => {
      const from = `${anAddress()}, ${own}`;
      const headers = { 'x-real-ip': anAddress(), 'true-client-ip': anAddress(), forwarded: `for=${anAddress()}` };
      return logIn(stranger, { from: index % 2 === 0 ? from : from.replace(',', ' ,'), headers });
    }),
  );
}

/** 60 a second a token, 4 times as many an address: before any session is looked up. */
async function madeUpSessions({ stranger }: Target): Promise<Outcome> {
  const from = anAddress();
  return boundedBy({ most: 240, perSecond: 240 }, () =>
    many(1200, () => stranger.call('user/center', { token: randomBytes(32).toString('base64url'), from })),
  );
}

async function sameBeginning({ stranger }: Target): Promise<Outcome> {
  const beginning = randomBytes(6).toString('base64url');
  return boundedBy({ most: 60, perSecond: 60 }, () =>
    many(600, () => {
      const token = beginning + randomBytes(32).toString('base64url').slice(8);
      return stranger.call('user/center', { token, from: anAddress() });
    }),
  );
}

async function strangersAndTheOwner(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const { stranger } = target;
  const owner = await aPerson(inside, stranger, 'mail');
  await inside.forgetCounts();
  const guesses = await many(30, () => logIn(stranger, { from: anAddress() }, owner.name));
  const looked = guesses.filter(({ code }) => code === 'account.login-wrong').length;
  const form = { user_string: owner.name, password: PASSWORD };
  const strangers = await stranger.call('user/login', { form, from: anAddress() });
  const known = await stranger.call('user/login', { form, from: owner.from });
  const device = owner.cookies.map((cookie) => /^device=[^;]+/.exec(cookie)?.[0] ?? '').find(Boolean) ?? '';
  const moved = await stranger.call('user/login', { form, from: anAddress(), headers: { cookie: device } });
  const saw = `${looked} looked at, a stranger with the password ${strangers.code || strangers.type}, the owner ${known.code || known.type}, elsewhere ${moved.code || moved.type}`;
  const holds = looked <= 5 && strangers.code === 'account.locked' && known.type === 'ok' && moved.type === 'ok';
  return (holds ? held : isOpen)(saw);
}

async function registrations({ stranger, installation }: Target): Promise<Outcome> {
  const from = anAddress();
  const register = async () => {
    await installation?.forgetRates();
    const user_string = `flood${randomBytes(5).toString('hex')}`;
    const form = { type: 'username', user_string, password: PASSWORD, re_password: PASSWORD };
    return stranger.call('user/register', { form, from });
  };
  const replies: Answer[] = [];
  for (let count = 0; count < 16; count += 1) replies.push(await register());
  const made = replies.filter(({ type }) => type === 'ok').length;
  return (made <= 10 ? held : isOpen)(`${made} of ${replies.length} accounts from one address`);
}

async function codesOfOne(target: Target): Promise<Outcome> {
  const inside = insideOf(target);
  const from = anAddress();
  const tag = randomBytes(4).toString('hex');
  const send = async (user_string: string) => {
    await inside.forgetRates();
    return target.stranger.call('sms_mail', { form: { user_string, type: 'register' }, from });
  };
  const replies: Answer[] = [];
  for (let count = 0; count < 5; count += 1) replies.push(await send(`one-${tag}@example.com`));
  for (let count = 0; count < 15; count += 1) replies.push(await send(`many-${tag}-${count}@example.com`));
  const sent = replies.filter(({ type }) => type === 'ok').length;
  const toOne = replies.slice(0, 5).filter(({ type }) => type === 'ok').length;
  const saw = `${toOne} of 5 codes to one contact within a minute, ${sent} of 20 from one address`;
  return (toOne <= 1 && sent <= 10 ? held : isOpen)(saw);
}

/** Operators come by their own port, before which no proxy writes: whatever they write there is nobody's address. */
async function inventedAtDesk(target: Target): Promise<Outcome> {
  const port = await insideOf(target).deskPort();
  const login = `op-${randomBytes(4).toString('hex')}`;
  const replies = await many(60, (index) => {
    const json = { login: `${login}-${index}`, password: 'x', totp: '000000' };
    return target.stranger.ask('/ops/api/login', { json, port, from: anAddress() });
  });
  const { rows } = await insideOf(target).sql.query<{ address: string }>(
    `select distinct address from audit_entry where action = 'operator.refuse'`,
  );
  const addresses = rows.map(({ address }) => address);
  const isOwn = addresses.every((address) => address === '127.0.0.1');
  const saw = `${passed(replies)} of 60 passed; written down: ${addresses.slice(0, 3).join(', ')}`;
  return (passed(replies) <= 25 && isOwn ? held : isOpen)(saw);
}

function connected(stranger: Stranger, from: string, token?: string): Promise<{ socket: Socket; isIn: boolean }> {
  stranger.count();
  const socket = io(stranger.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { protocol: REALTIME_PROTOCOL, ...(token === undefined ? {} : { token }) },
    extraHeaders: { 'x-forwarded-for': from },
  });
  return new Promise((settle) => {
    socket.once('connect', () => settle({ socket, isIn: true }));
    socket.once('connect_error', () => settle({ socket, isIn: false }));
  });
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function socketsOfOne({ stranger, installation }: Target): Promise<Outcome> {
  const from = anAddress();
  const opened: Socket[] = [];
  try {
    let refused = 0;
    // A few at a time: so many in a second are refused for another reason.
    for (let count = 0; count < 12; count += 1) {
      const some = await many(10, () => connected(stranger, from));
      opened.push(...some.map(({ socket }) => socket));
      refused += some.filter(({ isIn }) => !isIn).length;
    }
    const other = await connected(stranger, anAddress());
    opened.push(other.socket);
    const isIn = opened.length - 1 - refused;
    const saw = `${isIn} of 120 from one address, somebody else ${other.isIn ? 'gets in' : 'does not'}`;
    return (isIn <= 100 && (other.isIn || !installation) ? held : isOpen)(saw);
  } finally {
    for (const socket of opened) socket.disconnect();
  }
}

async function socketsOfUser(target: Target): Promise<Outcome> {
  const { token } = await aPerson(insideOf(target), target.stranger, 'username');
  const opened = await Promise.all(Array.from({ length: 15 }, () => connected(target.stranger, anAddress(), token)));
  // Those that have to go are told so first.
  let left = 15;
  for (let round = 0; round < 100 && left > 10; round += 1) {
    await pause(100);
    left = opened.filter(({ socket }) => socket.connected).length;
  }
  for (const { socket } of opened) socket.disconnect();
  return (left <= 10 ? held : isOpen)(`${left} of 15 sockets of one user stay`);
}

async function messages({ stranger }: Target): Promise<Outcome> {
  const { socket } = await connected(stranger, anAddress());
  const gone = new Promise<boolean>((settle) => {
    socket.once('disconnect', () => settle(true));
    setTimeout(() => settle(false), 10_000);
  });
  for (let count = 0; count < 400; count += 1)
    socket.emit('sub', { ch: 'markets.ticker', key: { symbols: [`${count}`] } });
  const isCut = await gone;
  socket.disconnect();
  const { status } = await stranger.ask('/healthz', { from: anAddress() });
  return (isCut && status === 200 ? held : isOpen)(`400 messages: ${isCut ? 'cut' : 'all taken'}, then ${status}`);
}

const ATTACKS: Attack[] = [
  { name: 'logins of one address', source: M10, isShort: true, isOutside: true, run: loginsOfOne },
  {
    name: 'logins of one address that writes others before its own',
    source: 'review §2, "X-Forwarded-For at the public port"',
    isShort: true,
    run: inventedAddresses,
  },
  {
    name: 'made-up sessions of one address',
    source: `${M10}: "3,000 random tokens at user/center -> 3,000 x 200"`,
    run: madeUpSessions,
  },
  { name: 'made-up sessions that begin alike, from everywhere', source: M10, run: sameBeginning },
  {
    name: 'wrong logins of strangers, then the owner',
    source: `${H8}: "one every 3 min keeps it so"`,
    isShort: true,
    run: strangersAndTheOwner,
  },
  { name: 'accounts of one address', source: 'review §3, 53', run: registrations },
  { name: 'codes of one contact and one address', source: 'review §3, 5', run: codesOfOne },
  { name: 'addresses that an operator invents', source: M11, isShort: true, run: inventedAtDesk },
  { name: 'sockets of one address', source: `${L22}; review §3, 50`, isOutside: true, run: socketsOfOne },
  { name: 'sockets of one user', source: `${L22}: "15 of one user accepted"`, isShort: true, run: socketsOfUser },
  {
    name: '400 messages in one go',
    source: 'review §2, "400 messages in one go"',
    isShort: true,
    isOutside: true,
    run: messages,
  },
];

export const FLOODS: Family = { name: 'floods', limitMs: 240_000, attacks: ATTACKS };
