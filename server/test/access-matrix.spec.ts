import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { UPLOAD_PURPOSES } from '../contract/account/uploads.dto.js';
import { type ChannelName, CHANNELS, type Frame, REALTIME_PROTOCOL } from '../contract/channels.js';
import { OPERATOR_ROLES } from '../contract/operations/words.js';
import { UseUploads } from '../features/account/uploads/index.js';
import { Transactions } from '../platform/database/transactions.store.js';
import type { Access } from '../platform/http/access.js';
import { type DeclaredRoute, RouteList } from '../platform/http/route-list.js';
import { API_KEY_SCOPES, type ApiKeyScope } from '../contract/rules/api-keys.rules.js';
import { RowBooks } from '../platform/http/keys/row-books.js';
import {
  ACCESS_TABLE,
  type AccessRow,
  BESIDE_TABLE,
  CHANNEL_TABLE,
  KEY_TABLE,
  NEVER_FOR_KEYS,
} from './access-matrix.js';
import { AccessWorld } from './factories/access-world.js';
import { makeKey, type OwnKey, sendSigned, signedHandshake, signedHeaders } from './factories/api-keys.js';
import { inLanes } from './faults/calls.js';
import { operators, people, type Person } from './faults/people.js';
import { type BareClient, connectBare, until } from './gateway.js';

/** Every call and every channel from everybody who may and who may not, as one table says. */

let world: AccessWorld;
let sql: Pool;
let routes: DeclaredRoute[];

beforeAll(async () => {
  world = await AccessWorld.open();
  sql = new Pool({ connectionString: world.futures.app.database.url, max: 4 });
  routes = world.futures.app.application.get(RouteList).all();
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await world?.close();
});

const declared = ({ method, path }: DeclaredRoute): string => `${method} ${path}`;

function whoOf(access: Access): AccessRow['who'] {
  if (access.kind === 'public') return 'everybody';
  return access.kind === 'signed-in' ? 'user' : (access.roles as AccessRow['who']);
}

it('the table has every route, and no route that is gone', () => {
  const calls = routes.map(declared);
  const rows = ACCESS_TABLE.map(({ call }) => call);
  expect({ withoutRow: calls.filter((call) => !rows.includes(call)) }).toEqual({ withoutRow: [] });
  expect({ withoutRoute: rows.filter((call) => !calls.includes(call)) }).toEqual({ withoutRoute: [] });
  expect(new Set(rows).size).toBe(rows.length);
});

it('every route declares what the table says', () => {
  const said = Object.fromEntries(routes.map((route) => [declared(route), whoOf(route.access)]));
  expect(said).toEqual(Object.fromEntries(ACCESS_TABLE.map(({ call, who }) => [call, who])));
});

describe('what is served beside the controllers', () => {
  const beside = () => world.futures.app.application.get(RouteList).beside();

  it('is what the table names, for whom the table says', () => {
    const unnamed = beside().filter(({ method, url, access }) => {
      const rows = BESIDE_TABLE.filter(({ routes }) => routes.test(`${method} ${url}`));
      return rows.length !== 1 || rows[0]?.who !== access;
    });
    expect(unnamed).toEqual([]);
    const found = beside().map(({ method, url }) => `${method} ${url}`);
    expect(BESIDE_TABLE.filter(({ routes }) => !found.some((route) => routes.test(route)))).toEqual([]);
  });

  it('answers nobody but operators where it is theirs', async () => {
    const theirs = beside().filter(({ access }) => access === 'operators');
    expect(theirs.length).toBeGreaterThan(5);
    for (const { method, url } of theirs) {
      const path = url.replace(/:\w+|\*/g, '0');
      for (const authorization of ['', world.owner.token, 'A'.repeat(43)]) {
        const reply = await fetch(`${world.url}${path}`, { method, headers: { authorization } });
        expect({ method, url, status: reply.status, text: await reply.text() }).toEqual({
          method,
          url,
          status: 401,
          text: '{"type":"999","code":"session.required"}',
        });
      }
    }
  });
});

/** What a caller is told: that it is somebody else's business, or anything else. */
type Verdict = 'admitted' | 'signed out' | 'forbidden' | `status ${number}`;

