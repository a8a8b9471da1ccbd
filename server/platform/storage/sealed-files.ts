import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { FORMER_SECRETS } from '../config/secrets.js';
import { StoragePort } from './storage-port.js';

/** First byte of every sealed file: says how it was sealed, so that keys can be changed one day. */
const FORM = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Files that nobody can read or change at rest: AES-256-GCM under a key from the configuration. The key under which a
 * file lies is sealed in, so that two files cannot change places.
 */
@Injectable()
export class SealedFiles {
  private readonly secret: Buffer;
  /** Opens what was sealed before the installation made secrets of its own; seals nothing. */
  private readonly former: Buffer | null;

  constructor(
    { values }: Config,
    private readonly storage: StoragePort,
  ) {
    this.secret = derive(values.SECRET_KEY);
    this.former = values.SECRETS_ORIGIN === 'own' ? derive(FORMER_SECRETS.SECRET_KEY) : null;
  }

  async put(key: string, plain: Uint8Array): Promise<void> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.secret, nonce).setAAD(Buffer.from(key));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    await this.storage.put(key, Buffer.concat([Buffer.from([FORM]), nonce, cipher.getAuthTag(), sealed]));
  }

  /**
   * Null when there is no such file. One that is sealed with the former key is sealed anew as it is read.
   * @throws Error when it was changed, or sealed with another key or for another place.
   */
  async get(key: string): Promise<Buffer | null> {
    const file = await this.storage.get(key);
    if (!file) return null;
    if (file[0] !== FORM) throw new Error('This file was not sealed by this product');
    try {
      return opened(file, key, this.secret);
    } catch (error) {
      if (!this.former) throw error;
      const plain = opened(file, key, this.former);
      await this.put(key, plain);
      return plain;
    }
  }

  async remove(key: string): Promise<void> {
    await this.storage.remove(key);
  }
}

function opened(file: Buffer, key: string, secret: Buffer): Buffer {
  const tag = 1 + NONCE_BYTES;
  const start = tag + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', secret, file.subarray(1, tag));
  decipher.setAAD(Buffer.from(key)).setAuthTag(file.subarray(tag, start));
  return Buffer.concat([decipher.update(file.subarray(start)), decipher.final()]);
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'storage', 'files', 32));
}
