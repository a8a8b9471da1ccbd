import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of somebody else: nobody here connects to it. */
const GIVEN = { DATABASE_URL: 'postgres://127.0.0.1:1/theirs', REDIS_URL: 'redis://127.0.0.1:1' };

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-program-'));
  for (const folder of ['dist/programs', 'dist/server', '.data']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'dist/programs/migrate.js'), `require('node:fs').writeFileSync('migrated', '')`);
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ['programs/doctor.js', false],
  ['programs/verify-books.js', false],
  ['programs/verify-audit.js', false],
  ['programs/begin-anchors.js', false],
  ['server/import.js', true],
])('%s brings a database that was given up to date: %s', (program, migrates) => {
  writeFileSync(join(root, 'dist', program), `console.log('looked at', process.env.DATABASE_URL)`);
  const script = `
    import { runProgram } from ${JSON.stringify(join(__dirname, 'run-program.mjs'))};
    const [root, program] = [process.cwd(), process.argv[1]];
    process.exitCode = await runProgram({ root, program, parameters: [], environment: process.env, compile: async () => undefined });`;
  const options = { cwd: root, env: { ...process.env, ...GIVEN }, encoding: 'utf8' as const };
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script, program], options);
  expect(said).toBe(`looked at ${GIVEN.DATABASE_URL}\n`);
  expect(existsSync(join(root, 'migrated'))).toBe(migrates);
});
