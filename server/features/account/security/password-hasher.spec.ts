import { readConfiguration } from '../../../platform/config/config.js';
import { Turns } from '../../../platform/loop/turns.js';
import { PasswordHasher } from './password-hasher.js';

const config = {
  values: readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://127.0.0.1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    PASSWORD_PEPPER: 'p'.repeat(40),
    SECRET_KEY: 's'.repeat(40),
  }),
};

it('hashes with 19 MiB, two passes and one lane, and a salt of 16 bytes of its own each time', async () => {
  const hasher = new PasswordHasher(config);
  const [one, other] = [await hasher.hash('correct horse 7'), await hasher.hash('correct horse 7')];
  const [, kind, version, figures, salt = ''] = one.split('$');
  expect([kind, version, figures]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(Buffer.from(salt, 'base64')).toHaveLength(16);
  expect(other.split('$')[4]).not.toBe(salt);
  expect(await hasher.verify(one, 'correct horse 7')).toBe(true);
  expect(await hasher.verify(one, 'correct horse 8')).toBe(false);
  expect(await hasher.verify(null, 'nobody has this password')).toBe(false);
});

it('makes a hash anew that has less memory or fewer passes, or another pepper or none that is known, and no other', async () => {
  const hasher = new PasswordHasher(config);
  const today = await hasher.hash('correct horse 7');
  const [, mark = ''] = today.split(';pepper=');
  expect(mark).toMatch(/^[0-9a-f]{8}$/);
  expect(config.values.PASSWORD_PEPPER).not.toContain(mark);
  const made = (figures: string, pepper = mark) =>
    `$argon2id$v=19$${figures}$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g;pepper=${pepper}`;
  expect(hasher.isOutdated(today)).toBe(false);
  expect(hasher.isOutdated(made('m=19456,t=2,p=1'))).toBe(false);
  expect(hasher.isOutdated(made('m=9728,t=2,p=1'))).toBe(true);
  expect(hasher.isOutdated(made('m=19456,t=1,p=1'))).toBe(true);
  expect(hasher.isOutdated(made('m=19456,t=2,p=1', '00000000'))).toBe(true);
  // As they were before there were marks.
  expect(hasher.isOutdated(today.replace(/;.*/, ''))).toBe(true);
  expect(await hasher.verify(today.replace(/;.*/, ''), 'correct horse 7')).toBe(true);
  expect(await hasher.renewed(today, 'correct horse 7')).toBeNull();
});

describe('after a change of the pepper', () => {
  const changed = (former: string[]) => ({
    values: { ...config.values, PASSWORD_PEPPER: 'q'.repeat(40), FORMER_PEPPERS: former },
  });
  const former = config.values.PASSWORD_PEPPER;

  it('what was hashed with the former one is right still, and is hashed with the new one', async () => {
    const before = await new PasswordHasher(config).hash('582913');
    const hasher = new PasswordHasher(changed([former]));
    expect(await hasher.verify(before, '582913')).toBe(true);
    expect(await hasher.verify(before, '582914')).toBe(false);
    const renewed = await hasher.renewed(before, '582913');
    expect(await new PasswordHasher(changed([])).verify(renewed, '582913')).toBe(true);
    expect(await new PasswordHasher(config).verify(renewed, '582913')).toBe(false);
    expect(await hasher.renewed(renewed ?? '', '582913')).toBeNull();
    // Whoever forgot to name it lets nobody in by it.
    expect(await new PasswordHasher(changed([])).verify(before, '582913')).toBe(false);
  });

  it('a wrong password costs the same whoever made the hash, and where there is none', async () => {
    const before = await new PasswordHasher(config).hash('582913');
    const hasher = new PasswordHasher(changed([former]));
    const now = await hasher.hash('582913');
    await hasher.verify(null, 'so that nobody has a hash');
    const turns = jest.spyOn(Turns.prototype, 'run');
    const work = async (hashed: string | null, password: string) => {
      turns.mockClear();
      await hasher.verify(hashed, password);
      return turns.mock.calls.length;
    };
    const unmarked = before.replace(/;.*/, '');
    const wrong = [await work(before, '0'), await work(now, '0'), await work(unmarked, '0'), await work(null, '0')];
    expect(wrong).toEqual([2, 2, 2, 2]);
    expect([await work(before, '582913'), await work(now, '582913')]).toEqual([1, 1]);
  });
});

it('lets fifty wait, and refuses the others at once', async () => {
  const hasher = new PasswordHasher(config);
  const asked = Array.from({ length: 70 }, () => hasher.hash('x'));
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter(({ status }) => status === 'rejected');
  // Two to four are under way at once, by the number of cores.
  expect(refused.length).toBeGreaterThanOrEqual(16);
  expect(refused.length).toBeLessThanOrEqual(19);
  expect(refused[0]).toMatchObject({ reason: { code: 'request.unavailable' } });
  expect(await hasher.hash('y')).toMatch(/^\$argon2id\$/);
});

it('whoever came first while too many waited keeps nobody from being judged afterwards', async () => {
  const hasher = new PasswordHasher(config);
  const known = await new PasswordHasher(config).hash('582913');
  const asked = Promise.allSettled(Array.from({ length: 70 }, () => hasher.hash('x')));
  for (const hashed of [known, null])
    await expect(hasher.verify(hashed, '0')).rejects.toMatchObject({ code: 'request.unavailable' });
  await asked;
  expect(await hasher.verify(null, '582913')).toBe(false);
  expect(await hasher.verify(known, '582913')).toBe(true);
});
