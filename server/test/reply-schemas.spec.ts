import { Pool } from 'pg';
import { OPERATOR_ROLES } from '../contract/operations/words.js';
import type { RowKind } from './access-matrix.js';
import { isDesk, sendCall, usualFields } from './every-call.js';
import { AccessWorld } from './factories/access-world.js';
import { fuzzRoutes } from './faults/fuzz-routes.js';
import { operators } from './faults/people.js';
import { ReplySchemas } from './reply-schemas.js';

/** What every call replies, held against what the contract says that it replies: nothing is missing, and nothing is more. */

const schemas = new ReplySchemas();
const KINDS: readonly RowKind[] = [
  'address',
  'withdrawal',
  'deposit photo',
  'help photo',
  'help answer',
  'session',
  'passkey',
  'spot order',
  'spot stop',
  'trust order',
  'subscription order',
  'otc advert',
  'otc payment',
  'otc order',
  'ieo application',
  'journal',
  'option order',
  'position',
  'limit order',
  'liquidated position',
  'stopped position',
];

/**
 * What the description does not say as it is: a field that is one of two types, a success that has no message, and the old clients'
 * names of pages in a list. Each is what the contract wants; nothing of anybody else is in them.
 */
const INEXACT = [
  /(account\/list|charge_mention\/log|wallet\/legal_log): \/message\/(data|list)\/\*\/created_time must be object/,
  /ctc\/order\/info: \/message\/appeal must be object/,
  /lh\/send\/get_recommend: \/message must be object/,
  /user\/has_password: \/message must be string/,
  /wallet\/out_detail: \/message\/steps\/\*\/at must be number/,
];

let world: AccessWorld;
let sql: Pool;
let desk: string;

beforeAll(async () => {
  world = await AccessWorld.open();
  sql = new Pool({ connectionString: world.futures.app.database.url, max: 2 });
  [desk = ''] = await operators(sql, 1, [...OPERATOR_ROLES]);
  for (const kind of KINDS) await world.make(kind);
}, 180_000);
afterAll(async () => {
  await sql?.end();
  await world?.close();
});

it('a field that the contract does not name is found', () => {
  const reply = { type: 'ok', message: ['zh'] };
  expect(schemas.problemsOf('POST', 'get/lang', { ...reply, password_hash: 'x' })?.join()).toContain('password_hash');
  expect(schemas.problemsOf('POST', 'get/nothing', reply)).toBeNull();
});

it('every call replies what the contract says, field by field', async () => {
  const problems: string[] = [];
  const seen = new Set<string>();
  // Reads first: some of the rest end what the others would show.
  const routes = fuzzRoutes().toSorted(([one], [other]) => Number(one !== 'GET') - Number(other !== 'GET'));
  for (const [verb, path, names] of routes) {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const usual = usualFields(path, [...new Set([...names, ...inPath])]);
    world.futures.refresh();
    for (const fields of [usual, {}]) {
      const token = isDesk(path) ? desk : world.owner.token;
      const { status, text, type } = await sendCall(world.url, { verb, path, fields, token });
      if (!text.startsWith('{') && !text.startsWith('[')) continue;
      const found = schemas.problemsOf(verb, path, JSON.parse(text));
      if (type === 'ok' || text.startsWith('[')) seen.add(`${verb} ${path}`);
      for (const problem of new Set(found ?? [])) problems.push(`${status} ${verb} ${path}: ${problem}`);
    }
  }
  expect([...new Set(problems)].filter((problem) => !INEXACT.some((known) => known.test(problem)))).toEqual([]);
  expect(seen.size).toBeGreaterThan(150);
}, 900_000);
