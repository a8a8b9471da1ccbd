import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { Config } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import type { Message } from '../../../platform/messages/messages.js';
import {
  type Caller,
  type Contact,
  isStranger,
  KnownClients,
  takesTextMessages,
  type UserRow,
  UsersStore,
} from '../users/index.js';
import { CodePlaces } from './code-places.js';
import { codeMessage, confirmMessage, knownContactMessage } from './code-words.js';
import type { CodeName } from './codes.store.js';
import { codeNameOf } from './confirmation-codes.js';
import type { ConfirmedAct } from './confirmed-act.rules.js';
import { guessesOf, guestCodeName } from './guest-codes.js';
import { VerificationCodes } from './verification-codes.js';

/**
 * What a code may be for. `register` and `forget` prove a contact, `confirm` proves that a user is at hand, `contact`
 * that a user reads the contact that is to become the user's own.
 */
export type CodePurpose = 'register' | 'forget' | 'confirm' | 'contact';

export interface CodeRequest {
  contact: Contact;
  /** By what it was named, where its dial code was left out and found; what is refused says nothing of the contact then. */
  said?: string;
  purpose: CodePurpose;
  /** Whose step it confirms; null for a guest. */
  userId: string | null;
  /** What it confirms; only of `confirm`, and null where an old client does not say. */
  act?: ConfirmedAct | null;
  caller: Caller;
  language: Language;
}

/** The name of the code that proves that a user reads a contact, in that very spelling, which is to become the user's own. */
export function newContactCode(userId: string, contact: Contact): CodeName {
  return { target: `user:${userId} ${contact.key}`, purpose: 'contact', confirms: contact.value };
}

function nameOf({ contact, purpose, userId, act = null }: CodeRequest): CodeName {
  if (userId === null) return guestCodeName(contact, purpose);
  return purpose === 'contact' ? newContactCode(userId, contact) : codeNameOf(userId, act, contact);
}

/** Sends a code to an e-mail address or a phone. */
@Injectable()
export class SendCode {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly places: CodePlaces,
    private readonly clients: KnownClients,
    private readonly users: UsersStore,
    private readonly outlet: MessageOutlet,
    private readonly config: Config,
  ) {}

  /**
   * Answers the same whether the contact is known or not. Whoever takes a contact that is known is told so in the
   * message, which only its owner reads; a forgotten password of an unknown contact sends nothing, nor does one where no text
   * messages go if the dial code was left out.
   * @throws Refusal `account.code-too-many`, `account.phone-invalid` where no text messages go.
   */
  async execute(request: CodeRequest): Promise<void> {
    const { contact, said = contact.key, purpose, userId, caller } = request;
    const isServed = this.isServed(contact);
    const isFound = said !== contact.key;
    if (!isServed && !isFound) throw new Refusal('account.phone-invalid');
    const known = purpose === 'confirm' ? null : await this.users.byName({ contact, username: null });
    const by = await this.clients.nameOf(userId ?? known?.id ?? null, caller);
    const isReset = purpose === 'forget';
    const isMeant = isServed && (!isReset || known !== null);
    const isOwner = purpose === 'confirm' || (userId === null ? !isStranger(by) : userId === known?.id);
    const asked = { contact, said, ip: caller.ip, by, userId, isOwner, isReset, isSent: isMeant };
    const isSent = await this.places.take(asked);
    // The code that was sent before stays the one that counts, where no other is sent without a word.
    const name = isFound && !isSent ? { target: said, purpose } : nameOf(request);
    // Whoever guesses shares the guesses of all strangers, and a long code, which nobody guesses, needs none of them.
    const isLong = isReset && (await this.codes.areGuessesUsedUp(name, guessesOf(by)));
    const code = await this.codes.issue(name, userId === null ? caller.ip : '', { isLong });
    const message = await this.messageOf(request, code, known);
    await (isSent ? this.outlet.post(message) : this.outlet.postToNobody(message));
  }

  private async messageOf(
    { contact, purpose, userId, act = null, language }: CodeRequest,
    code: string,
    known: UserRow | null,
  ): Promise<Message> {
    // A tagged address may be somebody else's mailbox: the code for a known account goes where the account says.
    const to = (contact.kind === 'email' ? known?.email : known?.phone) ?? contact.value;
    if (purpose === 'confirm') {
      const word = (userId === null ? null : await this.users.byId(userId))?.antiPhishingWord ?? null;
      return confirmMessage({ to, language, word }, code, act);
    }
    const word = known?.antiPhishingWord ?? null;
    return purpose !== 'forget' && known
      ? knownContactMessage({ to, language, word })
      : codeMessage({ to, language, word, code, purpose });
  }

  private isServed(contact: Contact): boolean {
    return contact.kind === 'email' || takesTextMessages(contact.value, this.config.values.SMS_DIAL_CODES);
  }
}
