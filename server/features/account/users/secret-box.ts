import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Config } from '../../../platform/config/config.js';
import { FORMER_SECRETS } from '../../../platform/config/secrets.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals what must be readable again and digests what must only be compared, with keys that are not in the database. */
@Injectable()
export class SecretBox {
  private readonly sealing: Buffer;
  private readonly digesting: Buffer;
  /** What installations had before they made secrets of their own: it opens and recognises, and makes nothing. */
  private readonly former: { sealing: Buffer; digesting: Buffer } | null;

  constructor({ values }: Config) {
    this.sealing = derive(values.SECRET_KEY, 'sealing');
    this.digesting = derive(values.SECRET_KEY, 'digesting');
    const { SECRET_KEY } = FORMER_SECRETS;
    this.former =
      values.SECRETS_ORIGIN === 'own'
        ? { sealing: derive(SECRET_KEY, 'sealing'), digesting: derive(SECRET_KEY, 'digesting') }
        : null;
  }

  /** AES-256-GCM; the context (whose secret it is) must be the same on opening. */
  seal(plain: Uint8Array, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealing, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the text was sealed with another key, for another context, or was changed. */
  open(sealed: Buffer, context: string): Buffer {
    try {
      return opened(sealed, context, this.sealing);
    } catch (error) {
      if (!this.former) throw error;
      return opened(sealed, context, this.former.sealing);
    }
  }

  /** HMAC-SHA256 of the parts, none of which can run into the next. */
  digest(...parts: string[]): Buffer {
    return digested(parts, this.digesting);
  }

  /** Every digest under which the parts may have been stored, today's first. */
  digests(...parts: string[]): Buffer[] {
    const former = this.former ? [digested(parts, this.former.digesting)] : [];
    return [this.digest(...parts), ...former];
  }

  /** Whether somebody gave the digest of the parts, today's or the former one; in constant time. */
  isDigest(given: Buffer, ...parts: string[]): boolean {
    return this.digests(...parts).some((digest) => digest.length === given.length && timingSafeEqual(digest, given));
  }
}

function opened(sealed: Buffer, context: string, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

function digested(parts: string[], key: Buffer): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}

function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'account', use, 32));
}
