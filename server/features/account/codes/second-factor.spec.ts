import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { NoteIncident } from '../notices/index.js';
import { LimitsStore, SecretBox } from '../users/index.js';
import { authenticator, SecondFactor, totpContext } from './second-factor.js';
import { TotpStore } from './totp.store.js';

const DAY_MS = 86_400_000;

let app: TestApp;
let source: DataSource;
const clock = new FakeClock(Date.parse('2026-11-01T00:00:00Z'));

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
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
  const factor = new SecondFactor(new TotpStore(source, clock), limits, box, app.application.get(NoteIncident), clock);
  const attempt = (code: string) =>
    factor.check(userId, code, { ip: '203.0.113.4', userAgent: '' }).then(
      () => 'right',
      ({ code: refused }: { code: string }) => refused,
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
  return { right, wrong, guess };
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
