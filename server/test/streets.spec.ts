import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const folders = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The features of the dependency rules, `street/feature`, from the bottom up. */
function order(): string[] {
  const { forbidden } = createRequire(__filename)(join(root, '.dependency-cruiser.cjs')) as {
    forbidden: { name: string; from: { pathNot?: string } }[];
  };
  const listed = forbidden.find(({ name }) => name === 'features-stand-in-streets')?.from.pathNot ?? '';
  return (/\((.*)\)/.exec(listed)?.[1] ?? '').split('|');
}

const streets = [...new Set(order().map((feature) => feature.split('/')[0] ?? ''))];

it('no style sheet is longer than 300 lines', () => {
  const sheets = readdirSync(join(root, 'client'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(100);
  const long = sheets.filter((path) => readFileSync(join(root, 'client', path), 'utf8').split('\n').length > 301);
  expect(long).toEqual([]);
});

it('the report of a liquidation is written in one stored function', () => {
  const writers = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.sql') &&
      /insert\s+into\s+liquidation_report\b/i.test(readFileSync(join(root, 'server', path), 'utf8')),
  );
  expect(writers).toEqual(['features/trading/liquidation/sql/liquidation_write.sql']);
});

describe('the streets', () => {
  it('of the dependency rules are the folders, and each feature has its place in the order', () => {
    const stand = folders('server/features').flatMap((street) =>
      folders(`server/features/${street}`).map((feature) => `${street}/${feature}`),
    );
    expect([...order()].sort()).toEqual(stand);
  });

  it('are the same on the client, and in the rooms of the contract', () => {
    expect(streets).toEqual(['account', 'markets', 'wallet', 'trading', 'operations']);
    // The desk is the client's own folder beside the features.
    expect(folders('client/features')).toEqual(streets.filter((name) => name !== 'operations').sort());
    expect(folders('server/contract')).toEqual([...streets, 'languages', 'rules'].sort());
  });
});
