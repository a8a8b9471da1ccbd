import { Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootApp, type TestApp } from '../../../test/app.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { Config } from '../../../platform/config/config.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type Contact, LimitsStore, readEmail, readPhone } from '../users/index.js';
import { CodePlaces } from './code-places.js';
import { SendCode } from './send-code.js';
import { networkOf } from '../../../platform/http/network-of.rules.js';

let app: TestApp;
let days = 0;

beforeAll(async () => {
  const limits = { CODES_PER_DAY: '3', CODES_PER_ADDRESS: '4', SMS_DIAL_CODES: '49, 1' };
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', ...limits });
}, 60_000);
afterAll(() => app?.close());

/** Places of a day of their own. */
function aDay() {
  const clock = new FakeClock(Date.UTC(2030, 0, (days += 1)));
  const places = new CodePlaces(
    app.application.get(LimitsStore),
    app.application.get(Config),
    clock,
    app.application.get(Metrics),
  );
  const ask = (
    values: {
      ip?: string;
      userId?: string;
      by?: string;
      isOwner?: boolean;
      isReset?: boolean;
      isSent?: boolean;
      contact?: Contact;
      said?: string;
    } = {},
  ) =>
    places
      .take({
        contact: aContact(),
        ip: anAddress(),
        by: 'strangers',
        userId: null,
        isOwner: false,
        isReset: false,
        isSent: true,
        ...values,
      })
      .then(
        (isSent) => (isSent || values.said === undefined ? 'sent' : 'nothing'),
        ({ code }: { code: string }) => code,
      );
  return { ask, clock };
}

function aContact(): Contact {
  const value = `${randomBytes(6).toString('hex')}@example.com`;
  return { kind: 'email', value, key: value } as Contact;
}

const anAddress = () => `198.51.${randomBytes(1)[0] ?? 0}.${randomBytes(1)[0] ?? 0}`;
const TOO_MANY = 'account.code-too-many';

it('guests who use up the day leave the signed-in theirs', async () => {
  const { ask } = aDay();
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual(['sent', 'sent', 'sent', TOO_MANY]);
  expect(await ask({ userId: '1' })).toBe('sent');
});

it('strangers who use up the day leave their codes to those who come back, and to what is known to an owner', async () => {
  const { ask } = aDay();
  for (let count = 0; count < 3; count += 1) await ask();
  expect([await ask(), await ask({ isReset: true })]).toEqual([TOO_MANY, 'sent']);
  expect([await ask({ isReset: true }), await ask({ isReset: true })]).toEqual(['sent', 'sent']);
  expect(await ask({ isReset: true })).toBe(TOO_MANY);
  const known = () => ask({ by: 'device 1', isOwner: true, isReset: true });
  expect([await known(), await known(), await known(), await known()]).toEqual(['sent', 'sent', 'sent', TOO_MANY]);
  expect(await ask({ userId: '1' })).toBe('sent');
});

it('that the day is used up is a figure that wakes somebody, and an error in the log, for guests and for accounts', async () => {
  const metrics = app.application.get(Metrics);
  const refusedOf = async (name: string) =>
    (await metrics.codesUsedUp.get()).values.find(({ labels }) => labels.budget === name)?.value;
  const figures = async () => [await refusedOf('code-budget'), await refusedOf('code-budget-user')].map(Number);
  const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const { ask } = aDay();
  const [guests = 0, accounts = 0] = await figures();
  for (let count = 0; count < 3; count += 1) await ask();
  expect(await figures()).toEqual([guests, accounts]);
  expect([await ask(), await ask({ isSent: false })]).toEqual([TOO_MANY, TOO_MANY]);
  expect(await figures()).toEqual([guests + 2, accounts]);
  for (const userId of ['1', '2', '3', '4']) await ask({ userId });
  expect(await figures()).toEqual([guests + 2, accounts + 1]);
  expect(errors.mock.calls.map(([words]) => String(words))).toEqual([
    "The day's 3 codes are used up (code-budget); no more are sent",
    "The day's 3 codes are used up (code-budget); no more are sent",
    "The day's 3 codes are used up (code-budget-user); no more are sent",
  ]);
  errors.mockRestore();
  const rules = readFileSync(join(__dirname, '../../../deploy/alerts.yml'), 'utf8');
  expect(rules).toContain('expr: sum by (budget) (increase(gateway_codes_used_up_total[15m])) > 0');
});

it('text messages go to the dial codes of the setting alone, and mail to everybody', async () => {
  await app.owner.query('delete from account_limit');
  const send = (contact: Contact | null) =>
    app.application
      .get(SendCode)
      .execute({
        contact: contact as Contact,
        purpose: 'register',
        userId: null,
        caller: { ip: anAddress(), userAgent: '' },
        language: 'en',
      })
      .then(
        () => 'sent',
        ({ code }: { code: string }) => code,
      );
  expect(await send(readPhone('15112345678', '49'))).toBe('sent');
  expect(await send(readPhone('13912345678', '86'))).toBe('account.phone-invalid');
  expect(await send(readPhone('7911123456', '44'))).toBe('account.phone-invalid');
  expect(await send(readEmail('somebody@example.com'))).toBe('sent');
});

