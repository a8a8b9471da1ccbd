import { RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Pool } from 'pg';
import { createValidationPipe } from '../platform/http/validation.js';
import { USUAL, isDesk, sendCall, usualFields } from './every-call.js';
import { FuturesWorld } from './factories/futures-world.js';
import { fuzzRoutes, TRAPS } from './faults/fuzz-routes.js';
import { people, type Person } from './faults/people.js';
import { SECRETS } from './faults/product.js';

/** Fields that nobody asked for, sent with every call: they change nothing, whoever hopes that somebody copies them. */

let world: FuturesWorld;
let sql: Pool;

beforeAll(async () => {
  world = await FuturesWorld.open({ ...SECRETS, RATE_FACTOR: '1000000' });
  sql = new Pool({ connectionString: world.app.database.url, max: 2 });
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await world?.app.close();
});

/** Names that lead to a prototype. */
const REACHING = ['__proto__', 'constructor'];
/** Reports of browsers, whose form is theirs; they are read name by name, and nothing comes of them but a line in the log. */
const BY_NATURE = ['CspReportsController.take'];

const PURSE = { spot: '100000', option: '10000', contract: '100000', trust: '10000' };

/** What must be each person's own; the rest may be the same. */
function fieldsFor(who: 1 | 2, person: Person, path: string, names: readonly string[]): Record<string, string> {
  const own: Record<string, string> = {
    // Rows are numbered for all: nobody's, for both.
    id: '999999',
    address_id: person.addressId,
    hash: `${who}${'a'.repeat(63)}`,
    nickname: `trader ${who}`,
    card_id: `TK123456${who}`,
    user_string: `somebody${who}@example.com`,
  };
  const usual = usualFields(path, names);
  return Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, own[name] ?? value]));
}

