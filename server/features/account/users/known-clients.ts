import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { Caller } from './caller.js';
import { newDevice } from './device-cookie.js';
import { SecretBox } from './secret-box.js';
import { UsersStore } from './users.store.js';

const DAY_MS = 86_400_000;
/** An address from which the user logged in is its own for so long. */
const ADDRESS_KNOWN_DAYS = 30;

/** All who were never logged in to the account: they share one count. */
const STRANGERS = 'strangers';

/** Whether the name is the one that all share who were never logged in. */
export function isStranger(name: string): boolean {
  return name === STRANGERS;
}

/**
 * Tells those who guess at an account apart: a device on which its user was logged in, an address from which it was, and
 * everybody else. Each of them has tries of its own, so that nobody's wrong guesses keep the owner out.
 */
@Injectable()
export class KnownClients {
  constructor(
    private readonly users: UsersStore,
    private readonly box: SecretBox,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @param userId null: there is no such account; the answer then is that of a stranger. */
  async nameOf(userId: string | null, { ip, device = '' }: Caller): Promise<string> {
    // The same work whether there is the account or not.
    const since = new Date(this.clock.now() - ADDRESS_KNOWN_DAYS * DAY_MS);
    const isDevice = this.isDeviceOf(userId ?? '0', { device });
    const isAddress = await this.users.hasLoggedInFrom(userId ?? '0', ip, since);
    if (isDevice) return `device ${device.slice(0, 22)}`;
    return isAddress ? `address ${ip}` : STRANGERS;
  }

  /**
   * What the device's cookie is to say after a login of this user. By which names the browser was known, to this user and to
   * those before, stays: accounts that share one are one person's.
   */
  async remember(userId: string, { device = '' }: Caller): Promise<string> {
    const [name = ''] = device.split('.');
    const isKnown = this.isDeviceOf(userId, { device });
    const given = isKnown ? name : newDevice();
    const names = name === '' ? [given] : [...new Set([name, given])];
    const at = new Date(this.clock.now());
    await this.transactions.run((tx) => this.users.noteDevices(tx, userId, names, at));
    // Of a browser that came with the proof of a former key, too: that key goes one day.
    return `${given}.${this.box.digest('device', userId, given).toString('base64url')}`;
  }

  /** Whether the user was logged in on the caller's browser, as its cookie proves. */
  isDeviceOf(userId: string, { device = '' }: Pick<Caller, 'device'>): boolean {
    const [name = '', proof = ''] = device.split('.');
    return this.box.isDigest(Buffer.from(proof, 'base64url'), 'device', userId, name);
  }
}
