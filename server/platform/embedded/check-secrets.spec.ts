import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const PROGRAM = join(__dirname, 'check-secrets.mjs');
// Put together here, so that this file holds none itself.
const TOKEN = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repository-'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...parameters: string[]): void {
  const who = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com'];
  execFileSync('git', [...who, ...parameters], { cwd: folder, stdio: 'ignore' });
}

function commit(text: string): void {
  writeFileSync(join(folder, 'settings.ts'), text);
  git('add', '.');
  git('commit', '--quiet', '--message', 'settings');
}

const scan = (root: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, root], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};

it('no file of this repository holds a secret, and none ever did', () => {
  const { status, said } = scan(ROOT);
  expect(said).toMatch(/^\d{4,} files and their history hold no secret\n$/);
  expect(status).toBe(0);
});

it('a secret in a file that nobody has committed yet is found', () => {
  commit('export const limit = 5;\n');
  writeFileSync(join(folder, 'beside.ts'), `const token = '${TOKEN}';\n`);
  const { status, said } = scan(folder);
  expect(said).toMatch(/^beside\.ts:1 holds a secret \([a-z-]+, .+\)\n$/);
  expect(said).not.toContain(TOKEN);
  expect(status).toBe(1);
});

it('a canary that was committed once and taken out again is found in the history, on every branch', () => {
  commit('export const limit = 5;\n');
  git('checkout', '--quiet', '-b', 'beside');
  commit(`const limit = 5;\nconst token = '${TOKEN}';\n`);
  commit('const limit = 6;\n');
  git('checkout', '--quiet', '-');
  const { status, said } = scan(folder);
  expect(said).toMatch(/^settings\.ts:2 holds a secret \([a-z-]+, .+\), in the history as [0-9a-f]{40,64}\n$/);
  expect(status).toBe(1);
});