it('guests who ask in an owner’s name, from the same address, use up none of what the session asks for', async () => {
  const { ask } = aDay();
  const same = { contact: aContact(), ip: anAddress() };
  expect(await ask(same)).toBe('sent');
  expect(await ask(same)).toBe(TOO_MANY);
  expect(await ask({ ...same, userId: '2' })).toBe('sent');
  expect(await ask({ ...same, userId: '2' })).toBe(TOO_MANY);
});

it('what is not sent does not count, and is refused when nothing is left', async () => {
  const { ask } = aDay();
  for (let count = 0; count < 5; count += 1) expect(await ask({ isSent: false })).toBe('sent');
  expect([await ask(), await ask(), await ask()]).toEqual(['sent', 'sent', 'sent']);
  expect(await ask({ isSent: false })).toBe(TOO_MANY);
});

it('all accounts and guests together send a contact five codes an hour and twenty a day, and its owner has places apart', async () => {
  const clock = new FakeClock(Date.UTC(2031, 0, 1));
  const limits = app.application.get(LimitsStore);
  const wide = { values: { ...app.application.get(Config).values, CODES_PER_DAY: 10_000 } } as Config;
  const ours = new CodePlaces(limits, wide, clock, app.application.get(Metrics));
  const contact = aContact();
  let accounts = 1000;
  const ask = (values: { userId?: string | null; isOwner?: boolean } = {}) =>
    ours
      .take({
        contact,
        ip: anAddress(),
        by: 'strangers',
        userId: String((accounts += 1)),
        isOwner: false,
        isReset: false,
        isSent: true,
        ...values,
      })
      .then(
        () => 1,
        () => 0,
      );
  const sent = async (times: number) => {
    let count = 0;
    for (let asked = 0; asked < times; asked += 1) count += await ask();
    return count;
  };
  // At once, too: each of them from an account and an address of its own.
  expect((await Promise.all(Array.from({ length: 8 }, () => ask()))).filter(Boolean)).toHaveLength(5);
  expect(await ask({ userId: null })).toBe(0);
  expect(await ask({ isOwner: true })).toBe(1);
  for (const hour of [5, 5, 5, 0]) {
    clock.advance(3_600_000);
    expect(await sent(7)).toBe(hour);
  }
  expect(await ask({ isOwner: true })).toBe(1);
  clock.advance(86_400_000);
  expect(await sent(7)).toBe(5);
});

it('accounts of one address that ask for contacts of others share what a guest address has', async () => {
  const { ask } = aDay();
  const ip = anAddress();
  const answers: string[] = [];
  for (const userId of ['11', '12', '13']) answers.push(await ask({ ip, userId, isSent: false }));
  answers.push(await ask({ ip, userId: '14', isSent: false }), await ask({ ip, userId: '15', isSent: false }));
  expect(answers).toEqual(['sent', 'sent', 'sent', 'sent', TOO_MANY]);
  // Neither guests nor who asks for the own contact share them.
  expect([await ask({ ip, isSent: false }), await ask({ ip, userId: '15', isOwner: true, isSent: false })]).toEqual([
    'sent',
    'sent',
  ]);
});

it('an IPv6 network counts as one address', async () => {
  const { ask } = aDay();
  const from = (end: string) => ask({ ip: `2001:db8:0:${days}::${end}`, isSent: false });
  for (const end of ['1', '2', 'b:c:d', '3']) expect(await from(end)).toBe('sent');
  expect(await from('5')).toBe(TOO_MANY);
  expect(await ask({ ip: '2001:db8:1::1', isSent: false })).toBe('sent');
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:c0a8:101', '192.168.1.1'],
  ['0:0:0:0:0:FFFF:c0a8:0101', '192.168.1.1'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:0:1', '0.0.0.1'],
  ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
  // Neither of these is a mapped one.
  ['::c0a8:101', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('%s is of %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it('as many devices as are known to the owner of a contact have one sum, which takes nothing from a session', async () => {
  const { ask } = aDay();
  const contact = aContact();
  const known = (device: string) => ask({ contact, by: `device ${device}`, isOwner: true, isSent: false });
  for (let device = 1; device <= 15; device += 1) expect(await known(`${device}`)).toBe('sent');
  expect(await known('16')).toBe(TOO_MANY);
  expect(await ask({ contact, by: 'owner', userId: '1', isOwner: true })).toBe('sent');
  expect(await ask({ contact, isSent: false })).toBe('sent');
});

describe('a phone whose dial code was left out', () => {
  it('is refused for what was said alone, and gets no more messages than if it had been named', async () => {
    const { ask, clock } = aDay();
    const [contact, said] = [aContact(), 'digits 13912345678'];
    expect(await ask({ contact, by: 'strangers' })).toBe('sent');
    // Named a moment ago, with its dial code: nothing is said of that.
    expect(await ask({ contact, said, by: 'strangers' })).toBe('nothing');
    expect(await ask({ contact, said, by: 'strangers' })).toBe(TOO_MANY);
    clock.advance(61_000);
    expect(await ask({ contact, said, by: 'strangers' })).toBe('sent');
    // And the other way round it is the contact itself that was just written to.
    expect(await ask({ contact, by: 'strangers' })).toBe(TOO_MANY);
  });
});
