import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Configuration } from '../config/config.js';
import { FORMER_SECRETS } from '../config/secrets.js';

/** First byte of what is sealed under a key that it names. */
const FORM = 2;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES;

/** What of the configuration says which keys there are. */
export type SecretKeys = Pick<Configuration, 'SECRET_KEY'> &
  Partial<Pick<Configuration, 'FORMER_SECRET_KEYS' | 'SECRETS_ORIGIN'>>;

interface Key {
  /** Says which key it is, and nothing of it. */
  id: Buffer;
  bytes: Buffer;
}

/**
 * The keys of one use, made of the configured secrets: the first seals, signs and digests; all of them open and recognise, so that
 * a secret can be changed while what it made is still there. What an installation had before it made secrets of its own is the last.
 */
export class KeyRing {
  private readonly first: Key;
  private readonly all: [Key, ...Key[]];

  /** @param make the key of this use, of a secret. */
  constructor({ SECRET_KEY, FORMER_SECRET_KEYS = [], SECRETS_ORIGIN }: SecretKeys, make: (secret: string) => Buffer) {
    const open = SECRETS_ORIGIN === 'own' ? [FORMER_SECRETS.SECRET_KEY] : [];
    const key = (secret: string): Key => ({ id: idOf(secret), bytes: make(secret) });
    this.first = key(SECRET_KEY);
    this.all = [this.first, ...[...FORMER_SECRET_KEYS, ...open].map(key)];
  }

  /** The first key's name, as short text. */
  get name(): string {
    return nameOf(this.first);
  }

  /** Whether something sealed names the first key. */
  isOfFirst(sealed: Uint8Array): boolean {
    return sealed[0] === FORM && this.first.id.equals(sealed.subarray(1, HEAD_BYTES));
  }

  /** AES-256-GCM under the first key, which it names; the context (whose secret it is) must be the same on opening. */
  seal(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.first.bytes, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([Buffer.from([FORM]), this.first.id, nonce, cipher.getAuthTag(), sealed]);
  }

  /**
   * @param bare what was sealed before keys had names, less whatever stood before its nonce.
   * @throws Error when it was sealed with none of the keys, for another context, or was changed.
   */
  open(sealed: Buffer, context: string, bare: Buffer = sealed): Buffer {
    const named = sealed[0] === FORM ? this.all.find(({ id }) => id.equals(sealed.subarray(1, HEAD_BYTES))) : undefined;
    const tries = [
      ...(named ? [{ text: sealed.subarray(HEAD_BYTES), key: named }] : []),
      // A text of before may begin with anything.
      ...this.all.map((key) => ({ text: bare, key })),
    ];
    let failure: unknown;
    for (const { text, key } of tries) {
      try {
        return opened(text, context, key.bytes);
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }

  /** HMAC-SHA256 under the first key. */
  digest(text: string): Buffer {
    return digested(text, this.first);
  }

  /** The same under each key, the first one's first. */
  digests(text: string): [Buffer, ...Buffer[]] {
    const [, ...former] = this.all;
    return [this.digest(text), ...former.map((key) => digested(text, key))];
  }

  /** Whether somebody gave the digest of the text under one of the keys, by its name where it has one; in constant time. */
  isDigest(given: Buffer, text: string, name?: string): boolean {
    const named = this.all.filter((key) => name === undefined || nameOf(key) === name);
    return named
      .map((key) => digested(text, key))
      .some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
  }
}

/** The key of a use, of a secret. */
export function deriveKey(salt: string, use: string): (secret: string) => Buffer {
  return (secret) => Buffer.from(hkdfSync('sha256', secret, salt, use, 32));
}

function idOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'keys', 'which key this is', ID_BYTES));
}

function nameOf({ id }: Key): string {
  return id.toString('hex');
}

function opened(text: Buffer, context: string, key: Buffer): Buffer {
  const start = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, text.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context)).setAuthTag(text.subarray(NONCE_BYTES, start));
  return Buffer.concat([decipher.update(text.subarray(start)), decipher.final()]);
}

function digested(text: string, { bytes }: Key): Buffer {
  return createHmac('sha256', bytes).update(text).digest();
}
