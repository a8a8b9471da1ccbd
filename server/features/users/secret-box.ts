import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Config } from '../../platform/config/config.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals what must be readable again and digests what must only be compared, with keys that are not in the database. */
@Injectable()
export class SecretBox {
  private readonly sealing: Buffer;
  private readonly digesting: Buffer;

  constructor({ values }: Config) {
    this.sealing = derive(values.SECRET_KEY, 'sealing');
    this.digesting = derive(values.SECRET_KEY, 'digesting');
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
    const decipher = createDecipheriv('aes-256-gcm', this.sealing, sealed.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** HMAC-SHA256 of the parts, none of which can run into the next. */
  digest(...parts: string[]): Buffer {
    return createHmac('sha256', this.digesting).update(JSON.stringify(parts)).digest();
  }
}

function derive(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'account', use, 32));
}
