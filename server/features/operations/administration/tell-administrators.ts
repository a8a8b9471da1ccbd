import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { MailSender, type Message } from '../../../platform/messages/messages.js';
import { type AnnouncedActRow, AnnouncedActsStore } from '../review/index.js';

const AT_ONCE = 20;

/**
 * Sends administrators word of what waits, so that somebody who is not at the desk can stop it in time. Noted once it was
 * accepted for all of them: it may come twice, and is sent again where a process broke off.
 */
@Injectable()
export class TellAdministrators {
  constructor(
    private readonly store: AnnouncedActsStore,
    private readonly mail: MailSender,
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when a message was not accepted; the next round tries again. */
  async execute(): Promise<void> {
    const addresses = this.config.values.OPERATIONS_MAIL;
    if (addresses.length === 0) return;
    for (const act of await this.store.untold(AT_ONCE)) {
      await Promise.all(addresses.map((to) => this.mail.send(messageOf(act, to))));
      await this.transactions.runStatement((tx) => this.store.noteTold(tx, act.id, new Date(this.clock.now())));
    }
  }
}

/** Says what and when, and no amount, address or name of a user: mail is read by others, too. */
function messageOf({ id, kind, proposedBy, approvedBy, dueAt }: AnnouncedActRow, to: string): Message {
  const by = approvedBy === null ? `Set by ${proposedBy}.` : `Proposed by ${proposedBy}, approved by ${approvedBy}.`;
  return {
    to,
    kind: 'operations.announced',
    subject: `The desk: ${kind} takes effect at ${dueAt.toISOString()}`,
    text: `Number ${id}: ${kind}.\n${by}\nIt takes effect at ${dueAt.toISOString()}. Until then any administrator can stop it at the desk.`,
    code: null,
  };
}
