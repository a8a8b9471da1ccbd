import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { deriveKey, KeyRing } from '../../../platform/keys/key-ring.js';

/**
 * Seals what must be readable again and digests what must only be compared, with keys that are not in the database. Secrets that
 * were configured before open and recognise still, and make nothing.
 */
@Injectable()
export class SecretBox {
  private readonly sealing: KeyRing;
  private readonly digesting: KeyRing;

  constructor({ values }: Config) {
    this.sealing = new KeyRing(values, deriveKey('account', 'sealing'));
    this.digesting = new KeyRing(values, deriveKey('account', 'digesting'));
  }

  /** AES-256-GCM; the context (whose secret it is) must be the same on opening. */
  seal(plain: Uint8Array, context: string): Buffer {
    return this.sealing.seal(plain, context);
  }

  /** @throws Error when the text was sealed with another key, for another context, or was changed. */
  open(sealed: Buffer, context: string): Buffer {
    return this.sealing.open(sealed, context);
  }

  /** HMAC-SHA256 of the parts, none of which can run into the next. */
  digest(...parts: string[]): Buffer {
    return this.digesting.digest(JSON.stringify(parts));
  }

  /** Every digest under which the parts may have been stored, today's first. */
  digests(...parts: string[]): [Buffer, ...Buffer[]] {
    return this.digesting.digests(JSON.stringify(parts));
  }

  /** Whether somebody gave the digest of the parts, today's or a former one; in constant time. */
  isDigest(given: Buffer, ...parts: string[]): boolean {
    return this.digesting.isDigest(given, JSON.stringify(parts));
  }
}
