import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unusedPackages } from './unused-packages.mjs';

/** A tree of files: path and text. */
type Tree = Record<string, string>;
type List = NonNullable<Parameters<typeof unusedPackages>[1]>;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function manifest(...dependencies: string[]): string {
  const versions = Object.fromEntries(dependencies.map((name) => [name, '1.0.0']));
  return JSON.stringify({ dependencies: versions, scripts: { build: 'tool-cli build && other -c x' } });
}

function faults(tree: Tree, list: List = {}): string[] {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return unusedPackages(root, list);
}

describe('a package', () => {
  it.each<[string, string, Tree]>([
    ['an import', 'one', { 'server/a.ts': `import { x } from 'one';` }],
    ['an import of a part of it', '@a/one', { 'client/a.tsx': `import '@a/one/styles.css';` }],
    ['a type', 'one', { 'server/a.ts': `let x: import('one').X;` }],
    ['an export', 'one', { 'server/index.ts': `export * from 'one';` }],
    ['a later import', 'one', { 'client/a.ts': `const load = () => import('one');` }],
    ['a test', 'one', { 'server/a.spec.ts': `const one = createRequire(__filename)('one') as One;` }],
    ['a program by its path', '@a/one', { 'server/check.mjs': `run('node_modules/@a/one/bin/one.js');` }],
    ['a script', 'tool', { 'node_modules/tool/package.json': `{"bin":{"tool-cli":"x.js"}}` }],
    ['settings of a tool', '@a/one', { 'jest.config.mjs': `export default { transform: { '.ts': '@a/one' } };` }],
    ['settings of the compiler', 'one', { 'server/tsconfig.json': `{"types":["one/client"]}` }],
    ['an import of what it types', '@types/one', { 'server/a.ts': `import { x } from 'one';` }],
    ['an import of what it types in a scope', '@types/a__one', { 'server/a.ts': `import { x } from '@a/one';` }],
    ['a module of Node', '@types/node', { 'server/a.ts': `import { readFileSync } from 'node:fs';` }],
  ])('that %s names is none', (_what, name, tree) => {
    expect(faults({ 'package.json': manifest(name), ...tree })).toEqual([]);
  });

  it.each<[string, string, Tree]>([
    ['nobody', 'one', {}],
    ['a package with a longer name', 'one', { 'server/a.ts': `import { x } from 'one-more';` }],
    ['a comment', 'one', { 'server/a.ts': `// import { x } from 'one';` }],
    ['a text', 'one', { 'server/a.ts': `const name = 'one';` }],
    ['a file of ours', 'one', { 'server/a.ts': `import { x } from './one';` }],
    ['a document', 'one', { 'server/a.md': `import { x } from 'one';` }],
  ])('that only %s names is a fault', (_what, name, tree) => {
    expect(faults({ 'package.json': manifest(name), ...tree })).toEqual([`package.json: nothing uses ${name}`]);
  });
});

describe('a package that another takes', () => {
  const list: List = { peer: { peerOf: 'one' } };
  const declared = { 'node_modules/one/package.json': `{"peerDependencies":{"peer":"1"}}` };
  const used = { 'server/a.ts': `import { x } from 'one';` };
  const both = { 'package.json': manifest('one', 'peer') };

  it('is none while that one is used and says so', () => {
    expect(faults({ ...both, ...declared, ...used }, list)).toEqual([]);
  });

  it('is a fault when that one does not say so, or is not used, or is not needed for it', () => {
    expect(faults({ ...both, ...used }, list)).toEqual(['peer is no peer of one']);
    expect(faults({ ...declared, 'server/a.ts': '' }, list)).toEqual([
      'package.json: nothing uses one',
      'peer is there for one, which nothing uses',
    ]);
    expect(faults({ 'server/a.ts': `import 'one';\nimport 'peer';` }, list)).toEqual([
      'peer is used by name: nobody else has to take it',
    ]);
  });

  it('by a text must find the text there', () => {
    const byText: List = { 'jest-environment-x': { file: 'a.txt', text: 'x' } };
    const tree = { 'package.json': manifest('jest-environment-x') };
    expect(faults({ ...tree, 'a.txt': 'an x' }, byText)).toEqual([]);
    expect(faults({ ...tree, 'a.txt': 'a y' }, byText)).toEqual(['jest-environment-x: a.txt does not say x']);
  });
});
