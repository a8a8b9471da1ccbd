import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Caller, Contact, Username } from '../users/index.js';
import { CreateUser } from './create-user.js';
import { type NewPassword, PasswordHasher, PasswordPolicy } from '../security/index.js';
import { RegistrationSettings } from './registration-settings.js';
import { GuessesUsedUp, GuestCodes } from '../codes/index.js';

const OF_CODES: ReadonlySet<string> = new Set(['account.code-required', 'account.code-wrong']);

export interface Registration {
  contact: Contact | null;
  username: Username | null;
  code: string;
  password: NewPassword;
  /** Null when it is to be set later. */
  fundPassword: NewPassword | null;
  /** Null when none was given. */
  extensionCode: string | null;
  /** Null from clients that only ask on their own screen. */
  agreed: boolean | null;
  smsAgreed: boolean | null;
  language: Language;
  caller: Caller;
}

/** Makes an account for somebody who has proven its contact, or chosen a user name. */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly policy: PasswordPolicy,
    private readonly hasher: PasswordHasher,
    private readonly codes: GuestCodes,
    private readonly createUser: CreateUser,
    private readonly transactions: Transactions,
    private readonly settings: RegistrationSettings,
  ) {}

  /** @throws Refusal for every rule of registration; a contact that has an account gets `account.code-wrong`. */
  async execute(registration: Registration): Promise<void> {
    this.assertComplete(registration);
    const invitedBy = await this.createUser.inviter(registration.extensionCode, this.settings.invitationRequired);
    const giveBack = await this.createUser.takePlace(registration.caller);
    try {
      await this.create(registration, invitedBy);
    } catch (error) {
      // Guesses at codes are counted by themselves; those that are not looked at any more keep the place. So does a name that is taken: it was a
      // question who has an account.
      if (error instanceof Refusal && OF_CODES.has(error.code) && !(error instanceof GuessesUsedUp)) await giveBack();
      throw error;
    }
  }

  private async create(registration: Registration, invitedBy: string | null): Promise<void> {
    const { contact, username, code, caller, fundPassword } = registration;
    const name = contact ? ({ contact, purpose: 'register' } as const) : null;
    if (name) await this.codes.check(name, code, caller);
    const passwordHash = await this.hasher.hash(registration.password.password);
    const fundPasswordHash = fundPassword ? await this.hasher.hash(fundPassword.password) : null;
    const agreedAt = registration.agreed === true ? this.settings.now() : null;
    const { language } = registration;
    const user = { contact, username, passwordHash, fundPasswordHash, invitedBy, language, agreedAt };
    await this.transactions.run(async (tx: Transaction) => {
      if (name) await this.codes.use(tx, name, code);
      const created = await this.createUser.execute(tx, user, caller);
      if (!created) throw new Refusal(name ? 'account.code-wrong' : 'account.username-taken');
    });
  }

  private assertComplete({ agreed, smsAgreed, contact, username, password, fundPassword }: Registration): void {
    if (agreed === false) throw new Refusal('account.consent-required');
    if (smsAgreed === false && contact?.kind === 'phone') throw new Refusal('account.sms-consent-required');
    this.policy.assertPassword(password, [contact?.value ?? null, username?.key ?? null]);
    if (fundPassword) this.policy.assertFundPassword(fundPassword, contact?.kind === 'phone' ? contact.value : null);
    else if (this.settings.fundPasswordRequired) throw new Refusal('account.fund-password-format');
  }
}
