import { Transactions } from '../../../platform/database/transactions.store.js';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { NoteIncident } from '../notices/index.js';
import { type Caller, KnownClients, LimitsStore, SecretBox, UsersStore } from '../users/index.js';
import { authenticator, SecondFactor, totpContext } from './second-factor.js';
import { TotpStore } from './totp.store.js';

const DAY_MS = 86_400_000;

let app: TestApp;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
const clock = new FakeClock(Date.parse('2026-11-01T00:00:00Z'));

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  serving = app.serving;
}, 60_000);
afterAll(() => app?.close());

/** A user with an authenticator, and how its codes are tried. */
async function withFactor() {
  const userId = await aUserId(source);
  const box = app.application.get(SecretBox);
  const secret = randomBytes(20);
  await source.query(
    'insert into account_totp (user_id, secret, created_at, confirmed_at) values ($1, $2, now(), now())',
    [userId, box.seal(secret, totpContext(userId))],
  );
  const limits = app.application.get(LimitsStore);
  const note = app.application.get(NoteIncident);
  const clients = new KnownClients(app.application.get(UsersStore), box, app.application.get(Transactions), clock);
  const factor = new SecondFactor(new TotpStore(serving, clock), limits, box, note, clients, clock);
  let from: Caller = { ip: '203.0.113.4', userAgent: '' };
  /** Who tries from now on. */
  const by = (caller: Partial<Caller>) => {
    from = { ip: '203.0.113.4', userAgent: '', ...caller };
  };
  /** A device on which the user was logged in. */
  const aDevice = async () => ({ device: await clients.remember(userId, { ip: '', userAgent: '' }) });
  const refusals: Record<string, unknown>[] = [];
  const attempt = (code: string) =>
    factor.check(userId, code, from).then(
      () => 'right',
      (refusal: { code: string; parameters: Record<string, unknown> }) => {
        refusals.push(refusal.parameters);
        return refusal.code;
      },
    );
  const right = () => attempt(authenticator(secret).generate({ timestamp: clock.now() }));
  const wrong = () => attempt('wrong');
  /** Wrong tries as fast as the short bound lets them. */
  const guess = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      if (count % 5 === 0) clock.advance(901_000);
      expect(await wrong()).toBe('account.totp-wrong');
    }
  };
  return { right, wrong, guess, by, aDevice, refusals };
}

it('a hundred wrong codes in a month lock the authenticator for right ones, too', async () => {
  const { right, wrong, guess } = await withFactor();
  await guess(50);
  clock.advance(901_000);
  expect(await right()).toBe('right');
  await guess(50);
  clock.advance(901_000);
  expect(await wrong()).toBe('account.totp-locked');
  clock.advance(901_000);
  expect(await right()).toBe('account.totp-locked');
});

it('right codes count for nothing, and what is a month old neither', async () => {
  const { right, guess } = await withFactor();
  for (let count = 0; count < 110; count += 1) {
    clock.advance(60_000);
    expect(await right()).toBe('right');
  }
  await guess(99);
  clock.advance(31 * DAY_MS);
  await guess(99);
  clock.advance(901_000);
  expect(await right()).toBe('right');
});

it('strangers, who share their tries wherever they are, use up none of those of a device that is known', async () => {
  const { right, wrong, guess, by, aDevice, refusals } = await withFactor();
  const known = await aDevice();
  await guess(50);
  by({ ip: '198.51.100.7' });
  await guess(50);
  clock.advance(901_000);
  by({ ip: '198.51.100.8' });
  expect(await wrong()).toBe('account.totp-locked');
  // Of the first of the hundred; they came five at a time, a little more than a quarter of an hour apart.
  const first = clock.now() - 20 * 901_000;
  const until = new Date(first + 30 * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');
  expect(refusals.at(-1)).toEqual({ until });
  by(known);
  expect(await right()).toBe('right');
});

it('nor in the short run, and wrong codes of one known device keep out neither another nor strangers', async () => {
  const { right, wrong, by, aDevice } = await withFactor();
  const [known, other] = [await aDevice(), await aDevice()];
  for (let count = 0; count < 5; count += 1) expect(await wrong()).toBe('account.totp-wrong');
  expect(await wrong()).toBe('account.locked');
  by(known);
  for (let count = 0; count < 5; count += 1) expect(await wrong()).toBe('account.totp-wrong');
  expect(await wrong()).toBe('account.locked');
  by(other);
  expect(await right()).toBe('right');
});

it('a new device, known as it may be, brings no further tries in a month', async () => {
  const { wrong, by, aDevice } = await withFactor();
  clock.advance(901_000);
  for (let devices = 0; devices < 20; devices += 1) {
    by(await aDevice());
    for (let count = 0; count < 5; count += 1) expect(await wrong()).toBe('account.totp-wrong');
  }
  by(await aDevice());
  expect(await wrong()).toBe('account.totp-locked');
});
