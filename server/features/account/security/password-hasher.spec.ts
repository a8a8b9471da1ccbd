import { readConfiguration } from '../../../platform/config/config.js';
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

it('makes a hash anew that has less memory or fewer passes, and no other', () => {
  const hasher = new PasswordHasher(config);
  const made = (figures: string) =>
    `$argon2id$v=19$${figures}$c2FsdHNhbHRzYWx0c2E$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g`;
  expect(hasher.isOutdated(made('m=19456,t=2,p=1'))).toBe(false);
  expect(hasher.isOutdated(made('m=9728,t=2,p=1'))).toBe(true);
  expect(hasher.isOutdated(made('m=19456,t=1,p=1'))).toBe(true);
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