const CALLERS = ['owner', 'other', 'anonymous', 'revoked', ...OPERATOR_ROLES, 'revoked operator'] as const;
type CallerName = (typeof CALLERS)[number];

/**
 * Who asks for a call: everybody whose verdict may differ. At a user's call all roles of operators are the same stranger, and at
 * the desk's all users: one of them asks, by turns, so that each asks for some.
 */
function callersOf({ who }: AccessRow, turn: number): CallerName[] {
  const oneOf = <Name>(names: readonly Name[]): Name => names[turn % names.length] as Name;
  const gone = ['anonymous', 'revoked', 'revoked operator'] as const;
  if (who === 'everybody' || who === 'user') return ['owner', 'other', ...gone, oneOf(OPERATOR_ROLES)];
  return [oneOf(['owner', 'other'] as const), ...gone, ...OPERATOR_ROLES];
}

function expected({ who }: AccessRow, caller: CallerName): Verdict {
  if (who === 'everybody') return 'admitted';
  const isUser = caller === 'owner' || caller === 'other';
  if (who === 'user') return isUser ? 'admitted' : 'signed out';
  if (isUser || caller === 'anonymous' || caller.startsWith('revoked')) return 'signed out';
  return who.length === 0 || who.some((role) => role === caller) ? 'admitted' : 'forbidden';
}

