import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { networkOf } from '../../../platform/http/network-of.rules.js';
import { type Caller, type Contact, isStranger, KnownClients, UsersStore } from '../users/index.js';
import type { CodeName } from './codes.store.js';
import { type CodeTry, VerificationCodes } from './verification-codes.js';

export interface GuestCode {
  contact: Contact;
  purpose: 'register' | 'forget';
}

/** Codes of somebody who is not signed in, for a contact. */
@Injectable()
export class GuestCodes {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly users: UsersStore,
    private readonly clients: KnownClients,
  ) {}

  /** @throws Refusal `account.code-required`, `account.code-wrong`; the same for known and unknown contacts. */
  async check({ contact, purpose }: GuestCode, code: string, caller: Caller): Promise<void> {
    const tried = purpose === 'register' ? strangerAt(caller) : await this.askerOf(contact, caller);
    await this.codes.check(guestCodeName(contact, purpose), code, tried);
  }

  use(tx: Transaction, { contact, purpose }: GuestCode, code: string): Promise<void> {
    return this.codes.use(tx, guestCodeName(contact, purpose), code);
  }

  /** Who asks about a contact: its user on a known device or at a known address, or a stranger. */
  private async askerOf(contact: Contact, caller: Caller): Promise<CodeTry> {
    const user = await this.users.byName({ contact, username: null });
    const userId = user?.id ?? null;
    return { ...guessesOf(await this.clients.nameOf(userId, caller)), userId, caller };
  }
}

/**
 * Who registers proves that very spelling of an address: on some servers a `+tag` is another person's mailbox. A new password's code goes
 * where the account says, whatever spelling was typed.
 */
export function guestCodeName({ key, value }: Contact, purpose: string): CodeName {
  return purpose === 'register' ? { target: key, purpose, confirms: value } : { target: key, purpose };
}

/** Whose guesses at the code of a new password count together, by the name of {@link KnownClients}. */
export function guessesOf(by: string): { by: string; sum: string } {
  // Whoever was logged in for an hour has as many devices as it likes. Strangers share one name already, and never fill a sum: it is
  // counted all the same, so that a try takes as long whoever's the contact is.
  return { by, sum: isStranger(by) ? by : 'known' };
}

/** Who registers has no account yet. */
function strangerAt(caller: Caller): CodeTry {
  return { by: `address ${networkOf(caller.ip)}`, sum: 'networks', userId: null, caller };
}
