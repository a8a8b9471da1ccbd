import { bootApp, type TestApp } from '../../../test/app.js';
import { Caller } from '../../../test/calls.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { codeTo, mailbox, messageTo } from '../../../test/mailbox.js';
import { GetHolds } from '../notices/get-holds.js';

let app: TestApp;
let call: Caller;
let user: TestUser;
let next = 1;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway' });
  call = new Caller(app);
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  user = await aUser(app.database.url);
});

const post = (path: string, fields: Record<string, string> = {}, by = user) =>
  call.post(path, fields, { token: by.token });

/** An address that nobody has. */
function anAddress(): string {
  next += 1;
  return `new-${next}-${user.userId}@example.com`;
}

/** The two codes of a change to this contact. */
async function codes(contact: string, by = user): Promise<{ code: string; new_code: string }> {
  expect(await post('sms_other_mail', { act: 'contact', target: contact }, by)).toMatchObject({ type: 'ok' });
  expect(await post('user/contact_code', { user_string: contact }, by)).toMatchObject({ type: 'ok' });
  return { code: await codeTo(app, by.email), new_code: await codeTo(app, contact) };
}

async function emailOf({ userId }: TestUser): Promise<string> {
  const rows = await app.owner.query<{ email: string }[]>('select email from account_user where id = $1', [userId]);
  return rows[0]?.email ?? '';
}

test('another address takes the place of the old one, with a code of each; the old one hears of it, money waits', async () => {
  const contact = anAddress();
  const given = await codes(contact);
  expect(await post('user/contact', { user_string: contact, ...given })).toMatchObject({ type: 'ok' });
  expect(await emailOf(user)).toBe(contact);
  expect((await messageTo(app, user.email, 2)).text).toContain('changed');
  const [hold] = await app.application.get(GetHolds).execute(user.userId);
  expect(hold?.reason).toBe('contact');
  expect((hold?.until.getTime() ?? 0) - Date.now()).toBeGreaterThan(71 * 3_600_000);
  expect((await call.get('user/userLog', { token: user.token })).message).toMatchObject({
    list: [{ kind: 'contact-changed' }],
  });
  // Used up.
  expect(await post('user/contact', { user_string: contact, ...given })).toMatchObject({ code: 'account.code-wrong' });
});

test.each([
  'Your account is locked: call +1 202 555 0143',
  'Go to evil.example@now and log in',
  'visit evil.example',
  '',
])('no code is sent for a target that is no contact: %p', async (target) => {
  expect(await post('sms_other_mail', { act: 'contact', target })).toMatchObject({
    code: 'request.invalid',
    message: expect.stringContaining('E-mail, phone or user name'),
  });
  // The next message is the first one.
  await codes(anAddress());
  expect((await mailbox(app)).filter(({ to }) => to === user.email)).toHaveLength(1);
});

test('the notice reaches the open pages of its user', async () => {
  const contact = anAddress();
  await post('user/contact', { user_string: contact, ...(await codes(contact)) });
  const events = await app.owner.query<{ kind: string; payload: Record<string, unknown> }[]>(
    'select kind, payload from outbox where user_id = $1 order by sequence',
    [user.userId],
  );
  expect(events).toEqual([
    {
      kind: 'notice',
      payload: {
        entity: expect.stringMatching(/^notice:\d+$/),
        entityVersion: 1,
        noticeId: expect.stringMatching(/^\d+$/),
        notice: 'contact-changed',
        parameters: { device: expect.any(String), value: 'ne****@example.com' },
      },
    },
  ]);
});

test('neither code is enough, nor is the code of another address or another user', async () => {
  const contact = anAddress();
  const given = await codes(contact);
  const refused = async (fields: Record<string, string>, by = user) =>
    expect((await post('user/contact', { user_string: contact, ...given, ...fields }, by)).code);
  (await refused({ code: given.code === '000000' ? '000001' : '000000' })).toBe('account.code-wrong');
  (await refused({ code: '' })).toBe('account.code-required');
  (await refused({ new_code: given.new_code === '000000' ? '000001' : '000000' })).toBe('account.code-wrong');
  (await refused({ user_string: anAddress() })).toBe('account.code-wrong');
  const other = await aUser(app.database.url);
  (await refused({}, other)).toBe('account.code-wrong');
  expect(await emailOf(user)).toBe(user.email);
});

test.each([
  ['an address in capitals', (contact: string) => contact.toUpperCase(), (contact: string) => contact],
  [
    'an address that is kept in small letters',
    (contact: string) => contact,
    (contact: string) => contact.toUpperCase(),
  ],
])('the codes are bound to the contact, not to its spelling: %s', async (_name, asked, changed) => {
  const contact = anAddress();
  expect(await post('sms_other_mail', { act: 'contact', target: asked(contact) })).toMatchObject({ type: 'ok' });
  expect(await post('user/contact_code', { user_string: asked(contact) })).toMatchObject({ type: 'ok' });
  const given = { code: await codeTo(app, user.email), new_code: await codeTo(app, contact) };
  expect(await post('user/contact', { user_string: changed(contact), ...given })).toMatchObject({ type: 'ok' });
  expect(await emailOf(user)).toBe(contact);
});

test('a phone with the zero of its country is the same phone', async () => {
  expect(await post('sms_other_mail', { act: 'contact', target: '+4407911123456' })).toMatchObject({ type: 'ok' });
  const contact = { user_string: '07911123456', areacode: '44' };
  expect(await post('user/contact_code', contact)).toMatchObject({ type: 'ok' });
  const given = { code: await codeTo(app, user.email), new_code: await codeTo(app, '+447911123456') };
  expect(await post('user/contact', { ...contact, ...given })).toMatchObject({ type: 'ok' });
});

test.each([
  ['contact', 72],
  ['fund-password', 24],
  ['fund-password-reset', 24],
  ['login-password', 24],
  ['authenticator', 24],
  ['bank-card', 0],
])('before %s a page is told for how many hours withdrawals wait after it', async (act, hours) => {
  expect((await post('user/proofs', { act })).message).toMatchObject({ hold_hours: hours });
});

test('a contact that is somebody else’s is not told apart, and its owner is sent no code', async () => {
  const other = await aUser(app.database.url);
  expect(await post('sms_other_mail', { act: 'contact', target: other.email })).toMatchObject({ type: 'ok' });
  expect(await post('user/contact_code', { user_string: other.email })).toMatchObject({ type: 'ok' });
  expect((await messageTo(app, other.email)).code).toBeNull();
  const given = { code: await codeTo(app, user.email), new_code: '123456' };
  expect((await post('user/contact', { user_string: other.email, ...given })).code).toBe('account.code-wrong');
  expect((await mailbox(app)).filter(({ to }) => to === other.email)).toHaveLength(1);
});

test('a phone comes beside the address', async () => {
  expect(await post('sms_other_mail', { act: 'contact', target: '+12025550143' })).toMatchObject({ type: 'ok' });
  const contact = { user_string: '2025550143', areacode: '1' };
  expect(await post('user/contact_code', contact)).toMatchObject({ type: 'ok' });
  const given = { code: await codeTo(app, user.email), new_code: await codeTo(app, '+12025550143') };
  expect(await post('user/contact', { ...contact, ...given })).toMatchObject({ type: 'ok' });
  expect(await emailOf(user)).toBe(user.email);
  expect((await call.get('user/center', { token: user.token })).message).toMatchObject({ phone: '+12025550143' });
});
