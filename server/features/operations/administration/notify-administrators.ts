import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { MailSender, type Message, messageKey } from '../../../platform/messages/messages.js';
import { type AnnouncedActRow, AnnouncedActsStore } from '../review/index.js';

const AT_ONCE = 20;

/**
 * Sends administrators word of what waits, so that somebody who is not at the desk can stop it in time. Noted once it was
 * accepted for one of them at least: an address that is refused for ever must not have the others told every few seconds.
 * It is sent again where a process broke off.
 */
@Injectable()
export class NotifyAdministrators {
  private readonly logger = new Logger('Operations');

  constructor(
    private readonly store: AnnouncedActsStore,
    private readonly mail: MailSender,
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when no message was accepted; the next round tries again. */
  async execute(): Promise<void> {
    const addresses = this.config.values.OPERATIONS_MAIL;
    if (addresses.length === 0) return;
    for (const act of await this.store.unannounced(AT_ONCE)) {
      const sent = await Promise.allSettled(
        addresses.map((to) =>
          this.mail.send(messageOf(act, to), messageKey('announced-act', act.id, act.dueAt.toISOString(), to)),
        ),
      );
      const refused = sent.filter((one) => one.status === 'rejected');
      if (refused.length === sent.length) throw new Error(`Nobody was told of announced act ${act.id}`);
      if (refused.length > 0)
        this.logger.error(`${refused.length} of ${sent.length} were not told of announced act ${act.id}`);
      await this.transactions.runStatement((tx) => this.store.markNotified(tx, act.id, new Date(this.clock.now())));
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
