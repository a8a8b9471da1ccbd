import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The product never runs as the database's superuser, so its classes do not in tests either: over such a connection no test sees
 * that a right is missing. What a test puts there and looks at is by `app.owner` and `database.url`; what the product does is by
 * `app.serving`, or by the address of a serving user.
 */

const SERVER = join(__dirname, '..');
const FOLDERS = ['contract', 'database', 'features', 'platform', 'test'];

/** Where a class of the product has the connection of the owner, how often, and why it must. */
const EXCEPTIONS: Readonly<Record<string, { count: number; why: string }>> = {
  'features/trading/option-settlement/settlements-store.spec.ts': {
    count: 1,
    why: 'puts a payment into the books that no serving user may post, in the transaction that then settles, and undoes both',
  },
  'platform/database/serving-user.spec.ts': { count: 1, why: 'in the role of a verifier, which nobody logs in as' },
  'test/factories/futures-world.ts': {
    count: 1,
    why: 'parts of fills and closes, which a serving user may call within the whole of them alone',
  },
  'test/factories/ledger.ts': { count: 2, why: 'journals of a reason of the tests, which no serving user may post' },
  'test/factories/tape.ts': { count: 2, why: 'days of the tape for seconds that a test puts there past the feed' },
};

/** A class that is constructed, with all that it is given up to the first bracket. */
const CONSTRUCTED = /\bnew (\w+)\((?=([^()]*))/g;
const GIVEN_NAME = /^(?:\w+\.)*\w+$/;
/** A connection as it is made, by the whole of it up to the end of the statement. */
const MADE =
  /(?:^|[\s(])(\w+) = ((?:await )?(?:createDataSource|new DataSource)\([^;]*|(?:\w+\.)+(?:owner|source|serving));/gm;
/** Several at once: their names, and their addresses in the same order. */
const MADE_AT_ONCE = /\[([\w, ]+)\] = \(?await Promise\.all\(\s*\[((?:\w+\.\w+,?\s*)+)\]\.map\(/g;
const OWNERS = /\.(?:url|ownerUrl|databaseUrl)\b|^(?:\w+\.)+(?:owner|source)$/;
const DECLARED = /\bclass (\w+)(?:<[^{]*>)?(?: extends (\w+))?/g;

const list = (text: string): string[] => text.split(',').map((part) => part.trim());

/** Whether what is called so in the file is a connection past all guards. */
function isOwners(name: string, text: string): boolean {
  if (/\.(?:owner|source)$/.test(name)) return true;
  const made = [...text.matchAll(MADE)].filter(([, to]) => to === name).map(([, , by = '']) => by);
  for (const [, names = '', addresses = ''] of text.matchAll(MADE_AT_ONCE)) {
    const address = list(addresses)[list(names).indexOf(name)];
    if (address !== undefined) made.push(address);
  }
  // What comes from elsewhere is what its name says.
  return made.length === 0 ? ['source', 'owner', 'superuser'].includes(name) : made.some((by) => OWNERS.test(by));
}

/** What of the product is constructed over the owner's connection. */
function findOwned(text: string, products: ReadonlySet<string>): string[] {
  const own = [...text.matchAll(DECLARED)].filter(([, , base = '']) => products.has(base)).map(([, name = '']) => name);
  return [...text.matchAll(CONSTRUCTED)]
    .filter(([, name = '']) => products.has(name) || own.includes(name))
    .flatMap(([, name = '', given = '']) =>
      list(given)
        .filter((each) => GIVEN_NAME.test(each) && isOwners(each, text))
        .map((each) => `${name}(${each})`),
    );
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }));
const isOfTests = (path: string): boolean => path.endsWith('.spec.ts') || path.startsWith('test/');
const products = new Set(
  files
    .filter(({ path }) => !isOfTests(path))
    .flatMap(({ text }) => [...text.matchAll(DECLARED)].map(([, name = '']) => name)),
);

it.each([
  ['new LimitsStore(app.owner)', ['LimitsStore(app.owner)']],
  ['new Outbox(store, world.source)', ['Outbox(world.source)']],
  ['source = await createDataSource(database.url, 2).initialize();\nnew LimitsStore(source)', ['LimitsStore(source)']],
  ['one = await createDataSource(database.url, 2).initialize();\nnew LimitsStore(one)', ['LimitsStore(one)']],
  ['one = app.owner;\nnew Transactions(\n  one,\n)', ['Transactions(one)']],
  [
    '[one, two] = (await Promise.all(\n [database.gatewayUrl, database.url].map((url) => x(url))));new LimitsStore(one); new LimitsStore(two)',
    ['LimitsStore(two)'],
  ],
  ['const run = (source: DataSource) => new LimitsStore(source)', ['LimitsStore(source)']],
  ['class Slow extends LimitsStore {}\nnew Slow(app.owner)', ['Slow(app.owner)']],
  ['source = await createDataSource(database.gatewayUrl).initialize();\nnew LimitsStore(source)', []],
  ['new LimitsStore(app.serving); new LimitsStore(serving); new TradingPeople(world.source)', []],
] as const)('%s is found for what it is', (text, found) => {
  expect(findOwned(text, products)).toEqual(found);
});

it('the product has in tests the rights that it has where it serves', () => {
  expect(products.size).toBeGreaterThan(800);
  const found = files
    .filter(({ path }) => isOfTests(path) && path !== 'test/served-rights.spec.ts')
    .map(({ path, text }) => ({ path, owned: findOwned(text, products) }))
    .filter(({ path, owned }) => owned.length !== (EXCEPTIONS[path]?.count ?? 0));
  expect(found).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((path) => !files.some((file) => file.path === path))).toEqual([]);
});
