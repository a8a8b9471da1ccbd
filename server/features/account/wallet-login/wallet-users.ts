import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CreateUser, RegistrationSettings } from '../login/index.js';
import type { WalletLogin } from './log-in-with-wallet.js';
import { SecondFactor } from '../codes/index.js';
import { type UserRow, UsersStore } from '../users/index.js';
import { WalletKeysStore } from './wallet-keys.store.js';

/** Who is behind a wallet. */
@Injectable()
export class WalletUsers {
  constructor(
    private readonly keys: WalletKeysStore,
    private readonly users: UsersStore,
    private readonly factor: SecondFactor,
    private readonly createUser: CreateUser,
    private readonly settings: RegistrationSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * What has to be asked before the transaction: a known user for its second factor, a new one for its invitation.
   * Answers the inviter.
   */
  async prepare({ wallet, totp, extensionCode, caller }: WalletLogin): Promise<string | null> {
    const userId = await this.keys.find(wallet);
    if (userId !== null) {
      await this.factor.require(userId, totp, caller);
      return null;
    }
    const invitedBy = await this.createUser.inviter(extensionCode, this.settings.invitationRequired);
    await this.createUser.takePlace(caller);
    return invitedBy;
  }

  /** The user of the wallet, locked; made now when there is none. Two first logins at once make one user. */
  async findOrCreate(tx: Transaction, login: WalletLogin, invitedBy: string | null): Promise<UserRow> {
    const { wallet, language, caller } = login;
    await this.keys.lock(tx, wallet);
    const userId = await this.keys.userOf(tx, wallet);
    const user = userId === null ? null : await this.users.lock(tx, userId);
    if (user) return user;
    const created = await this.createUser.execute(
      tx,
      {
        contact: null,
        username: null,
        passwordHash: null,
        fundPasswordHash: null,
        invitedBy,
        language,
        agreedAt: null,
        wallet,
      },
      caller,
    );
    if (!created) throw new Error('A user without any name was taken for another');
    await this.keys.add(tx, wallet, created.id, new Date(this.clock.now()));
    return created;
  }
}
