import { Injectable } from '@nestjs/common';
import type { Language } from '../../contract/errors.js';
import { Refusal } from '../../platform/http/refusal.js';
import { readEmail, readPhone, UsersStore } from '../users/index.js';
import { SendCode } from './send-code.js';

/** Sends a signed-in user a code to confirm a step with. */
@Injectable()
export class SendOwnCode {
  constructor(
    private readonly users: UsersStore,
    private readonly sendCode: SendCode,
  ) {}

  /** @throws Refusal `account.contact-missing`, and those of {@link SendCode}. */
  async execute({ userId, ip, language }: { userId: string; ip: string; language: Language }): Promise<void> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('session.required');
    const contact = (user.email && readEmail(user.email)) || (user.phone && readPhone(user.phone, ''));
    if (!contact) throw new Refusal('account.contact-missing');
    await this.sendCode.execute({ contact, purpose: 'confirm', userId, ip, language });
  }
}
