import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partsOf } from './sbom.mjs';
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
    ['is missing for a Mac', { ...stub, os: ['darwin'], cpu: ['arm64'] }, 1],
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

it("the repository's own lock file and settings have no fault, and no hash is missing", () => {
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
  const pinned = Object.keys(FLOORS).filter((name) => FLOORS[name]?.least !== null);
  expect(pinned.filter((name) => !names.has(name) && name !== 'qs')).toEqual([]);
});

it('no file of the repository holds a secret, and npm run check says nothing else of it', () => {
  const check = join(__dirname, 'check-supply-chain.mjs');
  expect(execFileSync(process.execPath, [check], { cwd: ROOT, encoding: 'utf8' })).toBe('');
}, 60_000);

describe('the list of parts', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [program = '', ...words] = scripts.sbom?.split(' ') ?? [];
  const said = execFileSync(program, words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { components, dependencies, ...list } = JSON.parse(said) as ReturnType<typeof partsOf>;

  it('is CycloneDX, of the product', () => {
    expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(list.metadata.component).toMatchObject({ type: 'application', name: 'trading-gateway' });
  });

  it('has every package of the lock file that is no tool, once a version, with the same SHA-512', () => {
    const wanted = new Map(
      Object.entries(OURS.packages)
        .filter(([path, { dev }]) => path !== '' && !dev)
        .map(([path, { version, integrity = '' }]) => [
          `${path.split('node_modules/').at(-1)}@${version}`,
          Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
        ]),
    );
    const listed = components.map((one) => [`${one.name}@${one.version}`, one.hashes[0]?.content]);
    expect(new Map(listed as [string, string][])).toEqual(wanted);
    expect(listed).toHaveLength(wanted.size);
    for (const hash of wanted.values()) expect(hash).toMatch(/^[0-9a-f]{128}$/);
    // What npm's own list leaves out.
    for (const name of ['socket.io', 'react', 'nodemailer', '@nestjs/core']) {
      expect(components.map((one) => one.name)).toContain(name);
    }
    expect(components.map((one) => one.name)).not.toContain('jest');
  });

  it('says the licence of each, and what each takes, and nothing that is not in it', () => {
    expect(components.filter(({ licenses }) => licenses.length !== 1).map(({ name }) => name)).toEqual([]);
    const refs = new Set([list.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
    expect(new Set(dependencies.map(({ ref }) => ref))).toEqual(refs);
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
    const of = (name: string) => dependencies.find(({ ref }) => ref.startsWith(`${name}@`))?.dependsOn ?? [];
    expect(of('socket.io').some((ref) => ref.startsWith('engine.io@'))).toBe(true);
    expect(of('trading-gateway').some((ref) => ref.startsWith('bullmq@'))).toBe(true);
  });

  it('goes by the version that a package finds, not by the one that stands first', () => {
    const lock = {
      name: 'own',
      version: '1.0.0',
      packages: {
        '': { dependencies: { one: '^1.0.0' } },
        'node_modules/one': { ...SOUND, dependencies: { two: '^2.0.0' } },
        'node_modules/one/node_modules/two': { ...SOUND, version: '2.0.0', dependencies: { three: '*', none: '*' } },
        'node_modules/two': { ...SOUND, version: '1.0.0' },
        'node_modules/three': { ...SOUND, version: '3.0.0' },
        'node_modules/tool': { ...SOUND, dev: true },
      },
    };
    expect(partsOf(lock).dependencies).toEqual([
      { ref: 'own@1.0.0', dependsOn: ['one@1.2.3'] },
      { ref: 'one@1.2.3', dependsOn: ['two@2.0.0'] },
      { ref: 'two@2.0.0', dependsOn: ['three@3.0.0'] },
      { ref: 'two@1.0.0', dependsOn: [] },
      { ref: 'three@3.0.0', dependsOn: [] },
    ]);
  });
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
