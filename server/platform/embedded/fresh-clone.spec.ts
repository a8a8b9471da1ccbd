import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** What reads the packages themselves, on a checkout that has them. */
const BEHIND_OTHERS = ['sbom', 'licences', 'sql-types'];
const ENTRIES = new Map(
  Object.entries(scripts).flatMap(([name, script]) => {
    const [, entry] = /^node (\S+\.mjs)/.exec(script) ?? [];
    return entry && !BEHIND_OTHERS.includes(name) ? [[entry, name] as const] : [];
  }),
);

let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
  for (const name of ['package.json', 'package-lock.json', 'server/platform/embedded', 'server/bench', 'server/test'])
    cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  // In place of npm: it says what npm says when it has no room.
  writeFileSync(join(clone, 'npm.js'), `console.log(process.argv.slice(2).join(' '), 'ENOSPC'); process.exit(1)`);
});
afterAll(() => rmSync(clone, { recursive: true }));

it.each([...ENTRIES])('%s (npm run %s) installs the packages before it needs one', (entry) => {
  const env = { ...process.env, npm_execpath: join(clone, 'npm.js') };
  const { status, stderr } = spawnSync(process.execPath, [entry], { cwd: clone, env, encoding: 'utf8' });
  expect(stderr).toContain('ci --include=dev');
  expect(stderr).toContain('The packages could not be installed: the disk is full.');
  expect(status).toBe(1);
});
