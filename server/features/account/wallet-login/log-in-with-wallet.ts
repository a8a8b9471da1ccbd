import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import { OpenSession } from '../sessions/index.js';
import type { Caller } from '../users/index.js';
import { type Wallet, WalletKeysStore } from './wallet-keys.store.js';
import { signerOf } from './wallet-message.rules.js';
import { WalletUsers } from './wallet-users.js';

export interface WalletLogin {
  wallet: Wallet;
  nonce: string;
  signature: string;
  /** Null when none was given; looked at when the wallet comes for the first time. */
  extensionCode: string | null;
  totp: string;
  language: Language;
  caller: Caller;
}

/** Opens a session for whoever holds a wallet's key; the first time it makes an account. */
@Injectable()
export class LogInWithWallet {
  constructor(
    private readonly store: WalletKeysStore,
    private readonly users: WalletUsers,
    private readonly openSession: OpenSession,
    private readonly transactions: Transactions,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers the session's token and whose it is. The nonce is used up by the try, right or wrong, and the signature is held against
   * the very text that was handed out.
   * @throws Refusal `account.wallet-login-failed`, `account.disabled`, those of the second factor and of invitations.
   */
  async execute(login: WalletLogin): Promise<{ token: string; userId: string }> {
    const { wallet, nonce, signature, caller } = login;
    const message = await this.store.useNonce(nonce, wallet, new Date(this.clock.now()));
    if (message === null || signerOf(wallet.chain, message, signature) !== wallet.address) {
      await this.noteIncident.execute({ kind: 'wallet-wrong', userId: await this.store.find(wallet), caller });
      throw new Refusal('account.wallet-login-failed');
    }
    const invitedBy = await this.users.prepare(login);
    const opened = await this.transactions.run((tx) => this.open(tx, login, invitedBy));
    opened.announce();
    return { token: opened.token, userId: opened.userId };
  }

  private async open(tx: Transaction, login: WalletLogin, invitedBy: string | null) {
    const { language, caller } = login;
    const user = await this.users.findOrCreate(tx, login, invitedBy);
    if (user.disabledAt) throw new Refusal('account.disabled');
    const opened = await this.openSession.execute(tx, user, { method: 'wallet', caller, language });
    return { token: opened.token, userId: user.id, announce: opened.announce };
  }
}
