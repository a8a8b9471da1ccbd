import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { PasswordHasher } from '../../features/account/security/password-hasher.js';
import { SecretBox } from '../../features/account/users/secret-box.js';
import { LocalFolderStorage } from '../storage/local-folder-storage.js';
import { SealedFiles } from '../storage/sealed-files.js';
import { readConfiguration } from './config.js';
import { FORMER_SECRETS, requireOwnSecrets } from './secrets.js';

const ADDRESSES = { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
const GIVEN = 'x'.repeat(32);
const COMPILED = pathToFileURL(join(__dirname, '../../../dist/server/platform/config/own-secrets.js')).href;
const run = promisify(execFile);

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(data, { recursive: true }));

const read = (environment: Record<string, string> = {}) =>
  readConfiguration({ ...ADDRESSES, DATA_FOLDER: data, PUBLIC_URL: 'https://trade.example', ...environment });
const inFolder = (name: string) => join(data, 'secrets', name);

describe('an installation', () => {
  it('makes its own secrets at its first start, keeps them, and lets nobody else read them', () => {
    const first = read();
    expect(first).toMatchObject({ SECRETS_ORIGIN: 'own', SECRET_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(first.PASSWORD_PEPPER).not.toBe(first.SECRET_KEY);
    expect(read()).toEqual(first);
    const names = ['password-pepper', 'secret-key', 'web-push-key'];
    expect(readdirSync(join(data, 'secrets')).sort()).toEqual(names);
    expect(statSync(join(data, 'secrets')).mode & 0o777).toBe(0o700);
    for (const name of names) {
      expect([name, statSync(inFolder(name)).mode & 0o777]).toEqual([name, 0o600]);
    }
  });

  it('has secrets that no other has', () => {
    const other = mkdtempSync(join(tmpdir(), 'secrets-'));
    expect(read({ DATA_FOLDER: other }).SECRET_KEY).not.toBe(read().SECRET_KEY);
    rmSync(other, { recursive: true });
  });

  it('that several processes start at once has one of each', async () => {
    const script = `import { ownSecret } from ${JSON.stringify(COMPILED)};
      while (Date.now() < Number(process.argv[2])) ;
      for (let n = 0; n < 50; n += 1) console.log(ownSecret(process.argv[1], 'name-' + n));`;
    const at = String(Date.now() + 1500);
    const starts = Array.from({ length: 6 }, () =>
      run(process.execPath, ['--input-type=module', '-e', script, '--', join(data, 'made'), at]),
    );
    const outputs = new Set((await Promise.all(starts)).map(({ stdout }) => stdout));
    expect(outputs.size).toBe(1);
    expect(new Set([...outputs].join('').trim().split('\n')).size).toBe(50);
    expect(readdirSync(join(data, 'made'))).toHaveLength(50);
  }, 30_000);

  it('in production makes them only where a folder is named for them', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'secrets-'));
    expect(() => read({ NODE_ENV: 'production' })).toThrow(/SECRETS_FOLDER/);
    expect(readdirSync(data)).toEqual([]);
    const folder = join(elsewhere, 'named');
    const { SECRET_KEY, SECRETS_ORIGIN } = read({ NODE_ENV: 'production', SECRETS_FOLDER: folder });
    expect([SECRETS_ORIGIN, readFileSync(join(folder, 'secret-key'), 'utf8')]).toEqual(['own', `${SECRET_KEY}\n`]);
    rmSync(elsewhere, { recursive: true });
  });

  it.each(['secrets', '', 'files/../secrets'])(
    'in production keeps them apart from what they seal: not in the data folder (%s)',
    (name) => {
      const SECRETS_FOLDER = join(data, name);
      expect(() => read({ NODE_ENV: 'production', SECRETS_FOLDER })).toThrow(/SECRETS_FOLDER: lies in DATA_FOLDER/);
      expect(readdirSync(data)).toEqual([]);
      expect(read({ SECRETS_FOLDER }).SECRETS_ORIGIN).toBe('own');
    },
  );

  it('refuses secrets that others can read, and never makes new ones in the place of damaged ones', () => {
    read();
    chmodSync(inFolder('secret-key'), 0o640);
    expect(() => read()).toThrow(/chmod 600/);
    chmodSync(inFolder('secret-key'), 0o600);
    writeFileSync(inFolder('secret-key'), '');
    expect(() => read()).toThrow(/backup/);
    expect(readFileSync(inFolder('secret-key'), 'utf8')).toBe('');
  });
});

