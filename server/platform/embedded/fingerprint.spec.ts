import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';

describe('the fingerprint of sources', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fingerprint-'));
    mkdirSync(join(root, 'server/deep'), { recursive: true });
    writeFileSync(join(root, 'server/deep/a.ts'), 'one');
    writeFileSync(join(root, 'server/b.spec.ts'), 'test');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const counts = (path: string): boolean => !path.endsWith('.spec.ts');
  const now = (): string => fingerprint(root, ['server', 'absent.json'], counts);

  it('stays the same while nothing that counts changes', () => {
    const before = now();
    writeFileSync(join(root, 'server/b.spec.ts'), 'another test');
    writeFileSync(join(root, 'server/deep/a.ts'), 'one');
    expect(now()).toBe(before);
  });

  it.each<[string, () => void]>([
    ['a content', () => writeFileSync(join(root, 'server/deep/a.ts'), 'two')],
    ['a name', () => renameSync(join(root, 'server/deep/a.ts'), join(root, 'server/deep/c.ts'))],
    ['a new file', () => writeFileSync(join(root, 'server/new.ts'), '')],
    ['a file that was absent', () => writeFileSync(join(root, 'absent.json'), '{}')],
    ['a removal', () => rmSync(join(root, 'server/deep/a.ts'))],
  ])('changes with %s', (_case, change) => {
    const before = now();
    change();
    expect(now()).not.toBe(before);
  });
});
