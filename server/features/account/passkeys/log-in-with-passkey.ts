import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { OpenSession } from '../sessions/index.js';
import { type Caller, KnownClients, UsersStore } from '../users/index.js';
import { type PasskeyRow, PasskeysStore } from './passkeys.store.js';
import { VerifyPasskey } from './verify-passkey.js';

export interface PasskeyLogin {
  /** What the browser answered, as JSON text. */
  answer: string;
  language: Language;
  caller: Caller;
}

/**
 * Opens a session for whoever holds a passkey and was verified by its device. That is two factors, so no other is asked
 * for; and no guesses at the account's password keep its owner out.
 */
@Injectable()
export class LogInWithPasskey {
  constructor(
    private readonly users: UsersStore,
    private readonly passkeys: PasskeysStore,
    private readonly verifyPasskey: VerifyPasskey,
    private readonly clients: KnownClients,
    private readonly openSession: OpenSession,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Refusal those of {@link VerifyPasskey}, `account.disabled`. */
  async execute({ answer, language, caller }: PasskeyLogin): Promise<{ token: string; device: string }> {
    const purpose = 'login' as const;
    const passkey = await this.verifyPasskey.execute({ answer, purpose, isMeant: () => true, userId: null, caller });
    const opened = await this.transactions.run((tx) => this.open(tx, passkey, { language, caller }));
    opened.announce();
    return { token: opened.token, device: await this.clients.remember(passkey.userId, caller) };
  }

  private async open(tx: Transaction, passkey: PasskeyRow, how: { language: Language; caller: Caller }) {
    const user = await this.users.lock(tx, passkey.userId);
    if (!user || !(await this.passkeys.isLeft(tx, passkey.id))) throw new Refusal('account.passkey-login-failed');
    if (user.disabledAt) throw new Refusal('account.disabled');
    return this.openSession.execute(tx, user, { method: 'passkey', ...how });
  }
}
