import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import { noticeMessage, SecurityLog } from '../notices/index.js';
import { userOf, type UserRow } from '../users/index.js';

/** What users are told at the end: that their account is erased, or why it was not. */
@Injectable()
export class NotifyOfErasure {
  constructor(
    private readonly log: SecurityLog,
    private readonly outlet: MessageOutlet,
  ) {}

  /** The last message to each contact. It is sealed, and forgotten when it has gone. No page tells of it: nobody can log in. */
  async erased(tx: Transaction, user: UserRow): Promise<void> {
    const { language } = userOf(user);
    for (const to of [user.email, user.phone]) {
      if (to === null) continue;
      const addressee = { to, language, word: user.antiPhishingWord };
      await this.outlet.post(noticeMessage(addressee, 'account-erased', {}), tx);
    }
  }

  async stopped(tx: Transaction, user: UserRow): Promise<void> {
    await this.log.notify(tx, user, 'erasure-stopped', {});
  }
}
