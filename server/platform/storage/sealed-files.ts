import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { deriveKey, KeyRing } from '../keys/key-ring.js';
import { StoragePort } from './storage-port.js';

/** First byte of a file that was sealed before keys had names; the others begin with that of the key ring. */
const NAMELESS = 1;

/** Does what it is given while the file is stored, and not at all for one that is to be removed. */
export type WhileStored = (work: () => Promise<void>) => Promise<void>;

/**
 * Files that nobody can read or change at rest: AES-256-GCM under a key from the configuration. The key under which a
 * file lies is sealed in, so that two files cannot change places.
 */
@Injectable()
export class SealedFiles {
  private readonly keys: KeyRing;

  constructor(
    { values }: Config,
    private readonly storage: StoragePort,
  ) {
    this.keys = new KeyRing(values, deriveKey('storage', 'files'));
  }

  async put(key: string, plain: Uint8Array): Promise<void> {
    await this.storage.put(key, this.keys.seal(plain, key));
  }

  /**
   * Null when there is no such file. One that is not sealed with the first of the keys is sealed anew as it is read.
   * @param whileStored needed for files that may be removed meanwhile: one that was sealed anew after that would be there again, and
   *   nobody would ever remove it.
   * @throws Error when it was changed, or sealed with another key or for another place.
   */
  async get(key: string, whileStored: WhileStored = (work) => work()): Promise<Buffer | null> {
    const file = await this.storage.get(key);
    if (!file) return null;
    const plain = this.keys.open(file, key, file[0] === NAMELESS ? file.subarray(1) : file);
    if (!this.keys.isOfFirst(file)) await whileStored(() => this.put(key, plain));
    return plain;
  }

  async remove(key: string): Promise<void> {
    await this.storage.remove(key);
  }
}
