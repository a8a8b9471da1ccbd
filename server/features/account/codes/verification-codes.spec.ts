import { randomBytes } from 'node:crypto';
import { bootApp, type TestApp } from '../../../test/app.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { NoteIncident } from '../notices/index.js';
import { LimitsStore, SecretBox } from '../users/index.js';
import { CodesStore } from './codes.store.js';
import { VerificationCodes } from './verification-codes.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let app: TestApp;
const clock = new FakeClock(Date.parse('2026-11-01T00:00:00Z'));

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
}, 60_000);
afterAll(() => app?.close());

/** The codes of one contact, and who tries them. */
function aContact(purpose: 'register' | 'forget' = 'forget') {
  const limits = app.application.get(LimitsStore);
  const codes = new VerificationCodes(
    new CodesStore(app.serving),
    limits,
    app.application.get(SecretBox),
    app.application.get(NoteIncident),
    clock,
  );
  const name = { target: `${randomBytes(6).toString('hex')}@example.com`, purpose };
  const isRight = (code: string, { by = 'strangers', ip = '203.0.113.4' } = {}) =>
    codes
      .check(name, code, {
        by,
        ...(purpose === 'register' && { sum: 'networks' }),
        userId: null,
        caller: { ip, userAgent: '' },
      })
      .then(
        () => true,
        () => false,
      );
  const use = (code: string) =>
    app.serving
      .transaction((tx) => codes.use(tx, name, code))
      .then(
        () => true,
        () => false,
      );
  /** A code, and one that it is not. */
  const issue = async (askedFrom = '') => {
    const right = await codes.issue(name, askedFrom);
    return { right, wrong: right === '000000' ? '000001' : '000000' };
  };
  return { issue, isRight, use };
}

describe('a code', () => {
  it('lives for ten minutes, to be looked at and to be used', async () => {
    const { issue, isRight, use } = aContact();
    const { right } = await issue();
    clock.advance(10 * MINUTE_MS - 1);
    expect(await isRight(right)).toBe(true);
    clock.advance(1);
    expect([await isRight(right), await use(right)]).toEqual([false, false]);
    const { right: another } = await issue();
    clock.advance(10 * MINUTE_MS - 1);
    expect([await use(another), await use(another)]).toEqual([true, false]);
  });

  it('ends the one before it', async () => {
    const { issue, isRight, use } = aContact();
    const { right: first } = await issue();
    let { right: second } = await issue();
    while (second === first) second = (await issue()).right;
    expect([await isRight(first), await use(first)]).toEqual([false, false]);
    expect([await isRight(second), await use(second)]).toEqual([true, true]);
  });
});

describe('wrong tries', () => {
  /** Whether the right code still is, after so many wrong ones at codes of their own, at most four at each. */
  async function afterWrong(times: number, { issue, isRight }: ReturnType<typeof aContact>): Promise<boolean> {
    for (let tried = 0; tried < times; ) {
      const { wrong } = await issue();
      for (let at = 0; at < 4 && tried < times; at += 1, tried += 1) expect(await isRight(wrong)).toBe(false);
    }
    return isRight((await issue()).right);
  }

  it('are ten a day over all codes, and the next day there are some again', async () => {
    const contact = aContact();
    expect(await afterWrong(9, contact)).toBe(true);
    expect(await afterWrong(1, contact)).toBe(false);
    clock.advance(DAY_MS);
    expect(await afterWrong(9, contact)).toBe(true);
  });

  it('are thirty in thirty days', async () => {
    const contact = aContact();
    for (const wrong of [9, 9, 9]) {
      expect(await afterWrong(wrong, contact)).toBe(true);
      clock.advance(DAY_MS);
    }
    expect(await afterWrong(2, contact)).toBe(true);
    expect(await afterWrong(1, contact)).toBe(false);
    clock.advance(DAY_MS);
    expect(await afterWrong(0, contact)).toBe(false);
    clock.advance(26 * DAY_MS + 1);
    expect(await afterWrong(0, contact)).toBe(true);
  });

  it('of all networks at the codes of a registration have a sum, however many come at once', async () => {
    const { issue, isRight } = aContact('register');
    const { right, wrong } = await issue('198.51.100.1');
    const asker = { by: 'address 198.51.100.1', ip: '198.51.100.1' };
    let networks = 0;
    const another = () => ({ by: `address 203.0.${(networks += 1)}.1`, ip: `203.0.${networks}.1` });
    // A network that goes on after its own five tries takes nothing more from the sum.
    const greedy = another();
    for (let tries = 0; tries < 9; tries += 1) await isRight(wrong, greedy);
    for (let round = 0; round < 4; round += 1)
      await Promise.all(Array.from({ length: 5 }, () => isRight(wrong, another())));
    expect(await isRight(right, another())).toBe(false);
    // Whoever asked for the code has tries of its own: strangers keep nobody from registering.
    expect(await isRight(right, asker)).toBe(true);
    const { right: next } = await issue('198.51.100.1');
    expect(await isRight(next, another())).toBe(false);
    clock.advance(10 * MINUTE_MS);
    expect(await isRight((await issue('198.51.100.1')).right, another())).toBe(true);
  });

  it('of all networks are fifty a day and a hundred and fifty in thirty days', async () => {
    const { issue, isRight } = aContact('register');
    let networks = 0;
    const another = () => ({ by: `address 203.1.${(networks += 1)}.1`, ip: `203.1.${networks}.1` });
    /** At codes that live after one another, twenty of other networks at each. */
    const guess = async (times: number) => {
      for (let tried = 0; tried < times; tried += 1) {
        if (tried % 20 === 0) clock.advance(10 * MINUTE_MS);
        const { wrong } = await issue('198.51.100.1');
        await isRight(wrong, another());
      }
      clock.advance(10 * MINUTE_MS);
      return isRight((await issue('198.51.100.1')).right, another());
    };
    for (const _day of [1, 2]) {
      expect(await guess(49)).toBe(true);
      expect(await guess(1)).toBe(false);
      clock.advance(DAY_MS);
    }
    expect(await guess(49)).toBe(true);
    expect(await guess(1)).toBe(false);
    clock.advance(2 * DAY_MS);
    expect(await guess(0)).toBe(false);
  });
});
