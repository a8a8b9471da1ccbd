import { Pool } from 'pg';
import { OPERATOR_ROLES } from '../contract/operations/words.js';
import { type CallReply, isDesk, sendCall, usualFields } from './every-call.js';
import { FuturesWorld } from './factories/futures-world.js';
import { inLanes } from './faults/calls.js';
import { fuzzRoutes } from './faults/fuzz-routes.js';
import { operators, people } from './faults/people.js';

/** Every field of every call, one after the other, with what attackers put into it; all other fields are right. */

const LANES = 8;
const SECRET = 'planted-4f1c9e';

/** Statements that write a row or read a secret, in the ways out of a text, a number, a list, an order and a pattern. */
const INJECTIONS = [
  "1'; insert into planted (text) values ('written'); --",
  '1; insert into planted (text) values ($$written$$); --',
  "x' union select text from planted --",
  '1) union select text from planted --',
  "' || (select text from planted limit 1) || '",
  '(select text from planted limit 1)',
  'id desc; insert into planted (text) values ($$written$$)',
  "\\'; insert into planted (text) values (chr(119)); --",
];
/** What makes a pattern go back over it again and again, where one is written so that it can. */
const COSTLY = [
  `${'a'.repeat(60)}!`,
  `${'1'.repeat(60)}x`,
  `${' '.repeat(60)}\t!`,
  `${'a@a.'.repeat(24)}@`,
  '%_'.repeat(50),
];

let world: FuturesWorld;
let sql: Pool;
let tokens: { user: string; desk: string };

beforeAll(async () => {
  world = await FuturesWorld.open({ RATE_FACTOR: '1000000' });
  sql = new Pool({ connectionString: world.app.database.url, max: 2 });
  await sql.query('create table planted (text text)');
  await sql.query('insert into planted values ($1)', [SECRET]);
  await sql.query('grant select, insert on planted to public');
  const [person] = await people(sql, 1, { spot: '100000', option: '10000', contract: '100000' });
  const [desk = ''] = await operators(sql, 1, [...OPERATOR_ROLES]);
  tokens = { user: person?.token ?? '', desk };
}, 120_000);
afterAll(async () => {
  await sql?.end();
  await world?.app.close();
});

const FIELDS = fuzzRoutes().flatMap(([verb, path, names]) => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const all = [...new Set([...names, ...inPath])];
  return all.map((field) => ({ verb, path, field, usual: usualFields(path, all) }));
});

function send({ verb, path, field, usual }: (typeof FIELDS)[number], value: string): Promise<CallReply> {
  const token = isDesk(path) ? tokens.desk : tokens.user;
  return sendCall(world.app.url, { verb, path, fields: { ...usual, [field]: value }, token });
}

it('no statement in any field is a statement', async () => {
  expect(FIELDS.length).toBeGreaterThan(700);
  const wrong: string[] = [];
  await inLanes(FIELDS.length, LANES, async (index) => {
    const place = FIELDS[index] as (typeof FIELDS)[number];
    // Half of them to each field: all are sent to every kind of field.
    for (const injection of INJECTIONS.filter((_one, at) => at % 2 === index % 2)) {
      const { status, text } = await send(place, injection);
      const isAnswered = status < 500 && !text.includes(SECRET);
      if (!isAnswered) wrong.push(`${status} ${place.verb} ${place.path} ${place.field}=${injection}`);
    }
  });
  expect(wrong).toEqual([]);
  expect((await sql.query('select text from planted')).rows).toEqual([{ text: SECRET }]);
}, 900_000);

it('no text costs a pattern so much that the others wait', async () => {
  const wrong: string[] = [];
  await inLanes(FIELDS.length, LANES, async (index) => {
    const place = FIELDS[index] as (typeof FIELDS)[number];
    const text = COSTLY[index % COSTLY.length] ?? '';
    const { status } = await send(place, text);
    if (status >= 500) wrong.push(`${status} ${place.verb} ${place.path} ${place.field}=${text}`);
  });
  expect(wrong).toEqual([]);
}, 900_000);

describe('a value that is encoded twice', () => {
  const twice = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  /** Of the same form, and nothing that could be decoded. */
  const never = (text: string): string => [...Buffer.from(text)].map(() => '%zq').join('');
  /** How far a call came. */
  const rank = ({ type, code }: CallReply): number => (type === 'ok' ? 2 : code === 'request.invalid' ? 0 : 1);

  it('comes no further in any field than one that means nothing', async () => {
    const further: string[] = [];
    let distinguished = 0;
    await inLanes(FIELDS.length, LANES, async (index) => {
      const place = FIELDS[index] as (typeof FIELDS)[number];
      const right = place.usual[place.field] ?? '';
      if (right === '') return;
      const nothing = rank(await send(place, never(right)));
      const doubly = rank(await send(place, twice(right)));
      if (doubly > nothing) further.push(`${place.verb} ${place.path} ${place.field}=${twice(right)}`);
      if (rank(await send(place, right)) > nothing) distinguished += 1;
    });
    expect(further).toEqual([]);
    // The right value makes a difference: a second decoding would be seen.
    expect(distinguished).toBeGreaterThan(200);
  }, 900_000);
});
