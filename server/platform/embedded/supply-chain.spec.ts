import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsIn } from './secret-scan.mjs';
import {
  belowFloors,
  FLOORS,
  INSTALL_SCRIPTS,
  LICENCES_READ,
  licencesOf,
  unexpectedScripts,
  unlicensed,
  withoutIntegrity,
} from './supply-chain.mjs';

type Lock = Parameters<typeof withoutIntegrity>[0];
type Entry = Lock['packages'][string];

const ROOT = join(__dirname, '../../..');
const OURS: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
const SOUND: Entry = { version: '1.2.3', integrity: 'sha512-c29tZXRoaW5n', license: 'MIT' };

/** A lock file with this one package beside the product itself. */
const lockOf = (entry: Partial<Entry>, name = 'one'): Lock => ({
  packages: { '': { version: '0.1.0' }, [`node_modules/${name}`]: { ...SOUND, ...entry } },
});

describe('integrity', () => {
  const stub = { integrity: undefined, optional: true };
  it.each<[string, Partial<Entry>, number]>([
    ['is there', {}, 0],
    ['is missing', { integrity: undefined }, 1],
    ['is by a hash that can be made twice', { integrity: 'sha1-c29tZXRoaW5n' }, 1],
    ['is missing for a Mac', { ...stub, os: ['darwin'], cpu: ['arm64'] }, 0],
    ['is missing where the product is built', { ...stub, os: ['linux'], cpu: ['x64'] }, 1],
    ['is missing for a link to a folder of ours', { integrity: undefined, link: true }, 0],
    ['is missing for something optional of every platform', stub, 1],
  ])('%s', (_what, entry, faults) => {
    expect(withoutIntegrity(lockOf(entry))).toHaveLength(faults);
  });
});

describe('an install script', () => {
  const NONE = 'ignore-scripts=true\n';

  it('is known by name or by its family, or is a fault', () => {
    const known = { one: 'for a test', '@family/*': 'for a test' };
    const has = { hasInstallScript: true };
    expect(unexpectedScripts(lockOf(has), NONE, known)).toEqual([]);
    expect(unexpectedScripts(lockOf(has, '@family/other'), NONE, known)).toEqual([]);
    expect(unexpectedScripts(lockOf(has, 'stranger'), NONE, known)).toEqual([
      'stranger 1.2.3 has an install script that nobody has read',
    ]);
  });

  it.each(['', 'ignore-scripts=false\n', '# ignore-scripts=true\n'])('is run where the settings say %j', (settings) => {
    expect(unexpectedScripts(lockOf({}), settings)).toEqual(['.npmrc does not say ignore-scripts=true']);
  });
});

describe('a licence', () => {
  it.each<[string | undefined, boolean, boolean]>([
    ['MIT', false, true],
    ['(MIT OR GPL-3.0-only)', false, true],
    ['MIT AND GPL-3.0-only', false, false],
    ['AGPL-3.0-only', false, false],
    ['SEE LICENSE IN LICENSE.md', false, false],
    ['UNLICENSED', false, false],
    [undefined, false, false],
    ['CC-BY-4.0', false, false],
    ['CC-BY-4.0', true, true],
  ])('%s, of a tool: %s, is allowed: %s', (license, dev, isAllowed) => {
    expect(unlicensed(lockOf({ license, dev }), {}).length === 0).toBe(isAllowed);
  });

  it('is read in the package where its manifest does not say it', () => {
    expect(unlicensed(lockOf({ license: undefined }), { one: 'ISC' })).toEqual([]);
  });
});

describe('a floor', () => {
  const floors = { one: { least: '2.10.0', because: 'a hole' }, never: { least: null, because: 'ours is better' } };

  it.each<[string, string, Partial<Entry>, number]>([
    ['below', 'one', { version: '2.9.9' }, 1],
    ['at it', 'one', { version: '2.10.0' }, 0],
    ['a preview of it', 'one', { version: '2.10.0-rc.1' }, 1],
    ['inside another package', 'other/node_modules/one', { version: '1.0.0' }, 1],
    ['of a tool', 'one', { version: '1.0.0', dev: true }, 0],
    ['that no version reaches', 'never', { version: '9.9.9' }, 1],
    ['of nobody', 'two', { version: '0.0.1' }, 0],
  ])('%s', (_what, name, entry, faults) => {
    expect(belowFloors(lockOf(entry, name), floors)).toHaveLength(faults);
  });
});

it("the repository's own lock file and settings have no fault, and no hash is missing but of other platforms", () => {
  const settings = readFileSync(join(ROOT, '.npmrc'), 'utf8');
  expect(Object.keys(OURS.packages).length).toBeGreaterThan(1000);
  expect([
    ...withoutIntegrity(OURS),
    ...unexpectedScripts(OURS, settings),
    ...unlicensed(OURS),
    ...belowFloors(OURS),
  ]).toEqual([]);
});

it('lists name only what is installed', () => {
  const names = new Set(licencesOf(OURS).map(({ name }) => name));
  const isThere = (name: string) =>
    name.endsWith('/*') ? [...names].some((one) => one.startsWith(name.slice(0, -1))) : names.has(name);
  expect(Object.keys({ ...LICENCES_READ, ...INSTALL_SCRIPTS }).filter((name) => !isThere(name))).toEqual([]);
  const kept = Object.keys(FLOORS).filter((name) => FLOORS[name]?.least !== null);
  expect(kept.filter((name) => !names.has(name) && name !== 'qs')).toEqual([]);
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function found(text: string): Promise<string[]> {
    writeFileSync(join(folder, 'file.ts'), text);
    return secretsIn(folder, ['file.ts']);
  }

  const begin = (words: string) => ['-----BEGIN', words].join(' ');
  // Put together here, so that this file holds none itself.
  it.each([
    [
      'a private key',
      `${begin('RSA PRIVATE KEY-----')}\n${'MIIEpAIBAAKCAQEA'.repeat(8)}\n-----END RSA PRIVATE KEY-----\n`,
    ],
    ['a token of a code host', `const token = '${['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')}';\n`],
    ['a password in an address', `const url = '${['https://admin', 'hunter2secret@db.example.com/x'].join(':')}';\n`],
  ])('holds %s', async (_what, text) => {
    const faults = await found(`export const first = 1;\n${text}`);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^file\.ts:2 holds a secret \([a-z-]+, .+\)$/);
  });

  it('holds none', async () => {
    expect(await found(`const url = process.env.DATABASE_URL;\n`)).toEqual([]);
  });
});
