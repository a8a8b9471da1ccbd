import { Injectable } from '@nestjs/common';
import { type Contact, phonesOf, readLogin } from './contact.rules.js';
import { SecretBox } from './secret-box.js';
import { type UserName, UsersStore } from './users.store.js';
import { type DialCodeFields, dialCodeFrom } from './wire-names.js';

export interface LoginName extends UserName {
  /**
   * By what it was named: the contact or the user name, or a digest of the digits alone where the dial code was left out and found. What is refused for
   * its sake speaks of that, or it would say whose phone the digits are, and in which country.
   */
  said: string;
}

/** Whom a client names at the login or for a forgotten password. Some clients send a phone without its dial code. */
@Injectable()
export class FindLoginName {
  constructor(
    private readonly users: UsersStore,
    private readonly box: SecretBox,
  ) {}

  /**
   * The contact or user name that is meant; both null when it can be neither. A phone without a dial code is the one
   * account's whose number it is in its own country; where it is nobody's, or several's, a number that nobody has, so
   * that the reply says as little as for any other unknown phone.
   */
  async execute(userString: string, fields: DialCodeFields): Promise<LoginName> {
    const dialCode = dialCodeFrom(fields);
    const name = readLogin(userString, dialCode);
    const said = name.contact?.key ?? name.username?.key ?? '';
    if (name.contact || name.username || dialCode !== '') return { ...name, said };
    const phones = phonesOf(userString);
    const registered = new Set(await this.users.phonesAmong(phones.map(({ key }) => key)));
    // Only a digest is kept of digits that may be anybody's.
    const digits = this.box.digest('login-digits', userString.replaceAll(/[^0-9]/g, ''));
    return { contact: meant(phones, registered), username: null, said: `digits ${digits.toString('hex')}` };
  }
}

function meant(phones: readonly Contact[], registered: ReadonlySet<string>): Contact | null {
  return phones.find(({ key }) => registered.has(key) === (registered.size === 1)) ?? null;
}
