import * as fc from 'fast-check';
import { Pool } from 'pg';
import { fuzzRoutes, GOOD } from './faults/fuzz-routes.js';
import { operators, people } from './faults/people.js';
import { FuturesWorld } from './factories/futures-world.js';
import { OPERATOR_ROLES } from '../contract/operations/words.js';

/** Fields that carry an amount, a price or a size in any call of the contract: a new call is in it by itself. */
const IS_AMOUNT = /amount|^number$|price|share|minimum|above|fee/i;

/** What people and broken clients have typed where an amount belongs. */
const TYPED = [
  '9'.repeat(15),
  '9'.repeat(19),
  '9'.repeat(20),
  `${'9'.repeat(20)}.${'9'.repeat(18)}`,
  '9'.repeat(21),
  '9'.repeat(40),
  '9'.repeat(400),
  '0.000000000000000001',
  `0.${'0'.repeat(40)}1`,
  '1e20',
  '1E-20',
  '1e309',
  '-1',
  '+1',
  '-0',
  '0',
  '１００',
  '٣',
  '½',
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1_000',
  '1,000.00',
  ' 1',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999999999999999',
];
const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''));
const WRITTEN = fc
  .tuple(
    fc.constantFrom('', '', '', '-', '+'),
    digits(1, 40),
    fc.option(digits(1, 24)),
    fc.constantFrom('', '', '', 'e9', 'E-9'),
  )
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`);

let world: FuturesWorld;
let sql: Pool;

beforeAll(async () => {
  world = await FuturesWorld.open({ RATE_FACTOR: '1000000', FUTURES_LEVERAGE_MAX: '125' });
  sql = new Pool({ connectionString: world.app.database.url, max: 2 });
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await world?.app.close();
});

const isDesk = (path: string) => path.startsWith('/ops');

async function send(verb: string, path: string, fields: Record<string, string>, token: string): Promise<number> {
  const filled = path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(fields[name] ?? '1'));
  const address = `${world.app.url}${filled.startsWith('/') ? filled : `/api/${filled}`}`;
  const [type, body] = isDesk(path)
    ? ['application/json', JSON.stringify(fields)]
    : ['application/x-www-form-urlencoded', new URLSearchParams(fields).toString()];
  const headers = { authorization: token, 'content-type': type };
  const reply =
    verb === 'GET'
      ? await fetch(`${address}?${new URLSearchParams(fields)}`, { headers })
      : await fetch(address, { method: verb, headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

it('no amount that can be typed gives a 5xx, in no call of the contract', async () => {
  const [person] = await people(sql, 1, { spot: '100000', option: '10000', contract: '10000000' });
  const { userId = '', token = '' } = person ?? {};
  const [desk = ''] = await operators(sql, 1, [...OPERATOR_ROLES]);
  const held = { lots: 2, marginMode: 'isolated' } as const;
  let position = await world.open(userId, held);
  const routes = fuzzRoutes().flatMap(([verb, path, fields]) =>
    fields.filter((field) => IS_AMOUNT.test(field)).map((field) => ({ verb, path, fields, field })),
  );
  expect(routes.length).toBeGreaterThan(35);
  const good: Record<string, string> = {
    ...Object.fromEntries(Object.entries(GOOD).map(([name, [value = '']]) => [name, value])),
    currency_id: '3',
    legal_id: '3',
    id: position.positionId,
    from_field: 'change',
    to_field: 'lever',
  };
  const wrong: string[] = [];
  for (const { verb, path, fields, field } of routes) {
    const values = [...TYPED, ...fc.sample(WRITTEN, { numRuns: 12, seed: 20_261_122 })];
    const usual = Object.fromEntries(fields.map((name) => [name, good[name] ?? '1']));
    // Two ways to say the pair: spot asks for the base, everything else for the coin.
    if (path.startsWith('coin/') || path.startsWith('spot/')) usual.currency_id = '1';
    for (const value of values) {
      world.refresh();
      // Calls in between close it, and take all of its money.
      if ((await world.row(userId, position.positionId)).status !== 1) position = await world.open(userId, held);
      if ('id' in usual && !isDesk(path)) usual.id = position.positionId;
      const status = await send(verb, path, { ...usual, [field]: value }, isDesk(path) ? desk : token);
      if (status >= 500) wrong.push(`${status} ${verb} ${path} ${field}=${value.slice(0, 60)}`);
    }
  }
  expect(wrong).toEqual([]);
}, 240_000);
