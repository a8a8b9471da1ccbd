import { bootApp, type TestApp } from '../../../test/app.js';
import { aUser } from '../../../test/factories/users.js';
import { type Contact, KnownClients, readEmail } from '../users/index.js';
import { GuestCodes } from './guest-codes.js';
import { VerificationCodes } from './verification-codes.js';

let app: TestApp;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());

/** A user who has forgotten the password, and how the code that was sent is tried on a device. */
async function forgotten() {
  const { userId, email } = await aUser(app.owner);
  const contact = readEmail(email) as Contact;
  const code = await app.application.get(VerificationCodes).issue({ target: contact.key, purpose: 'forget' });
  const wrong = code === '000000' ? '000001' : '000000';
  /** Somebody was logged in on it once. */
  const aDevice = () => app.application.get(KnownClients).remember(userId, { ip: '', userAgent: '' });
  const attempt = (device: string, typed: string) =>
    app.application
      .get(GuestCodes)
      .check({ contact, purpose: 'forget' }, typed, { ip: '203.0.113.9', userAgent: '', device })
      .then(
        () => 'right',
        ({ code: refused }: { code: string }) => refused,
      );
  return { code, wrong, aDevice, attempt };
}

it('devices on which somebody was logged in for an hour bring no tries without end at the code of a new password', async () => {
  const { code, wrong, aDevice, attempt } = await forgotten();
  for (let devices = 0; devices < 5; devices += 1) {
    const device = await aDevice();
    for (let tries = 0; tries < 5; tries += 1) expect(await attempt(device, wrong)).toBe('account.code-wrong');
  }
  expect(await attempt(await aDevice(), code)).toBe('account.code-wrong');
  // They have used up none of those of others.
  expect(await attempt('', code)).toBe('right');
});

it('one of them has five tries, and leaves the others theirs', async () => {
  const { code, wrong, aDevice, attempt } = await forgotten();
  const device = await aDevice();
  for (let tries = 0; tries < 30; tries += 1) expect(await attempt(device, wrong)).toBe('account.code-wrong');
  expect(await attempt(device, code)).toBe('account.code-wrong');
  expect(await attempt(await aDevice(), code)).toBe('right');
});