describe('what is given', () => {
  it('goes before the files, and files can give it', () => {
    const file = join(data, 'elsewhere');
    writeFileSync(file, `${'y'.repeat(40)}\n`);
    const values = read({ NODE_ENV: 'production', PASSWORD_PEPPER: GIVEN, SECRET_KEY_FILE: file });
    expect(values).toMatchObject({ PASSWORD_PEPPER: GIVEN, SECRET_KEY: 'y'.repeat(40), SECRETS_ORIGIN: 'given' });
    expect(() => read({ SECRET_KEY: GIVEN, SECRET_KEY_FILE: file })).toThrow(/not both/);
    expect(() => read({ SECRET_KEY_FILE: join(data, 'none') })).toThrow(/SECRET_KEY_FILE.*ENOENT/);
    expect(readdirSync(data)).toEqual(['elsewhere']);
  });

  it('can name the pepper before it, by value or by file, and installations that began with the public one know it', () => {
    const file = join(data, 'previous');
    writeFileSync(file, 'z'.repeat(32));
    const given = { PASSWORD_PEPPER: GIVEN, SECRET_KEY: GIVEN };
    expect(read(given).FORMER_PEPPERS).toEqual([]);
    expect(read({ ...given, PASSWORD_PEPPER_PREVIOUS: 'the one before' }).FORMER_PEPPERS).toEqual(['the one before']);
    expect(read({ ...given, PASSWORD_PEPPER_PREVIOUS_FILE: file }).FORMER_PEPPERS).toEqual(['z'.repeat(32)]);
    expect(read().FORMER_PEPPERS).toEqual([FORMER_SECRETS.PASSWORD_PEPPER]);
    expect(read({ PASSWORD_PEPPER_PREVIOUS: 'the one before' }).FORMER_PEPPERS).toEqual([
      'the one before',
      FORMER_SECRETS.PASSWORD_PEPPER,
    ]);
  });

  it('stands in the addresses of Postgres and Redis, whatever signs it has', () => {
    const file = join(data, 'password');
    writeFileSync(file, 'p@ss/w:rd%\n');
    const values = read({ NODE_ENV: 'test', DATABASE_PASSWORD_FILE: file, REDIS_PASSWORD: 'plain' });
    expect(decodeURIComponent(new URL(values.DATABASE_URL).password)).toBe('p@ss/w:rd%');
    expect(values.REDIS_URL).toBe('redis://:plain@127.0.0.1:1');
  });
});

it.each([
  ['process', '0.0.0.0', false],
  ['process', '::', false],
  ['process', 'example.com', false],
  ['process', '127.0.0.1', true],
  ['process', '::1', true],
  ['process', 'localhost', true],
  ['own', '0.0.0.0', true],
  ['given', '0.0.0.0', true],
] as const)('with secrets of the %s somebody listens at %s: %s', (SECRETS_ORIGIN, HOST, may) => {
  const listen = expect(() => requireOwnSecrets({ HOST, SECRETS_ORIGIN }));
  if (may) listen.not.toThrow();
  else listen.toThrow(HOST);
});

describe('what an installation made with the constants that stood in the repository', () => {
  const before = () => ({ values: { ...read({ NODE_ENV: 'test' }), ...FORMER_SECRETS } });
  const now = () => ({ values: read() });
  const elsewhere = () => ({ values: read({ PASSWORD_PEPPER: GIVEN, SECRET_KEY: GIVEN }) });

  it('can be opened still, and is sealed anew with its own', () => {
    const sealed = new SecretBox(before()).seal(Buffer.from('canary'), 'of somebody');
    const box = new SecretBox(now());
    expect(box.open(sealed, 'of somebody').toString()).toBe('canary');
    expect(() => box.open(sealed, 'of somebody else')).toThrow('authenticate');
    const anew = box.seal(Buffer.from('canary'), 'of somebody');
    expect(() => new SecretBox(before()).open(anew, 'of somebody')).toThrow('authenticate');
    expect(() => new SecretBox(elsewhere()).open(sealed, 'of somebody')).toThrow('authenticate');
    expect(box.digests('a')).toEqual([box.digest('a'), new SecretBox(before()).digest('a')]);
    expect(new SecretBox(elsewhere()).digests('a')).toHaveLength(1);
  });

  it('lets its people in still, and hashes new passwords with its own pepper', async () => {
    const hashed = await new PasswordHasher(before()).hash('a password');
    const hasher = new PasswordHasher(now());
    expect(await hasher.verify(hashed, 'a password')).toBe(true);
    expect(await hasher.verify(hashed, 'another')).toBe(false);
    expect(await hasher.verify(null, 'nobody has this password')).toBe(false);
    expect(await new PasswordHasher(before()).verify(await hasher.hash('a password'), 'a password')).toBe(false);
    expect(await new PasswordHasher(elsewhere()).verify(hashed, 'a password')).toBe(false);
  });

  it('keeps its files, and seals them anew as they are read', async () => {
    const storage = new LocalFolderStorage(join(data, 'files'));
    await new SealedFiles(before(), storage).put('photo', Buffer.from('canary'));
    expect((await new SealedFiles(now(), storage).get('photo'))?.toString()).toBe('canary');
    await expect(new SealedFiles(elsewhere(), storage).get('photo')).rejects.toThrow('authenticate');
    // Whoever looked at it has had it sealed anew.
    await expect(new SealedFiles(before(), storage).get('photo')).rejects.toThrow('authenticate');
  });
});

