import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webPushKeyOf } from './own-web-push-key.js';
import { newWebPushKey, publicKeyOf } from './web-push-key.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-push-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const wanted = (values: object = {}) => ({
  NODE_ENV: 'production' as const,
  DATA_FOLDER: folder,
  SECRETS_FOLDER: join(folder, 'secrets'),
  ...values,
});

it('is made once by the installation, for its owner’s eyes only', () => {
  const key = webPushKeyOf({}, wanted());
  expect(webPushKeyOf({}, wanted())).toBe(key);
  const file = join(folder, 'secrets/web-push-key');
  expect(readFileSync(file, 'utf8').trim()).toBe(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Buffer.from(publicKeyOf(key), 'base64url')).toHaveLength(65);
});

it('is the one that the environment gives', () => {
  const key = newWebPushKey();
  expect(webPushKeyOf({ WEB_PUSH_PRIVATE_KEY: key }, wanted())).toBe(key);
});

it.each(['', 'short', 'A'.repeat(43), '_'.repeat(43)])('%s is refused, or is none', (given) => {
  const read = () => webPushKeyOf({ WEB_PUSH_PRIVATE_KEY: given }, wanted({ SECRETS_FOLDER: '' }));
  if (given === '') expect(read()).toBe('');
  else expect(read).toThrow('WEB_PUSH_PRIVATE_KEY');
});

it('there is none in production where the installation keeps no secrets of its own', () => {
  expect(webPushKeyOf({}, wanted({ SECRETS_FOLDER: '' }))).toBe('');
});
