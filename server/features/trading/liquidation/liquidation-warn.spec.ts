import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aUserId } from '../../../test/factories/ledger.js';

/** Levels of margins as they are kept, and who is told of which. */
const AT = new Date('2028-02-27T20:30:00Z');

let database: TestDatabase;
/** Past all guards: what a test puts there and looks at. */
let source: DataSource;
/** As a process with all roles. */
let serving: DataSource;
let ann: string;
let bob: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl, 2).initialize();
}, 60_000);
afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});
beforeEach(async () => {
  [ann, bob] = [await aUserId(source), await aUserId(source)];
});

const LEVELS = ['safe', 'warning', 'critical'] as const;
type Level = (typeof LEVELS)[number];
interface Told {
  kind: string;
  payload: Record<string, unknown>;
}
type Change = [user: string, position: number, level: Level, demo?: boolean];

/** Who was told. */
async function warn(changes: Change[], at = AT): Promise<string[]> {
  const [row] = await serving.query(`select liquidation_warn($1, $2, $3, $4, $5, $6)::text[] as notified`, [
    changes.map(([user]) => user),
    changes.map(([, , , demo = false]) => demo),
    changes.map(([, position]) => position),
    changes.map(([, , level]) => level),
    changes.map(([, position, level]) =>
      JSON.stringify({ marketId: position, equity: `1.${LEVELS.indexOf(level)}`, required: '1' }),
    ),
    at,
  ]);
  return row.notified;
}
const eventsOf = async (user: string) =>
  (await source.query('select kind, payload from outbox where user_id = $1 order by sequence', [user])).map(
    ({ kind, payload: { positionId, demo, level, marketId, equity, required, ...rest } }: Told) => {
      expect([level, demo, required]).toEqual([kind.split('.')[1], String(rest.entity).includes(':demo:'), '1']);
      expect(positionId).toBe(marketId === 0 ? null : String(marketId));
      return [kind, `${String(marketId)} ${LEVELS[Number(String(equity).slice(2))]}`, rest.entity, rest.entityVersion];
    },
  );

it.each<[Level | null, Level, boolean]>([
  [null, 'safe', false],
  [null, 'warning', true],
  [null, 'critical', true],
  ['safe', 'warning', true],
  ['warning', 'critical', true],
  ['warning', 'warning', false],
  ['critical', 'warning', false],
  ['critical', 'safe', false],
  ['warning', 'safe', false],
])('from %s to %s tells its user: %s', async (before, level, isNotified) => {
  if (before !== null) await warn([[ann, 5, before]]);
  const known = (await eventsOf(ann)).length;
  expect(await warn([[ann, 5, level]], new Date(AT.getTime() + 1000))).toEqual(isNotified ? [ann] : []);
  expect((await eventsOf(ann)).slice(known).map(([kind]: [string]) => kind)).toEqual(
    isNotified ? [`margin.${level}`] : [],
  );
  const isSame = before === level;
  expect(
    await source.query('select level, changed_at as at, version::integer from margin_level where user_id = $1', [ann]),
  ).toEqual([{ level, at: isSame ? AT : new Date(AT.getTime() + 1000), version: before === null || isSame ? 1 : 2 }]);
});

it('positions, accounts and books are by themselves, and each is told with its own words', async () => {
  expect(
    await warn([
      [bob, 8, 'warning'],
      [ann, 5, 'safe'],
      [ann, 0, 'critical', true],
      [ann, 6, 'warning'],
      [ann, 0, 'warning'],
    ]),
  ).toEqual(expect.arrayContaining([ann, bob]));
  expect(
    await warn([
      [ann, 5, 'warning'],
      [ann, 0, 'critical'],
    ]),
  ).toEqual([ann, ann]);
  expect(await eventsOf(bob)).toEqual([['margin.warning', '8 warning', 'margin:8', 1]]);
  const all = await eventsOf(ann);
  expect(all).toHaveLength(5);
  expect(all.slice(0, 3)).toEqual(
    expect.arrayContaining([
      ['margin.critical', '0 critical', 'margin:demo:0', 1],
      ['margin.warning', '0 warning', 'margin:0', 1],
      ['margin.warning', '6 warning', 'margin:6', 1],
    ]),
  );
  expect(all.slice(3)).toEqual([
    ['margin.critical', '0 critical', 'margin:0', 2],
    ['margin.warning', '5 warning', 'margin:5', 2],
  ]);
});