/** Everything that a user has, without what is every row's own: numbers of rows, instants and what is drawn. */
async function rowsOf(userId: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql.query<{ name: string; owner: string }>(
    `select distinct on (c.relname) c.relname as name, a.attname as owner from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('user_id', 'owner_id', 'merchant_id', 'taker_id', 'inviter_id') order by c.relname, a.attname`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, owner } of [...tables, { name: 'account_user', owner: 'id' }]) {
    const { rows } = await sql.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t where ${owner} = $1`,
      [userId],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => JSON.stringify(comparable(row))).toSorted();
  }
  return found;
}

/** Names of columns, and of what lies in those of JSON, that differ between any two users. */
const OWN =
  /(^|_)(id|ids|at|hash|digest|key|sealed|code|token|username|email|secret|journal|reference|sequence|version|request|fingerprint|reply|nickname|entity|salt)$|Id$/;

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const compared = Object.entries(value).filter(([name]) => !OWN.test(name));
  return Object.fromEntries(compared.map(([name, one]) => [name, comparable(one)]));
}

it('every call does with all traps what it does without them', async () => {
  const [plain, trapped, victim] = (await people(sql, 3, PURSE)) as [Person, Person, Person];
  const before = await rowsOf(victim.userId);
  const differences: string[] = [];
  let done = 0;
  const calls = fuzzRoutes().filter(([, path]) => !isDesk(path));
  expect(calls.length).toBeGreaterThan(150);
  for (const [index, [verb, path, names]] of calls.entries()) {
    world.refresh();
    const traps = Object.entries(TRAPS).filter(([name]) => !names.includes(name));
    const given = { user_id: victim.userId, userId: victim.userId, uid: victim.userId, account_id: victim.userId };
    const bait = Object.fromEntries(traps.map(([name]) => [name, given[name as 'uid'] ?? '1000000']));
    const usual = (who: 1 | 2) => fieldsFor(who, who === 1 ? plain : trapped, path, names);
    const without = await sendCall(world.app.url, { verb, path, fields: usual(1), token: plain.token });
    // Every other one as JSON, where names of prototypes are written out.
    const written = Object.entries({ ...usual(2), ...bait }).filter(([name]) => !REACHING.includes(name));
    const pieces = written.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    const json = `{${[...pieces, '"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}'].join()}}`;
    const body = verb !== 'GET' && index % 2 === 0 ? { body: json } : {};
    const fields = { ...usual(2), ...bait };
    const withAll = await sendCall(world.app.url, { verb, path, fields, token: trapped.token, ...body });
    const verdict = ({ type, code, status }: typeof without) => `${status} ${type} ${code}`;
    if (verdict(without) !== verdict(withAll)) {
      differences.push(`${verb} ${path}: ${verdict(without)}, with traps ${verdict(withAll)}`);
    }
    if (without.type === 'ok') done += 1;
  }
  expect(differences).toEqual([]);
  expect(done).toBeGreaterThan(60);
  expect(await rowsOf(trapped.userId)).toEqual(await rowsOf(plain.userId));
  expect(await rowsOf(victim.userId)).toEqual(before);
  expect('isAdmin' in {}).toBe(false);
}, 600_000);

it('the prototype of all objects cannot be written to while tests run, so that a way to it would be seen', () => {
  expect(Object.isFrozen(Object.prototype)).toBe(true);
  expect(() => Object.assign(Object.prototype, { isAdmin: true })).toThrow(TypeError);
  expect(() => Object.assign(Object.prototype, { toString: null })).toThrow(TypeError);
});

describe('the filter of fields', () => {
  interface Taken {
    handler: string;
    /** `body`, `query` or `param` as a whole. */
    kind: 'body' | 'query' | 'param';
    type: new () => object;
  }
  const KINDS: Record<string, Taken['kind']> = { '3': 'body', '4': 'query', '5': 'param' };

  /** Every form that a handler of the product reads as a whole. */
  function forms(): Taken[] {
    const discovery = world.app.application.get(DiscoveryService, { strict: false });
    const scanner = world.app.application.get(MetadataScanner, { strict: false });
    return discovery.getControllers().flatMap(({ metatype }) => {
      const controller = metatype as { name: string; prototype: object } | null;
      if (!controller) return [];
      return scanner.getAllMethodNames(controller.prototype).flatMap((name) => {
        const method = (controller.prototype as Record<string, object>)[name] as object;
        if (RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as number] === undefined) return [];
        const read = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
          string,
          { index: number; data?: unknown }
        >;
        const types = Reflect.getMetadata('design:paramtypes', controller.prototype, name) as Taken['type'][];
        return Object.entries(read).flatMap(([key, { index, data }]) => {
          const kind = KINDS[key.split(':')[0] ?? ''];
          return kind === undefined || data !== undefined
            ? []
            : [{ handler: `${controller.name}.${name}`, kind, type: types[index] as Taken['type'] }];
        });
      });
    });
  }

  it('has a form of its own for everything that is read as a whole', () => {
    const formless = forms().filter(({ type }) => [Object, Array, String, undefined].includes(type as never));
    expect(forms().length).toBeGreaterThan(150);
    expect(formless.map(({ handler }) => handler)).toEqual(BY_NATURE);
  });

  it('is on for every form: no field that it does not have comes through', async () => {
    const pipe = createValidationPipe();
    const through: string[] = [];
    let passed = 0;
    for (const { handler, kind, type } of forms()) {
      const sent = { ...USUAL, ...Object.fromEntries(Object.keys(TRAPS).map((name) => [`trap_${name}`, '1'])) };
      const taken = (await pipe.transform(sent, { type: kind, metatype: type }).catch(() => null)) as object | null;
      if (taken === null) continue;
      passed += 1;
      const names = Object.keys(taken).filter((name) => name.startsWith('trap_'));
      if (names.length > 0 && !BY_NATURE.includes(handler)) through.push(`${handler}: ${names.join()}`);
    }
    expect(through).toEqual([]);
    expect(passed).toBeGreaterThan(50);
  });

  it('is the one that the product checks every call with', async () => {
    const [{ token }] = (await people(sql, 1, {})) as [Person];
    const seen: string[][] = [];
    const pipe = createValidationPipe();
    const transform = Object.getPrototypeOf(pipe).transform as (this: unknown, ...all: unknown[]) => Promise<unknown>;
    const prototype = Object.getPrototypeOf(pipe) as { transform: typeof transform };
    prototype.transform = async function (...all) {
      const taken = await transform.apply(this, all);
      if (typeof taken === 'object' && taken !== null) seen.push(Object.keys(taken));
      return taken;
    };
    try {
      await sendCall(world.app.url, {
        verb: 'POST',
        path: 'set/lang',
        fields: { lang: 'en', is_admin: '1', balance: '5' },
        token,
      });
    } finally {
      prototype.transform = transform;
    }
    // Beside the form, who is calling goes through it, which comes from no request.
    expect(seen).toContainEqual(['lang']);
    expect(seen.flat().filter((name) => name === 'is_admin' || name === 'balance')).toEqual([]);
  });
});
