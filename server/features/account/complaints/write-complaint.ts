import { Injectable } from '@nestjs/common';
import type {
  ComplaintView,
  ReopenComplaintRequest,
  WriteComplaintRequest,
} from '../../../contract/account/complaints.dto.js';
import { COMPLAINTS_A_DAY } from '../../../contract/rules/complaints.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { complaintReply, complaintView } from './complaint-views.js';
import { ComplaintsStore } from './complaints.store.js';

/** What a user writes: a complaint, or why one that was answered is not settled. */
@Injectable()
export class WriteComplaint {
  constructor(
    private readonly store: ComplaintsStore,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `complaints.too-many`, `request.key-reused`. */
  execute(userId: string, request: WriteComplaintRequest, key: string | null): Promise<ComplaintView> {
    const { subject, text, order_number = '' } = request;
    const command = {
      userId,
      route: 'complaints/write',
      key,
      body: { subject, text, order_number },
      reply: complaintReply,
    };
    return this.commands.run(command, async (tx) => {
      const now = this.clock.now();
      const wish = { userId, subject, orderNumber: order_number.trim(), text: text.trim() };
      const row = await this.store.add(tx, wish, new Date(now));
      if (!row) throw new Refusal('complaints.too-many', { most: COMPLAINTS_A_DAY });
      return complaintView(row, now);
    });
  }

  /** @throws Refusal `complaints.unknown`, `complaints.not-reopened`, `request.key-reused`. */
  reopen(userId: string, { id, text }: ReopenComplaintRequest, key: string | null): Promise<ComplaintView> {
    const command = { userId, route: 'complaints/reopen', key, body: { id, text }, reply: complaintReply };
    return this.commands.run(command, async (tx) => {
      if (!(await this.store.lock(tx, id, userId))) throw new Refusal('complaints.unknown');
      // Not before the lock: an answer that was waited for is older than what is said to it.
      const now = this.clock.now();
      const reopened = await this.store.reopen(tx, id, { text: text.trim(), at: new Date(now) });
      if (!reopened) throw new Refusal('complaints.not-reopened');
      return complaintView(reopened, now);
    });
  }
}
