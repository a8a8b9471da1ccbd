import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import { maskContact } from './contact.rules.js';
import { type UserRow, UsersStore } from './users.store.js';

/** A user as other features may see it. */
export interface User {
  id: string;
  username: string | null;
  email: string | null;
  phone: string | null;
  extensionCode: string;
  /** Name for its owner: user name, else phone, else e-mail, else the number of the account. */
  account: string;
  /** The same for everybody else: contacts are masked. */
  shownAccount: string;
  language: Language;
  isDisabled: boolean;
  createdAt: Date;
}

@Injectable()
export class FindUser {
  constructor(private readonly store: UsersStore) {}

  async execute(userId: string): Promise<User | null> {
    const row = await this.store.byId(userId);
    return row && userOf(row);
  }
}

export function userOf(row: UserRow): User {
  const { id, username, email, phone, extensionCode, createdAt } = row;
  const contact = phone ?? email;
  return {
    id,
    username,
    email,
    phone,
    extensionCode,
    account: username ?? contact ?? id,
    shownAccount: username ?? (contact === null ? id : maskContact(contact)),
    language: languageOf(row.language) ?? DEFAULT_LANGUAGE,
    isDisabled: row.disabledAt !== null,
    createdAt,
  };
}
