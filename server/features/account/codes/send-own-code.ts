import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Caller, UsersStore } from '../users/index.js';
import { ConfirmationCodes } from './confirmation-codes.js';
import type { ConfirmedAct } from './confirmed-act.rules.js';
import { SendCode } from './send-code.js';

export interface OwnCodeRequest {
  userId: string;
  /** What it is to confirm; null where an old client does not say. */
  act: ConfirmedAct | null;
  caller: Caller;
  language: Language;
}

/** Sends a signed-in user a code to confirm an act with. */
@Injectable()
export class SendOwnCode {
  constructor(
    private readonly users: UsersStore,
    private readonly confirmation: ConfirmationCodes,
    private readonly sendCode: SendCode,
  ) {}

  /** @throws Refusal `account.contact-missing`, and those of {@link SendCode}. */
  async execute({ userId, act, caller, language }: OwnCodeRequest): Promise<void> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('session.required');
    const contact = this.confirmation.contactOf(user);
    if (!contact) throw new Refusal('account.contact-missing');
    await this.sendCode.execute({ contact, purpose: 'confirm', act, userId, caller, language });
  }
}
