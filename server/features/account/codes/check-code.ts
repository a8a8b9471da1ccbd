import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { ConfirmationCodes } from './confirmation-codes.js';
import { GuestCodes } from './guest-codes.js';
import type { Caller, Contact } from '../users/index.js';
import { isCode } from './verification-codes.js';

export interface CodeCheck {
  code: string;
  /** Null where an old client does not say whose code it is. */
  contact: Contact | null;
  purpose: 'register' | 'forget';
  userId: string | null;
  caller: Caller;
}

/** Looks at a code before the step that uses it, so that a form can go on to its next page. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly guests: GuestCodes,
    private readonly own: ConfirmationCodes,
  ) {}

  /**
   * A guest's code without a contact can only be checked for its form: the step itself checks it in full.
   * @throws Refusal `account.code-required`, `account.code-wrong`; the same for known and unknown contacts.
   */
  async execute({ code, contact, purpose, userId, caller }: CodeCheck): Promise<void> {
    if (!isCode(code)) throw new Refusal('account.code-required');
    if (contact) await this.guests.check({ contact, purpose }, code, caller);
    else if (userId !== null) await this.own.checkUnbound(userId, code, caller);
  }
}
