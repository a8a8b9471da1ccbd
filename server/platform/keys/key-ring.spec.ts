import * as fc from 'fast-check';
import { createCipheriv, randomBytes } from 'node:crypto';
import { FORMER_SECRETS } from '../config/secrets.js';
import { deriveKey, KeyRing } from './key-ring.js';

const [OLD, NEW, OTHER] = ['o', 'n', 'x'].map((letter) => letter.repeat(40)) as [string, string, string];
const make = deriveKey('account', 'sealing');
const ring = (first: string, ...others: string[]) =>
  new KeyRing({ SECRET_KEY: first, FORMER_SECRET_KEYS: others, SECRETS_ORIGIN: 'given' }, make);

/** As it was sealed before keys had names. */
function bare(plain: Buffer, context: string, secret: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', make(secret), nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** A change of keys without a gap: first everybody knows the new one, then everybody seals with it, then the old one goes. */
const CHANGE = [ring(OLD), ring(OLD, NEW), ring(NEW, OLD), ring(NEW)] as const;

describe('sealing', () => {
  it('is under the first key, which is named, and opens with every one of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.string({ maxLength: 20 }), (plain, context) => {
        const sealed = ring(OLD).seal(plain, context);
        expect([ring(OLD).isOfFirst(sealed), ring(NEW, OLD).isOfFirst(sealed)]).toEqual([true, false]);
        for (const keys of [ring(OLD), ring(NEW, OLD), ring(NEW, OTHER, OLD)])
          expect(keys.open(sealed, context)).toEqual(Buffer.from(plain));
      }),
    );
  });

  it('opens for nobody without the key, for another context, or after a change of any byte', () => {
    const sealed = ring(OLD).seal(Buffer.from('canary'), 'of somebody');
    expect(() => ring(NEW, OTHER).open(sealed, 'of somebody')).toThrow('authenticate');
    expect(() => ring(NEW, OLD).open(sealed, 'of somebody else')).toThrow('authenticate');
    for (let place = 0; place < sealed.length; place += 1) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => ring(NEW, OLD).open(changed, 'of somebody')).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => ring(NEW, OLD).open(sealed.subarray(0, length), 'of somebody')).toThrow();
  });

  it('of before keys had names is opened still, whatever it begins with', () => {
    const plain = Buffer.from('canary');
    for (let round = 0; round < 600; round += 1) {
      const sealed = bare(plain, 'a', OLD);
      expect(ring(NEW, OLD).open(sealed, 'a')).toEqual(plain);
      expect(ring(NEW, OLD).isOfFirst(sealed)).toBe(false);
    }
    expect(() => ring(NEW).open(bare(plain, 'a', OLD), 'a')).toThrow('authenticate');
  });

  it('goes on while keys change, process by process: at each step whatever one seals its neighbours open', () => {
    for (const [step, keys] of CHANGE.entries()) {
      const sealed = keys.seal(Buffer.from('canary'), 'a');
      for (const neighbour of CHANGE.slice(Math.max(0, step - 1), step + 2))
        expect(neighbour.open(sealed, 'a').toString()).toBe('canary');
    }
    // Who leaves the first step out shuts out those that are not started anew yet.
    expect(() => ring(OLD).open(ring(NEW, OLD).seal(Buffer.from('canary'), 'a'), 'a')).toThrow('authenticate');
  });

  it('with what stood in the repository opens where an installation made its own, and nowhere else', () => {
    const public_ = new KeyRing({ SECRET_KEY: FORMER_SECRETS.SECRET_KEY }, make).seal(Buffer.from('canary'), 'a');
    const own = new KeyRing({ SECRET_KEY: NEW, SECRETS_ORIGIN: 'own' }, make);
    expect(own.open(public_, 'a').toString()).toBe('canary');
    expect(() => ring(NEW).open(public_, 'a')).toThrow('authenticate');
  });
});

describe('digests', () => {
  it('are under the first key, and recognised under every one of them', () => {
    const given = ring(OLD).digest('a text');
    expect(ring(NEW, OLD).digests('a text')).toEqual([ring(NEW).digest('a text'), given]);
    expect([ring(NEW, OLD), ring(OLD), ring(NEW)].map((keys) => keys.isDigest(given, 'a text'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(ring(NEW, OLD).isDigest(given, 'another text')).toBe(false);
    expect(ring(NEW, OLD).isDigest(given.subarray(1), 'a text')).toBe(false);
  });

  it('that name a key are held against that one alone', () => {
    const given = ring(OLD).digest('a text');
    expect(ring(NEW, OLD).isDigest(given, 'a text', ring(OLD).name)).toBe(true);
    expect(ring(NEW, OLD).isDigest(given, 'a text', ring(NEW).name)).toBe(false);
    expect(ring(NEW, OLD).isDigest(given, 'a text', 'no key')).toBe(false);
  });
});

it('the name of a key says nothing that another use or secret would say', () => {
  const names = [OLD, NEW, OTHER].map((secret) => ring(secret).name);
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}$/);
});