describe('every call', () => {
  /** A token of its own for each request: some of them end the session that they come with. */
  async function mint(
    table: 'account_session' | 'operator_session',
    whose: string,
    isRevoked = false,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    const ended = isRevoked ? 'now()' : 'null';
    const reason = isRevoked ? `'logout'` : 'null';
    await sql.query(
      table === 'account_session'
        ? `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at,
             expires_at, ended_at, end_reason)
           values ($1, $2, 'password', 'test', '127.0.0.1', 'test', now(), now(), now() + interval '1 day', ${ended}, ${reason})`
        : `insert into operator_session (operator_id, token_hash, ip, user_agent, created_at, last_used_at, expires_at, ended_at)
           values ($1, $2, '127.0.0.1', 'test', now(), now(), now() + interval '12 hours', ${ended})`,
      [whose, hash],
    );
    return token;
  }

  async function call({ call: name }: AccessRow, token: string | null): Promise<Verdict> {
    const [method = '', pattern = ''] = name.split(' ');
    const isBare = /^(healthz|readyz|metrics|ops\/)/.test(pattern);
    const path = `${isBare ? '' : 'api/'}${pattern.replace(/:\w+/g, '0')}`;
    const reply = await fetch(`${world.url}/${path}`, {
      method,
      headers: {
        lang: 'en',
        ...(token === null ? {} : { authorization: token }),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    const text = await reply.text();
    const { code, type } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string; type?: string };
    if (code === 'session.required') return type === '999' ? 'signed out' : 'status 0';
    if (code === 'access.forbidden') return 'forbidden';
    // Whoever may ask whether it is ready is told so by 503, too: a busy machine is not always.
    const isReportedNotReady = pattern === 'readyz' && reply.status === 503;
    return reply.status < 500 || isReportedNotReady ? 'admitted' : `status ${reply.status}`;
  }

  it('is open to those whom the table names and closed to everybody else', async () => {
    const [owner, other] = (await people(sql, 2, { spot: '100' })) as [Person, Person];
    const desk = new Map<string, string>();
    for (const role of OPERATOR_ROLES) {
      const [token = ''] = await operators(sql, 1, [role]);
      const { rows } = await sql.query<{ id: string }>(
        'select operator_id as id from operator_session where token_hash = $1',
        [createHash('sha256').update(token).digest()],
      );
      desk.set(role, rows[0]?.id ?? '');
    }
    const tokenOf = (caller: CallerName): Promise<string> | null => {
      if (caller === 'anonymous') return null;
      if (caller === 'owner') return mint('account_session', owner.userId);
      if (caller === 'other') return mint('account_session', other.userId);
      if (caller === 'revoked') return mint('account_session', owner.userId, true);
      if (caller === 'revoked operator') return mint('operator_session', desk.get('administrator') ?? '', true);
      return mint('operator_session', desk.get(caller) ?? '');
    };
    const plan = ACCESS_TABLE.flatMap((row, turn) => callersOf(row, turn).map((caller) => ({ row, caller })));
    const wrong: string[] = [];
    await inLanes(plan.length, 8, async (index) => {
      const { row, caller } = plan[index] as (typeof plan)[number];
      const verdict = await call(row, await tokenOf(caller));
      const right = expected(row, caller);
      if (verdict !== right) wrong.push(`${row.call} from ${caller}: ${verdict}, not ${right}`);
    });
    expect(new Set(plan.map(({ row }) => row.call)).size).toBe(routes.length);
    expect(new Set(plan.map(({ caller }) => caller)).size).toBe(CALLERS.length);
    expect(wrong).toEqual([]);
  }, 300_000);
});

describe('every call that a key has signed', () => {
  it('declares what the table says, and says of which money it is', () => {
    const said = routes.flatMap((route) => (route.keys ? [[declared(route), route.keys.scope] as const] : []));
    expect(Object.fromEntries(said)).toEqual(KEY_TABLE);
    const books = world.futures.app.application.get(RowBooks);
    const { paths, components } = JSON.parse(readFileSync(join(__dirname, '../contract/openapi.json'), 'utf8'));
    for (const { method, path, keys } of routes) {
      if (!keys) continue;
      const { parameters = [], requestBody = {} } = paths[`/api/${path}`][method.toLowerCase()];
      const schemas = [...JSON.stringify(requestBody).matchAll(/schemas\/(\w+)"/g)].map(([, name]) => name ?? '');
      const fields = [
        ...(parameters as { name: string }[]).map(({ name }) => name),
        ...schemas.flatMap((name) => Object.keys(components.schemas[name].properties ?? {})),
      ];
      const { money } = keys;
      expect({ path, fields }).toEqual({
        path,
        fields: expect.arrayContaining([money === 'account_type' ? money : 'id']),
      });
      if (money !== 'account_type') expect({ path, has: books.has(money.row) }).toEqual({ path, has: true });
    }
  });

  it('is none of those that take money out, protect the account, speak to people, or are the desk’s', () => {
    const calls = ACCESS_TABLE.map(({ call }) => call).filter((call) => NEVER_FOR_KEYS.test(call));
    expect(calls.length).toBeGreaterThan(150);
    expect(Object.keys(KEY_TABLE).filter((call) => NEVER_FOR_KEYS.test(call))).toEqual([]);
    const moves = [
      [
        'POST wallet/out',
        'POST wallet/change',
        'POST ctc/order/add',
        'PUT ctc/order/release',
        'POST lh/send/order',
        'POST wallet/addaddress',
      ],
      [
        'POST safe/update_password',
        'POST user/e_pwd',
        'POST user/sessions/revoke',
        'POST user/api_keys/add',
        'POST user/real_name2',
      ],
    ];
    expect(calls).toEqual(expect.arrayContaining(moves.flat()));
  });

  type KeyVerdict = 'admitted' | 'closed' | 'scope' | 'money' | 'signed out' | `other ${string}`;
  let at = 0;
  /** Later than every other; the clock of the test stands still. */
  const nextInstant = (): number => {
    at = Math.max(at + 1, world.futures.clock.now() - 4000);
    return at;
  };

  async function signedCall({ call: name }: AccessRow, own: OwnKey): Promise<KeyVerdict> {
    const [verb = '', pattern = ''] = name.split(' ');
    const isBare = /^(healthz|readyz|metrics|ops\/)/.test(pattern);
    const path = `/${isBare ? '' : 'api/'}${pattern.replace(/:\w+/g, '0')}`;
    const body = verb === 'GET' ? undefined : '{}';
    const signed = signedHeaders(own, {
      verb,
      path,
      at: nextInstant(),
      window: '60000',
      ...(body === undefined ? {} : { body }),
    });
    const reply = await fetch(`${world.url}${path}`, {
      method: verb,
      headers: signed,
      ...(body === undefined ? {} : { body }),
    });
    const text = await reply.text();
    const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
    if (code === 'api-key.call-closed') return 'closed';
    if (code === 'api-key.scope') return 'scope';
    if (code === 'api-key.money') return 'money';
    if (code === 'session.required') return 'signed out';
    if (String(code).startsWith('api-key.') || (reply.status >= 500 && pattern !== 'readyz'))
      return `other ${code ?? reply.status}`;
    return 'admitted';
  }

  /** A key is nobody at the desk, and no more than anybody where anybody may call. */
  function expectedOf({ call: name, who }: AccessRow, scopes: readonly ApiKeyScope[], demo: boolean): KeyVerdict[] {
    if (who === 'everybody') return ['admitted'];
    if (who !== 'user') return ['signed out'];
    const scope = KEY_TABLE[name];
    if (scope === undefined) return ['closed'];
    if (!scopes.includes(scope)) return ['scope'];
    // Without its fields a call is of real money, or names no row and is refused for that.
    return demo ? ['money', 'admitted'] : ['admitted'];
  }

  it('is open to keys of its scope and closed to every other, whatever their other scopes', async () => {
    const kinds: { scopes: readonly ApiKeyScope[]; demo: boolean }[] = [
      ...API_KEY_SCOPES.map((scope) => ({ scopes: [scope], demo: false })),
      { scopes: API_KEY_SCOPES, demo: false },
      { scopes: API_KEY_SCOPES, demo: true },
    ];
    const callers: ((typeof kinds)[number] & { own: OwnKey })[] = [];
    for (const kind of kinds) {
      const [person] = (await people(sql, 1, {})) as [Person];
      callers.push({ ...kind, own: await makeKey(world.url, person.token, kind) });
    }
    const plan = ACCESS_TABLE.flatMap((row) => callers.map((caller) => ({ row, caller })));
    const wrong: string[] = [];
    await inLanes(plan.length, 8, async (index) => {
      const { row, caller } = plan[index] as (typeof plan)[number];
      const verdict = await signedCall(row, caller.own);
      const right = expectedOf(row, caller.scopes, caller.demo);
      if (!right.includes(verdict))
        wrong.push(
          `${row.call} by ${caller.scopes.join(', ')} (demo ${caller.demo}): ${verdict}, not ${right.join(' or ')}`,
        );
    });
    expect(plan.length).toBe(routes.length * kinds.length);
    expect(wrong).toEqual([]);
  }, 300_000);

  describe('and names a row', () => {
    const named = ACCESS_TABLE.filter(({ call, row }) => row !== undefined && call in KEY_TABLE);
    /** Of somebody else, of the owner, of the owner's demo money, and of a sub-account of the owner. */
    let keys: Record<'other' | 'owner' | 'demo' | 'sub', OwnKey>;

    beforeAll(async () => {
      const { owner, other, url } = world;
      const { id: of } = await world.make('sub account');
      keys = {
        other: await makeKey(url, other.token),
        owner: await makeKey(url, owner.token),
        demo: await makeKey(url, owner.token, { demo: true }),
        sub: await makeKey(url, owner.token, { of }),
      };
    }, 60_000);

    /** What a key is told, without what differs from one request to the next. */
    async function replyTo(call: string, fields: Record<string, string>, own: OwnKey): Promise<unknown> {
      world.futures.refresh();
      const [verb = '', pattern = ''] = call.split(' ');
      const form = new URLSearchParams(fields).toString();
      const isGet = verb === 'GET';
      const path = `/api/${pattern}${isGet ? `?${form}` : ''}`;
      const type = 'application/x-www-form-urlencoded';
      const signed = { verb, path, type, at: nextInstant(), window: '60000', ...(isGet ? {} : { body: form }) };
      const { status, message, code } = await sendSigned(world.url, own, signed);
      return { status, message, code };
    }

    it('is each call of the key table that has a field for one', () => {
      expect(named.length).toBeGreaterThan(15);
      expect(new Set(named.map(({ call }) => KEY_TABLE[call]))).toEqual(new Set(API_KEY_SCOPES));
    });

    it.each(named.map((row) => [row.call, row] as const))(
      '%s: knows none of other users, of other money, nor of the main account',
      async (_call, { call, row }) => {
        if (!row) return;
        const { id, missing } = await world.make(row.kind);
        for (const who of ['other', 'sub'] as const) {
          const nobodys = await replyTo(call, row.fields(missing), keys[who]);
          expect({ who, said: await replyTo(call, row.fields(id), keys[who]) }).toEqual({ who, said: nobodys });
        }
        expect(await replyTo(call, row.fields(id), keys.demo)).toMatchObject({ code: 'api-key.money' });
        // The row is there, and its owner's key comes further.
        const own = await replyTo(call, row.fields(id), keys.owner);
        expect(own).not.toEqual(await replyTo(call, row.fields(missing), keys.owner));
        expect(own).not.toMatchObject({ code: expect.stringMatching(/^api-key\./) });
      },
      120_000,
    );
  });
});

describe('a call that names a row', () => {
  const rows = ACCESS_TABLE.filter(({ row }) => row !== undefined);

  it('is in the table with each field that names one', () => {
    const file = join(__dirname, '../contract/openapi.json');
    const { paths, components } = JSON.parse(readFileSync(file, 'utf8'));
    const namesIn = (text: string): string[] => [
      ...[...text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name ?? ''),
      ...[...text.matchAll(/schemas\/(\w+)"/g)].flatMap(([, schema]) =>
        Object.keys(components.schemas[schema ?? '']?.properties ?? {}),
      ),
    ];
    const found = ACCESS_TABLE.filter(({ who }) => who === 'user').flatMap(({ call }) => {
      const [verb = '', path = ''] = call.split(' ');
      const { parameters = [], requestBody = {} } =
        paths[`/api/${path.replace(/:(\w+)/g, '{$1}')}`]?.[verb.toLowerCase()] ?? {};
      const fields = [...new Set(namesIn(JSON.stringify([parameters, requestBody])))];
      return fields.filter((name) => !PLAIN.has(name)).map((name) => `${call} ${name}`);
    });
    const documented = rows.flatMap(({ call, row }) => (row?.by ?? []).map((name) => `${call} ${name}`));
    const unrowed = found.filter((name) => !documented.includes(name) && !BESIDE.has(name));
    expect(found.length).toBeGreaterThan(20);
    expect(unrowed).toEqual([]);
  });

  it.each(rows.map((row) => [row.call, row] as const))(
    '%s: another user is told what somebody is told who names nothing',
    async (_call, { call, row }) => {
      if (!row) return;
      const { id, missing } = await world.make(row.kind);
      const strangers = await world.send(call, row.fields(id), world.other);
      const nobodys = await world.send(call, row.fields(missing), world.other);
      expect(strangers).toEqual(nobodys);
      expect(strangers).not.toMatchObject({ code: 'session.required' });
      // The row is there, and its owner comes further.
      expect(await world.send(call, row.fields(id), world.owner)).not.toEqual(nobodys);
    },
    120_000,
  );
});

/** By somebody else it is as one that is not there. */
it.each(UPLOAD_PURPOSES)('a picture (%s) is handed in by its owner alone', async (purpose) => {
  const { owner, other, futures } = world;
  const app = futures.app.application;
  const handIn = (userId: string, id: string) =>
    app
      .get(Transactions)
      .run((tx) => app.get(UseUploads).execute(tx, { userId, purpose, usedFor: 'test', references: [id] }))
      .then(
        () => 'taken',
        ({ code }: { code: string }) => code,
      );
  const [id, missing] = [await world.upload(purpose), '0'.repeat(32)];
  expect([await handIn(other.userId, id), await handIn(other.userId, missing)]).toEqual([
    'uploads.unknown',
    'uploads.unknown',
  ]);
  expect(await handIn(owner.userId, id)).toBe('taken');
});

/**
 * REGISTRY of fields that name no row of a user: values, words, secrets, and what is everybody's. Whatever is not here names
 * one, until somebody has looked.
 */
const PLAIN = new Set(
  `
  account account_type act address agree agreement alipay_account amount amount_of certificate_type area_code area_code_id
  direction exit_expires_at expires_at stop_limit_price stop_loss_price take_profit_price time_in_force trail_distance trail_percent
  trigger_price paired_price amendments
  areacode bank bank_account bank_address bank_branch bank_code bank_id bank_name branch c_id card_id chain chain_id
  checkType code coin coin_code config_id country country_code currency currency_id currency_match_id currency_name
  email_code extension_code file from from_field hash is_cancel keyword lang legal_id limit listed login_password
  margin_mode match_id max_number means min_number mobile mobile_code multiple name netType new_code nickname nonce
  notes num number old_password oldpassword page pass passkey password pay_password period place postal_code price reduce_only
  profit_source project_id proof_nonce proof_signature purpose ratio re_password re_withdraw_password real_name
  reason remark repassword residence_address round search second seconds share signature sms_agree state status
  stop_loss_price stop_source sub_type swift_code symbol target target_price target_profit_price terms text time to
  to_field total_number totp_code type typing user_string user_type value way wechat_account wechat_nickname window
  withdraw_password word worst_price worst_fee worst_fee_ratio worst_daily_ratio after before auth hide_amounts mail p256dh push quiet_from quiet_until
  urgent_through give_up zone kind source pause note scopes addresses days public_key list format year method
  language direction_colours appearance tabs layout symbols label frozen from_account to_account
  `
    .trim()
    .split(/\s+/),
);

const PICTURES = 'pictures are handed in by their owner alone, as is shown above for each purpose';
/** Fields that are beside a row's own name, or name no row of a user. */
const BESIDE = new Map([
  ...['POST ctc/order/appeal images', 'POST ctc/order/reopen images', 'POST ctc/chat/send image'].map(
    (name) => [name, PICTURES] as const,
  ),
  ...['alipay_qr_code', 'wechat_qr_code'].map((name) => [`POST user/cash_save ${name}`, PICTURES] as const),
  ...['POST ctc/product/add', 'PUT ctc/product/update', 'POST ctc/order/preview', 'POST ctc/order/add'].flatMap(
    (call) =>
      ['payment_id', 'payment_ids'].map(
        (name) =>
          [
            `${call} ${name}`,
            'payments are read by their owner in the statement; the conversations of OTC look at it',
          ] as const,
      ),
  ),
  ['POST user/passkeys/remove id', 'a proof is asked for first; the journey of the passkeys looks at the row'],
  ['GET ctc/product/info id', 'adverts are for everybody to see'],
  ['POST ctc/order/preview id', 'an advert, for everybody to take'],
  ['POST ctc/order/add id', 'an advert, for everybody to take'],
  ...['front_pic', 'reverse_pic', 'hand_pic'].map(
    (name) =>
      [
        `POST user/real_name ${name}`,
        'a user of this table is verified already; the conversations of old clients look at the photos',
      ] as const,
  ),
  ['POST user/api_keys/add sub_account_id', 'proofs are asked for first; the journey of sub-accounts names another’s'],
  ['POST sub_account/transfer from_id', 'the same check as of `to_id`; the journey of sub-accounts names another’s'],
  ['POST own_limits/break span', 'the name of a length, and no row'],
  ['POST own_limits/check minutes', 'so many minutes, and no row'],
  ['POST lever/close_amend waiting', 'so many lots, and no row'],
  ['POST notices/read last', 'a place in the own list; of somebody else’s the own ones before it are meant'],
  [
    'POST notifications/device endpoint',
    'a browser’s address, taken over with its keys alone; the specs of notifications look at it',
  ],
  ['POST complaints/write subject', 'one of a list of words, and no row'],
  ['POST complaints/write order_number', 'as its owner knows it; nothing is looked up by it'],
  ['POST lh/deposit/order/cancel quote_id', 'a quote is looked up by its order, which the row covers'],
]);

describe('every channel', () => {
  const clients: BareClient[] = [];
  afterAll(() => {
    for (const { socket } of clients) socket.disconnect();
  });

  async function connect(token: string | null): Promise<BareClient> {
    const auth = { protocol: REALTIME_PROTOCOL, ...(token === null ? {} : { token }) };
    const client = await connectBare(world.url, {}, auth);
    clients.push(client);
    return client;
  }

  const KEYS: Record<ChannelName, Record<string, unknown>> = {
    'markets.ticker': { symbols: ['BTC/USDT'] },
    'markets.candle': { symbol: 'BTC/USDT', period: '1min' },
    'markets.depth': { symbol: 'BTC/USDT' },
    'markets.trades': { symbol: 'BTC/USDT' },
    'markets.perpetual': { symbol: 'BTC/USDT' },
    'markets.perpetual-quotes': { symbols: ['BTC/USDT'] },
    'markets.perpetual-depth': { symbol: 'BTC/USDT' },
    'markets.mark': { symbol: 'BTC/USDT' },
    'trading.status': {},
    'account.events': {},
  };
  const channels = Object.keys(CHANNELS) as ChannelName[];

  it('has its line, which says what the registry says', () => {
    const said = channels.map((name) => [name, CHANNELS[name].access === 'owner' ? 'user' : 'everybody']);
    expect(CHANNEL_TABLE).toEqual(Object.fromEntries(said));
  });

  it('is open to those whom the table names and closed to everybody else', async () => {
    const [revoked, ended] = (await people(sql, 2, {})) as [Person, Person];
    await sql.query(`update account_session set ended_at = now(), end_reason = 'logout' where user_id = any($1)`, [
      [revoked.userId, ended.userId],
    ]);
    const [operator = ''] = await operators(sql, 1, [...OPERATOR_ROLES]);
    const callers: [string, string | null, boolean][] = [
      ['owner', world.owner.token, true],
      ['other', world.other.token, true],
      ['anonymous', null, false],
      ['revoked', revoked.token, false],
      ['operator', operator, false],
    ];
    const key = async (demo: boolean, scopes: readonly ApiKeyScope[] = ['read']): Promise<OwnKey> => {
      const [person] = (await people(sql, 1, {})) as [Person];
      return makeKey(world.url, person.token, { demo, scopes });
    };
    const reader = await connectBare(world.url, {}, signedHandshake(await key(false), world.futures.clock.now()));
    clients.push(reader);
    for (const ch of channels) expect(await reader.subscribe({ ch, key: KEYS[ch] })).toMatchObject({ ok: true });
    // What each key is told of its user's events: `journeys/api-keys.spec.ts`.
    const ofDemo = await connectBare(world.url, {}, signedHandshake(await key(true), world.futures.clock.now()));
    clients.push(ofDemo);
    for (const ch of channels) expect(await ofDemo.subscribe({ ch, key: KEYS[ch] })).toMatchObject({ ok: true });
    const trader = await key(false, ['trade.spot', 'trade.futures', 'trade.options']);
    const auth = signedHandshake(trader, world.futures.clock.now());
    await expect(connectBare(world.url, {}, auth)).rejects.toThrow(/^api-key\.scope$/);
    for (const [name, token, isUser] of callers) {
      const client = await connect(token);
      for (const ch of channels) {
        const { ok } = await client.subscribe({ ch, key: KEYS[ch] });
        expect({ name, ch, ok }).toEqual({ name, ch, ok: CHANNEL_TABLE[ch] === 'everybody' || isUser });
      }
    }
  }, 60_000);

  it("what happens to a user reaches nobody else, whatever the others' keys say", async () => {
    const listener = await connect(world.other.token);
    const own = await connect(world.owner.token);
    expect(await own.subscribe({ ch: 'account.events', key: {} })).toMatchObject({ ok: true });
    for (const key of [
      { userId: world.owner.userId },
      { user_id: world.owner.userId },
      { owner: world.owner.userId },
    ]) {
      await listener.subscribe({ ch: 'account.events', key });
    }
    await listener.subscribe({ ch: `account.events:${world.owner.userId}`, key: {} });
    await listener.subscribe({ ch: 'account.events', key: {} });
    const deltas = ({ frames }: BareClient): Frame[] => frames.filter(({ k }) => k === 'delta');
    const fields = { number: '1', currency_id: '3', from_field: 'change', to_field: 'micro' };
    expect(await world.send('POST wallet/change', fields, world.owner)).toMatchObject({ type: 'ok' });
    await until('the owner is told', () => deltas(own).length > 0, 20_000);
    expect(deltas(listener)).toEqual([]);
  }, 60_000);
});
