import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FundPasswordsStore } from '../security/index.js';
import {
  type Caller,
  ExcludedPeople,
  LimitsStore,
  type NewUser,
  type UserRow,
  UsersStore,
  type Wallet,
} from '../users/index.js';
import { SecurityLog } from '../notices/index.js';
import { RegistrationSettings } from './registration-settings.js';

/** Without the signs that people confuse: 0 and O, 1 and I and L. */
const CODE_SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const CODE_ATTEMPTS = 5;
const EXTENSION_CODE = /^[A-Z0-9]{6,12}$/;
const REGISTRATIONS = 'register-address';
const HOUR = 3600;
/** Accounts that a browser was logged in to may be so many of the last day, as far as it keeps the cookie by which it is known. */
const ACCOUNTS_PER_DEVICE = 5;
const DAY_MS = 86_400_000;

export interface UserToCreate extends Omit<NewUser, 'extensionCode' | 'at'> {
  fundPasswordHash: string | null;
  /** What a user is known by who has no contact and no name; whoever creates the user writes it down. */
  wallet?: Wallet;
}

/** Adds a user with its own invitation code, inside the transaction of whoever has proven it. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly users: UsersStore,
    private readonly fundPasswords: FundPasswordsStore,
    private readonly log: SecurityLog,
    private readonly limits: LimitsStore,
    private readonly excluded: ExcludedPeople,
    private readonly settings: RegistrationSettings,
  ) {}

  /**
   * Null when the contact or the name has an account already.
   * @throws Refusal `account.exclusion-lasts` for who excluded themselves and had the account erased.
   */
  async execute(tx: Transaction, user: UserToCreate, caller: Caller): Promise<UserRow | null> {
    const id = await this.insert(tx, user);
    if (id === null) return null;
    // After the row is in: that waits for an account with the same contact which is being erased meanwhile.
    if (user.contact) await this.excluded.assertContact(tx, user.contact);
    if (user.wallet) await this.excluded.assertWallet(tx, user.wallet);
    const row = await this.users.lock(tx, id);
    if (!row) throw new Error('The user that was added is gone');
    const now = this.settings.now();
    const hash = user.fundPasswordHash;
    // Of the one who registers: there is no login yet that somebody could have found out.
    if (hash !== null) await this.fundPasswords.insert(tx, { userId: id, hash, now, isPlain: false });
    await this.log.record(tx, row, 'registered', caller);
    return row;
  }

  /**
   * The user whose invitation code was given; null when none was and none is needed.
   * @throws Refusal `account.invitation-required`, `account.invitation-unknown`.
   */
  async inviter(extensionCode: string | null, isRequired: boolean): Promise<string | null> {
    if (extensionCode === null) {
      if (isRequired) throw new Refusal('account.invitation-required');
      return null;
    }
    const code = extensionCode.toUpperCase();
    const id = EXTENSION_CODE.test(code) ? await this.users.idByExtensionCode(code) : null;
    if (id === null) throw new Refusal('account.invitation-unknown');
    return id;
  }

  /**
   * Looks at what the device opened lately, and counts a registration from the network of the address. Whoever throws the
   * device's cookie away is known by the address all the same.
   * @returns gives the network's place back.
   * @throws Refusal `request.too-many`.
   */
  async takePlace({ ip, device = '' }: Caller): Promise<() => Promise<void>> {
    const { accountsPerAddress, countsDevices } = this.settings;
    const window = { seconds: HOUR, most: accountsPerAddress };
    const now = this.settings.now();
    const [name = ''] = device.split('.');
    const isBusy = countsDevices && name !== '' && (await this.openedOn(name, now)) >= ACCOUNTS_PER_DEVICE;
    if (isBusy) throw new Refusal('request.too-many');
    const wait = await this.limits.takeFrom(ip, REGISTRATIONS, [window], now);
    if (wait > 0) throw new Refusal('request.too-many');
    return () => this.limits.giveBackFrom(ip, REGISTRATIONS, now);
  }

  private openedOn(device: string, now: Date): Promise<number> {
    return this.users.openedOnDevice(device, new Date(now.getTime() - DAY_MS));
  }

  private async insert(tx: Transaction, user: UserToCreate): Promise<string | null> {
    for (let attempt = 1; attempt <= CODE_ATTEMPTS; attempt += 1) {
      const id = await this.users.insert(tx, { ...user, extensionCode: drawCode(), at: this.settings.now() });
      if (id !== null) return id;
      const isTaken = user.contact !== null || user.username !== null;
      // Through the transaction's own connection: many that each wait for a second one would wait for each other.
      if (isTaken && (await this.users.byName(user, tx))) return null;
    }
    throw new Error('No free invitation code was found');
  }
}

function drawCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS.charAt(randomInt(CODE_SIGNS.length))).join('');
}
