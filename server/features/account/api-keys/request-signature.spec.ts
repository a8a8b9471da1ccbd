import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, constantFrom, integer, property, record, string } from 'fast-check';
import { ED25519_EXAMPLE, SIGNING_EXAMPLE } from '../../../contract/rules/api-keys.example.js';
import { isInWindow, signedText, type SignedParts } from '../../../contract/rules/api-keys.rules.js';
import { hmacOf, isEd25519, isHmac, readPublicKey } from './request-signature.js';

const { secret, signature, body, ...parts } = SIGNING_EXAMPLE;
const text = signedText(parts);

describe('the worked example', () => {
  it('has the seven lines that the page shows', () => {
    expect(text.split('\n')).toEqual([
      '1763890000000',
      'Xk3vT9mQ2pLr8sWc5bNz7hYd',
      '5000',
      'POST',
      '/api/coin/trade',
      'bot-7-000042',
      'b0d14e50d613ce2316663e183879a2d86e6b3f656fbdba170bd7eae7965659dc',
    ]);
    expect(createHash('sha256').update(body).digest('hex')).toBe(parts.bodyHash);
  });

  it('is computed by OpenSSL as it is by us', () => {
    const folder = mkdtempSync(join(tmpdir(), 'signing-'));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    try {
      writeFileSync(join(folder, 'body'), body);
      writeFileSync(join(folder, 'text'), text);
      expect(openssl('dgst', '-sha256', '-hex', 'body')).toContain(parts.bodyHash);
      expect(openssl('dgst', '-sha256', '-hmac', secret, 'text').trim()).toMatch(new RegExp(`= ${signature}$`));
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(hmacOf(secret, text).toString('hex')).toBe(signature);
    expect(isHmac(signature, secret, text)).toBe(true);
  });

  it('is signed by Ed25519 as OpenSSL signs it', () => {
    const publicKey = readPublicKey(ED25519_EXAMPLE.publicKey);
    expect(publicKey && isEd25519(ED25519_EXAMPLE.signature, publicKey, text)).toBe(true);
  });
});

describe('a signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const signed = (words: string) => sign(null, Buffer.from(words), privateKey).toString('base64');

  it('fits no text in which a byte is another', () => {
    const edwards = signed(text);
    assert(
      property(integer({ min: 0, max: text.length - 1 }), integer({ min: 1, max: 127 }), (place, by) => {
        const other = text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ by) + text.slice(place + 1);
        return !isHmac(signature, secret, other) && !isEd25519(edwards, bytes, other);
      }),
      { numRuns: 300 },
    );
  });

  it('is another one for each change of a part, also where parts run into each other', () => {
    const part = string({ unit: constantFrom('a', '1', '/', '?', '&', '='), maxLength: 4 });
    const any = record<SignedParts>({
      timestamp: part,
      key: part,
      window: part,
      verb: part,
      path: part,
      idempotencyKey: part,
      bodyHash: part,
    });
    assert(
      property(any, any, (left, right) => {
        const isSame = Object.keys(left).every(
          (name) => left[name as keyof SignedParts] === right[name as keyof SignedParts],
        );
        return (signedText(left) === signedText(right)) === isSame;
      }),
      { numRuns: 2000 },
    );
  });

  it('is none where a digit of it is another', () => {
    const edwards = signed(text);
    for (let place = 0; place < signature.length; place += 1) {
      const digit = signature[place] === '0' ? '1' : '0';
      expect(isHmac(signature.slice(0, place) + digit + signature.slice(place + 1), secret, text)).toBe(false);
    }
    for (let place = 0; place < 86; place += 1) {
      const letter = edwards[place] === 'A' ? 'B' : 'A';
      expect(isEd25519(edwards.slice(0, place) + letter + edwards.slice(place + 1), bytes, text)).toBe(false);
    }
  });

  it.each([
    signature.toUpperCase(),
    ` ${signature}`,
    `${signature} `,
    `${signature}00`,
    signature.slice(2),
    '',
    `0x${signature}`,
    `${signature}, ${signature}`,
    '0'.repeat(64),
  ])('is taken in one spelling alone: %j', (spelled) => {
    expect(isHmac(spelled, secret, text)).toBe(false);
  });

  it('of one kind is none of the other', () => {
    expect(isEd25519(signature, bytes, text)).toBe(false);
    expect(isHmac(signed(text), secret, text)).toBe(false);
  });

  it('under another secret or key is none', () => {
    expect(isHmac(signature, `${secret}x`, text)).toBe(false);
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    expect(isEd25519(signed(text), other, text)).toBe(false);
  });
});

describe('a public key', () => {
  const pem = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString();

  it('is read from PEM and from base64, and is the same', () => {
    const bytes = readPublicKey(pem);
    expect(bytes).toHaveLength(32);
    expect(readPublicKey(bytes!.toString('base64'))).toEqual(bytes);
    expect(readPublicKey(`\n${pem}\n`)).toEqual(bytes);
  });

  it.each([
    ['a private key', generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
    ['X25519', generateKeyPairSync('x25519').publicKey.export({ format: 'pem', type: 'spki' }).toString()],
    [
      'P-256',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['nothing', ''],
    ['two', pem + pem],
    ['zero', Buffer.alloc(32).toString('base64')],
    [
      'the neutral point, under which anybody signs anything',
      Buffer.from(`01${'00'.repeat(31)}`, 'hex').toString('base64'),
    ],
  ])('is none: %s', (_what, given) => {
    expect(readPublicKey(given)).toBeNull();
  });

  // Points of small order: 0, 1, the two of order eight, -1, and 0 and 1 once more beyond the prime.
  const half = 'ff'.repeat(30);
  it.each([
    ['00'.repeat(32), `${'00'.repeat(31)}80`],
    [`01${'00'.repeat(31)}`, `01${'00'.repeat(30)}80`],
    [
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    ],
    [
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
    ],
    [`ec${half}7f`, `ec${half}ff`],
    [`ed${half}7f`, `ed${half}ff`],
    [`ee${half}7f`, `ee${half}ff`],
  ])('is none under which anybody signs anything: %s, nor with a sign', (...spellings) => {
    const read = spellings.map((hex) => readPublicKey(Buffer.from(hex, 'hex').toString('base64')));
    expect(read).toEqual([null, null]);
  });
});

describe('the receive window', () => {
  const now = 1_763_890_000_000;

  it.each([
    [0, 5000, true],
    [-5000, 5000, true],
    [-5001, 5000, false],
    [1000, 5000, true],
    [1001, 5000, false],
    [-60_000, 60_000, true],
    [-60_001, 60_000, false],
    // A wide window is no wider ahead.
    [1001, 60_000, false],
    [-1, 1, true],
    [-2, 1, false],
  ])('%d ms from now, window %d: %s', (from, window, is) => {
    expect(isInWindow(now + from, window, now)).toBe(is);
  });
});
