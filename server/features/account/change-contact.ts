import { Injectable } from '@nestjs/common';
import type { Language } from '../../contract/errors.js';
import { sqlStateOf } from '../../platform/database/transaction.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Refusal } from '../../platform/http/refusal.js';
import { type Caller, type Contact, UsersStore } from '../users/index.js';
import { codeTarget, ConfirmationCodes, SendCode, VerificationCodes } from '../codes/index.js';
import { SecurityLog } from '../notices/index.js';

export interface ContactChange {
  userId: string;
  /** The new one, in the place of the one of its kind, or beside one of the other kind. */
  contact: Contact;
  /** Of the new contact. */
  newCode: string;
  /** Of the authenticator, or of the contact that there is; empty where there is neither. */
  ownCode: string;
  caller: Caller;
}

const PURPOSE = 'contact';
/** Postgres: a value that must be unique is there already. */
const TAKEN = '23505';

/**
 * Gives a user another e-mail address or phone. Both the old and the new one are proven by a code, the old one hears
 * of it, and withdrawals wait for a while, because this is what somebody does who has taken an account over.
 */
@Injectable()
export class ChangeContact {
  constructor(
    private readonly users: UsersStore,
    private readonly codes: VerificationCodes,
    private readonly confirmation: ConfirmationCodes,
    private readonly sending: SendCode,
    private readonly log: SecurityLog,
    private readonly transactions: Transactions,
  ) {}

  /** Sends a code to the new contact. The answer is the same whether somebody has it already. */
  async sendCode(userId: string, contact: Contact, { ip }: Caller, language: Language): Promise<void> {
    await this.sending.execute({ contact, purpose: PURPOSE, userId, ip, language });
  }

  /**
   * @throws Refusal `account.code-required`, `account.code-wrong` (also for a contact that is another user's),
   *   `account.totp-required`, `account.totp-wrong`.
   */
  async execute({ userId, contact, newCode, ownCode, caller }: ContactChange): Promise<void> {
    await this.confirmation.check(userId, ownCode);
    const name = { target: codeTarget({ contact, purpose: PURPOSE, userId }), purpose: PURPOSE };
    await this.codes.check(name, newCode);
    const tellOld = await this.transactions
      .run(async (tx) => {
        const user = await this.users.lock(tx, userId);
        if (!user) throw new Refusal('session.required');
        await this.confirmation.use(tx, userId, ownCode);
        await this.codes.use(tx, name, newCode);
        if (!(await this.users.setContact(tx, userId, contact))) throw new Refusal('account.code-wrong');
        return this.log.record(tx, user, 'contact-changed', caller);
      })
      .catch((error: unknown) => {
        // Two users took the same contact in the same instant.
        throw sqlStateOf(error) === TAKEN ? new Refusal('account.code-wrong') : error;
      });
    tellOld();
  }
}
