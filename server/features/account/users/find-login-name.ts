import { Injectable } from '@nestjs/common';
import { type Contact, phonesOf, readLogin } from './contact.rules.js';
import { type UserName, UsersStore } from './users.store.js';
import { type DialCodeFields, dialCodeFrom } from './wire-names.js';

/** Whom a client names at the login or for a forgotten password. Some clients send a phone without its dial code. */
@Injectable()
export class FindLoginName {
  constructor(private readonly users: UsersStore) {}

  /**
   * The contact or user name that is meant; both null when it can be neither. A phone without a dial code is the one
   * account's whose number it is in its own country; where it is nobody's, or several's, a number that nobody has, so
   * that the reply says as little as for any other unknown phone.
   */
  async execute(userString: string, fields: DialCodeFields): Promise<UserName> {
    const dialCode = dialCodeFrom(fields);
    const name = readLogin(userString, dialCode);
    if (name.contact || name.username || dialCode !== '') return name;
    const phones = phonesOf(userString);
    const registered = new Set(await this.users.phonesAmong(phones.map(({ key }) => key)));
    return { contact: meant(phones, registered), username: null };
  }
}

function meant(phones: readonly Contact[], registered: ReadonlySet<string>): Contact | null {
  return phones.find(({ key }) => registered.has(key) === (registered.size === 1)) ?? null;
}
