import { bootApp, type TestApp } from '../../../test/app.js';
import { aUser } from '../../../test/factories/users.js';
import { mailbox } from '../../../test/mailbox.js';
import { type Contact, KnownClients, readEmail } from '../users/index.js';
import { GuestCodes } from './guest-codes.js';
import { SendCode } from './send-code.js';
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
  const attempt = (device: string, typed: string, ip = '203.0.113.9') =>
    app.application
      .get(GuestCodes)
      .check({ contact, purpose: 'forget' }, typed, { ip, userAgent: '', device })
      .then(
        () => 'right',
        ({ code: refused }: { code: string }) => refused,
      );
  /** Asks for a code as somebody on a new device does, and reads it in the mailbox. */
  const asked = async () => {
    const caller = { ip: '203.0.113.77', userAgent: '' };
    await app.application.get(SendCode).execute({ contact, purpose: 'forget', userId: null, caller, language: 'en' });
    // What tells of wrong codes comes before, between or behind them.
    const codes = (await mailbox(app)).filter((entry) => entry.to === email && entry.code !== null);
    return codes.at(-1)?.code ?? '';
  };
  /** As if a minute had gone by since the last one was sent. */
  const minuteLater = () => app.owner.query(`delete from account_limit where kind like 'code-contact%'`);
  return { code, wrong, aDevice, attempt, asked, minuteLater };
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

it('strangers who have used up the guesses of all keep nobody out who reads the mail: the next code is one that nobody guesses', async () => {
  const { wrong, attempt, asked, minuteLater } = await forgotten();
  for (let tries = 0; tries < 5; tries += 1) expect(await attempt('', wrong)).toBe('account.code-wrong');
  const short = await asked();
  expect(short).toMatch(/^[0-9]{6}$/);
  for (let tries = 0; tries < 5; tries += 1) await attempt('', short === wrong ? '000001' : wrong);
  // Nobody has a guess left, with the right code either.
  expect(await attempt('', short, '198.51.100.7')).toBe('account.code-wrong');
  await minuteLater();
  const long = await asked();
  expect(long).toMatch(/^[0-9]{14}$/);
  // Wrong ones of one network, of either length, cost that network's tries alone.
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await attempt('', '00000000000000')).toBe('account.code-wrong');
    expect(await attempt('', wrong)).toBe('account.code-wrong');
  }
  expect(await attempt('', long)).toBe('account.code-wrong');
  expect(await attempt('', long, '198.51.100.7')).toBe('right');
});

it('a code proves the very spelling that it was sent to, of which the letters’ case is no part', async () => {
  const caller = { ip: '203.0.113.78', userAgent: '' };
  const name = `tagged${Date.now()}`;
  const read = (text: string) => readEmail(text) as Contact;
  const tagged = read(`${name}+b@x.example`);
  await app.application
    .get(SendCode)
    .execute({ contact: tagged, purpose: 'register', userId: null, caller, language: 'en' });
  const code = (await mailbox(app)).find(({ to }) => to === tagged.value)?.code ?? '';
  const attempt = (address: string) =>
    app.application
      .get(GuestCodes)
      .check({ contact: read(address), purpose: 'register' }, code, caller)
      .then(
        () => 'right',
        ({ code: refused }: { code: string }) => refused,
      );
  expect(await attempt(`${name}@x.example`)).toBe('account.code-wrong');
  expect(await attempt(`${name}+c@x.example`)).toBe('account.code-wrong');
  expect(await attempt(`${name.toUpperCase()}+B@X.example`)).toBe('right');
});