describe('keys that were configured before', () => {
  const [OLD, NEW, NEXT] = ['o', 'n', 'm'].map((letter) => letter.repeat(40)) as [string, string, string];
  const keyed = (SECRET_KEY: string, ...previous: string[]) => ({
    values: read({ PASSWORD_PEPPER: GIVEN, SECRET_KEY, SECRET_KEY_PREVIOUS: previous.join('\n') }),
  });

  it('are several, one a line, by value or by file', () => {
    const file = join(data, 'previous');
    writeFileSync(file, `${OLD}\n\n  ${NEXT}\n`);
    const given = { PASSWORD_PEPPER: GIVEN, SECRET_KEY: NEW };
    expect(read(given).FORMER_SECRET_KEYS).toEqual([]);
    expect(read({ ...given, SECRET_KEY_PREVIOUS_FILE: file }).FORMER_SECRET_KEYS).toEqual([OLD, NEXT]);
    expect(read({ ...given, SECRET_KEY_PREVIOUS: `${NEW}\n${OLD}` }).FORMER_SECRET_KEYS).toEqual([OLD]);
    expect(read({ ...given, PASSWORD_PEPPER_PREVIOUS_FILE: file }).FORMER_PEPPERS).toEqual([OLD, NEXT]);
  });

  it('open columns and files, and files are sealed anew as they are read', async () => {
    const sealed = new SecretBox(keyed(OLD)).seal(Buffer.from('canary'), 'of somebody');
    expect(new SecretBox(keyed(NEW, NEXT, OLD)).open(sealed, 'of somebody').toString()).toBe('canary');
    expect(() => new SecretBox(keyed(NEW, NEXT)).open(sealed, 'of somebody')).toThrow('authenticate');
    const storage = new LocalFolderStorage(join(data, 'files'));
    await new SealedFiles(keyed(OLD), storage).put('photo', Buffer.from('canary'));
    expect((await new SealedFiles(keyed(NEW, OLD), storage).get('photo'))?.toString()).toBe('canary');
    expect((await new SealedFiles(keyed(NEW), storage).get('photo'))?.toString()).toBe('canary');
  });

  it('recognise what they digested', () => {
    const given = new SecretBox(keyed(OLD)).digest('code', 'a');
    expect(new SecretBox(keyed(NEW, OLD)).isDigest(given, 'code', 'a')).toBe(true);
    expect(new SecretBox(keyed(NEW)).isDigest(given, 'code', 'a')).toBe(false);
  });

  it('of passwords are several: each is right still, and is hashed anew with the first', async () => {
    const peppered = (PASSWORD_PEPPER: string, ...previous: string[]) => ({
      values: read({ SECRET_KEY: GIVEN, PASSWORD_PEPPER, PASSWORD_PEPPER_PREVIOUS: previous.join('\n') }),
    });
    const hashed = await new PasswordHasher(peppered(OLD)).hash('a password');
    const hasher = new PasswordHasher(peppered(NEW, NEXT, OLD));
    expect([await hasher.verify(hashed, 'a password'), hasher.isOutdated(hashed)]).toEqual([true, true]);
    expect(await new PasswordHasher(peppered(NEW, NEXT)).verify(hashed, 'a password')).toBe(false);
  });
});
