import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unusedExports } from './unused-exports.mjs';

/** A tree of sources: path and text. */
type Tree = Record<string, string>;

const RULES = 'server/features/a/b/sum.rules.ts';
const FRONT = 'server/features/a/b/index.ts';
const FROM_RULES = `import { sum } from './sum.rules.js';`;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'exports-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function faults(tree: Tree): string[] {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return unusedExports(root);
}

const sum = 'export function sum(): number { return 1; }';

describe('a rule', () => {
  it.each<[string, Tree]>([
    ['a test alone', { 'server/features/a/b/sum.rules.spec.ts': FROM_RULES }],
    ['its parity test', { 'server/features/a/b/sum.parity.spec.ts': FROM_RULES }],
    ['a factory of tests', { 'server/test/factory.ts': `import { sum } from '../features/a/b/sum.rules.js';` }],
    ['nobody', {}],
    ['itself', { [RULES]: 'export function sum(): number { return sum(); }' }],
    ['a front door that nobody asks', { [FRONT]: `export { sum } from './sum.rules.js';` }],
  ])('that is used by %s is a fault', (_who, tree) => {
    expect(faults({ [RULES]: sum, ...tree })).toContain(`${RULES}: nothing but tests uses sum`);
  });

  it.each<[string, Tree]>([
    ['a source file', { 'server/features/a/b/add.ts': FROM_RULES }],
    ['a type of a source file', { 'server/features/a/b/add.ts': `type Sum = typeof import('./sum.rules.js').sum;` }],
    ['a page', { 'client/pages/a.tsx': `import { sum } from '../../server/features/a/b/sum.rules';` }],
    ['a name for all', { 'server/features/a/b/add.ts': `import * as rules from './sum.rules.js';` }],
    ['another rule of its file', { [RULES]: `${sum}\nconst two = sum() + sum();` }],
    [
      'another feature through its front door',
      {
        [FRONT]: `export { sum as total } from './sum.rules.js';`,
        'server/features/a/c/add.ts': `import { total } from '../b/index.js';`,
      },
    ],
  ])('that is used by %s is none', (_who, tree) => {
    expect(faults({ [RULES]: sum, ...tree })).toEqual([]);
  });
});

describe('a name of a front door', () => {
  const door = {
    [FRONT]: `export { sum } from './sum.rules.js';`,
    [RULES]: sum,
    'server/features/a/b/add.ts': FROM_RULES,
  };

  it('that only tests import is a fault', () => {
    const tested = { 'server/features/a/c/add.spec.ts': `import { sum } from '../b/index.js';` };
    expect(faults({ ...door, ...tested })).toEqual([`${FRONT}: nobody imports sum (sum of ${RULES})`]);
  });

  it('that another feature imports is none', () => {
    expect(faults({ ...door, 'server/features/a/c/add.ts': `import { sum } from '../b/index.js';` })).toEqual([]);
  });
});
