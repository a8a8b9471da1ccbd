import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Caller, type Contact, UsersStore } from '../users/index.js';
import { type NewPassword, PasswordPolicy } from './password-policy.js';
import { ReplacePassword } from './replace-password.js';
import { GuestCodes } from '../codes/index.js';

export interface PasswordReset {
  contact: Contact;
  code: string;
  password: NewPassword;
  caller: Caller;
}

/** Sets a new login password for whoever reads the account's mail or phone. It does not log in. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly users: UsersStore,
    private readonly policy: PasswordPolicy,
    private readonly codes: GuestCodes,
    private readonly replacePassword: ReplacePassword,
  ) {}

  /** @throws Refusal `account.code-wrong` also for a contact without an account; those of {@link PasswordPolicy}. */
  async execute({ contact, code, password, caller }: PasswordReset): Promise<void> {
    this.policy.assertPassword(password, [contact.value]);
    const name = { contact, purpose: 'forget' } as const;
    await this.codes.check(name, code, caller);
    const user = await this.users.byName({ contact, username: null });
    if (!user || user.disabledAt) throw new Refusal('account.code-wrong');
    await this.replacePassword.execute({
      userId: user.id,
      password: password.password,
      kind: 'password-reset',
      caller,
      alongside: async (tx) => {
        // The hashing took a while, in which the contact may have become somebody else's.
        const owner = await this.users.byName({ contact, username: null }, tx);
        if (owner?.id !== user.id) throw new Refusal('account.code-wrong');
        await this.codes.use(tx, name, code);
      },
    });
  }
}
