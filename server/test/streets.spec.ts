import { readdirSync } from 'node:fs';
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
