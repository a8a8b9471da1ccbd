import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFrom } from './built-from.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'built-from-'));
  writeFileSync(join(root, 'package.json'), '{"name":"trading-gateway","version":"7.8.9"}');
});
afterEach(() => rmSync(root, { recursive: true }));

it('what is built says its version, and its commit where the build is told', () => {
  const commit = 'e8c9f4ec'.repeat(5);
  expect(builtFrom(root, {})).toEqual({ version: '7.8.9', commit: '' });
  expect(builtFrom(root, { BUILD_COMMIT: commit })).toEqual({ version: '7.8.9', commit });
  expect(() => builtFrom(root, { BUILD_COMMIT: 'a"b' })).toThrow('BUILD_COMMIT');
});
