import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newWebPushKey } from '../web-push/web-push-key.js';
import { readAnchorSettings, readConfiguration, SETTINGS } from './config.js';
import { SECRET_SETTINGS } from './secret-settings.js';
import { addressOf, directAddressOf, makeInstallationSecrets, readAddressOf } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secret-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ADDRESSES = { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
const WEB_PUSH_KEY = newWebPushKey();
/** What each is given as, where it must be of a form. */
const VALUES: Record<string, string> = {
  SMTP_URL: 'smtp://mailer:of-the-file@mail.example:587',
  SMS_URL: 'https://sms.example/of-the-file',
  EVM_RPC_URL: 'https://evm.example/of-the-file',
  TRON_API_URL: 'https://tron.example/of-the-file',
  WEB_PUSH_PRIVATE_KEY: WEB_PUSH_KEY,
};
const valueOf = (name: string) => VALUES[name] ?? `${name.toLowerCase()} of the file, long enough`;

/** What a program makes of the environment, by the setting that it reads. */
function readBack(name: string, environment: Record<string, string>): string {
  const role = /^(DATABASE(?:_WORKER|_FEED|_OWNER|_DIRECT|_READ)?|REDIS)_PASSWORD$/.exec(name)?.[1];
  if (role === 'DATABASE_DIRECT')
    return passwordOf(directAddressOf({ ...environment, DATABASE_DIRECT_URL: ADDRESSES.DATABASE_URL }));
  if (role !== undefined)
    return passwordOf(addressOf({ ...environment, [`${role}_URL`]: 'postgres://u@127.0.0.1:1/d' }, role as 'DATABASE'));
  const values = readConfiguration({ ...ADDRESSES, DATA_FOLDER: folder, NODE_ENV: 'test', ...environment });
  if (name === 'PASSWORD_PEPPER_PREVIOUS') return values.FORMER_PEPPERS[0] ?? '';
  if (name === 'SECRET_KEY_PREVIOUS') return values.FORMER_SECRET_KEYS[0] ?? '';
  return String(values[name as keyof typeof values]);
}

const passwordOf = (address: string | undefined) => decodeURIComponent(new URL(address ?? '').password);

it.each(SECRET_SETTINGS.filter((name) => name !== 'POSTGRES_PASSWORD'))('%s can be given as a file', (name) => {
  const file = join(folder, 'a-secret');
  writeFileSync(file, `${valueOf(name)}\n`);
  expect(readBack(name, { [`${name}_FILE`]: file })).toBe(valueOf(name));
  expect(readBack(name, { [name]: valueOf(name) })).toBe(valueOf(name));
  expect(() => readBack(name, { [name]: valueOf(name), [`${name}_FILE`]: file })).toThrow(
    `${name}: set it or ${name}_FILE`,
  );
  expect(() => readBack(name, { [`${name}_FILE`]: join(folder, 'none') })).toThrow(`${name}_FILE: `);
});

it('the owner’s password of a first start can, too', () => {
  const file = join(folder, 'a-secret');
  writeFileSync(file, 'chosen by somebody');
  makeInstallationSecrets({ shared: folder, owner: folder, migration: folder }, { POSTGRES_PASSWORD_FILE: file });
  expect(readFileSync(join(folder, 'postgres-password'), 'utf8')).toBe('chosen by somebody\n');
});

it('the standby for reads has the user and the password of each role, unless it says otherwise', () => {
  const given = { DATABASE_URL: 'postgres://worker@main:1/d', DATABASE_PASSWORD: 'of a role' };
  const read = (environment: Record<string, string>) => readAddressOf({ ...given, ...environment });
  const address = (user: string, password: string, host = 'standby:2') => `postgres://${user}:${password}@${host}/d`;
  expect(read({ DATABASE_READ_URL: 'postgres://standby:2/d' })).toBe(address('worker', 'of%20a%20role'));
  expect(read({ DATABASE_READ_URL: 'postgres://reader@standby:2/d', DATABASE_READ_PASSWORD: 'its own' })).toBe(
    address('reader', 'its%20own'),
  );
  const inAddress = address('u', 'in-it', 'main:1');
  expect(readAddressOf({ DATABASE_URL: inAddress, DATABASE_READ_URL: 'postgres://standby:2/d' })).toBe(
    address('u', 'in-it'),
  );
  expect([read({}), read({ DATABASE_READ_URL: '' })]).toEqual([undefined, '']);
  expect(() => read({ NODE_ENV: 'production', DATABASE_READ_URL: 'postgres://standby:2/d' })).toThrow(
    'DATABASE_READ_URL: standby is another machine',
  );
});

it('so can those of the program that looks at anchors', () => {
  const file = join(folder, 'a-secret');
  writeFileSync(file, 'of the file');
  const environment = { S3_SECRET_ACCESS_KEY_FILE: file, AUDIT_ANCHORS_ACCESS_KEY_ID_FILE: file };
  expect(readAnchorSettings(environment)).toMatchObject({
    S3_SECRET_ACCESS_KEY: 'of the file',
    AUDIT_ANCHORS_ACCESS_KEY_ID: 'of the file',
  });
});

it('whatever is called a secret, or is an address that comes with one, is among them', () => {
  const looks = SETTINGS.filter((name) => !name.endsWith('_FILE') && !name.endsWith('_FOLDER')).filter((name) =>
    /SECRET|PASSWORD(?!_LENGTH|_REQUIRED)|PEPPER|TOKEN|ACCESS_KEY|PRIVATE_KEY|^SMTP_URL|RPC_URL|API_URL/.test(name),
  );
  expect(looks.filter((name) => !SECRET_SETTINGS.includes(name) && name !== 'REGISTER_FUND_PASSWORD_REQUIRED')).toEqual(
    [],
  );
});
