import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { isCommonPassword } from './common-passwords.js';
import { isGuessable, isPasswordLength, isPin, isWeakPin, PASSWORD_LENGTH_MAX } from './password.rules.js';

/** A new password as it was typed: twice. Old clients of some calls send no second one. */
export interface NewPassword {
  password: string;
  repeated: string | null;
}

/** What new passwords must be. */
@Injectable()
export class PasswordPolicy {
  constructor(private readonly config: Config) {}

  /**
   * @param known what is known of the user: contact, name.
   * @throws Refusal `account.passwords-differ`, `account.password-length`, `account.password-weak`.
   */
  assertPassword({ password, repeated }: NewPassword, known: (string | null)[]): void {
    const minimum = this.config.values.PASSWORD_LENGTH_MIN;
    if (!isPasswordLength(password, minimum)) {
      throw new Refusal('account.password-length', { minimum, maximum: PASSWORD_LENGTH_MAX });
    }
    if (repeated !== null && password !== repeated) throw new Refusal('account.passwords-differ');
    const words = known.filter((word) => word !== null);
    if (isCommonPassword(password) || isGuessable(password, words)) throw new Refusal('account.password-weak');
  }

  /** @throws Refusal `account.passwords-differ`, `account.fund-password-format`, `account.fund-password-weak`. */
  assertFundPassword({ password, repeated }: NewPassword, phone: string | null): void {
    if (!isPin(password)) throw new Refusal('account.fund-password-format');
    if (repeated !== null && password !== repeated) throw new Refusal('account.passwords-differ');
    if (isWeakPin(password, phone)) throw new Refusal('account.fund-password-weak');
  }
}
