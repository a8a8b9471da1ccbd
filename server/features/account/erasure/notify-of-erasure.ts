import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import { laneOf } from '../../../platform/messages/messages.js';
import { noticeMessage, SecurityLog } from '../notices/index.js';
import { takesTextMessages, userOf, type UserRow } from '../users/index.js';

/** What users are told at the end: that their account is erased, or why it was not. */
@Injectable()
export class NotifyOfErasure {
  constructor(
    private readonly log: SecurityLog,
    private readonly outlet: MessageOutlet,
    private readonly config: Config,
  ) {}

  /** The last message to each contact. It is sealed, and forgotten when it has gone. No page tells of it: nobody can log in. */
  async erased(tx: Transaction, user: UserRow): Promise<void> {
    const { language } = userOf(user);
    const { SMS_DIAL_CODES } = this.config.values;
    for (const to of [user.email, user.phone]) {
      // It takes no place of the user's: their limits have gone with the account.
      if (to === null || (laneOf({ to }) === 'sms' && !takesTextMessages(to, SMS_DIAL_CODES))) continue;
      const addressee = { to, language, word: user.antiPhishingWord };
      await this.outlet.post(noticeMessage(addressee, 'account-erased', {}), tx);
    }
  }

  async stopped(tx: Transaction, user: UserRow): Promise<void> {
    await this.log.notify(tx, user, 'erasure-stopped', {});
  }
}
