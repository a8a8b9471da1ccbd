import { Injectable } from '@nestjs/common';
import type { HelpHandOverRequest } from '../../../contract/operations/help.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ChatRow, HelpChatStore, HelpLines } from '../../account/help-chat/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, DeskStore } from '../review/index.js';
import { isLeft } from './agent-left.rules.js';
import { HelpDeskStore } from './help-desk.store.js';
import { HelpWork } from './help-work.js';

/** One chat, one agent: taken from the queue, handed over, ended. */
@Injectable()
export class ClaimHelp {
  constructor(
    private readonly store: HelpDeskStore,
    private readonly chats: HelpChatStore,
    private readonly lines: HelpLines,
    private readonly desk: DeskStore,
    private readonly log: AuditLog,
    private readonly work: HelpWork,
  ) {}

  /**
   * Takes the chat: one of two who ask at once gets it, and from somebody who has left it alone it may be taken.
   * @throws Refusal `operations.not-found`, `help.closed`, `operations.case-claimed`.
   */
  claim(actor: ActingOperator, id: string): Promise<void> {
    return this.work.on(id, async (tx, chat, now) => {
      const { operatorId } = actor;
      if (chat.agentId === operatorId) return;
      if (chat.agentId !== null && !isLeft(chat.agentAt, now.getTime()))
        throw new Refusal('operations.case-claimed', { login: await this.desk.loginOf(chat.agentId, tx) });
      const mine = await this.chats.give(tx, id, operatorId, now);
      await this.record(tx, actor, chat, { action: 'help.claim', detail: { from: chat.agentId } });
      await this.lines.note(tx, mine, 'claimed', operatorId);
    });
  }

  /** @throws Refusal `operations.claim-needed`, `request.invalid` for somebody who is no agent, and those of `claim`. */
  handOver(actor: ActingOperator, id: string, { to: given, reason }: HelpHandOverRequest): Promise<void> {
    const to = given ?? null;
    return this.work.onOwn(actor, id, async (tx, chat, now) => {
      if (to !== null && (to === actor.operatorId || !(await this.store.isAgent(tx, to))))
        throw new Refusal('request.invalid', { field: 'to' });
      await this.store.addHandOver(tx, id, { from: actor.operatorId, to, reason, at: now });
      const given = await this.chats.give(tx, id, to, now);
      await this.record(tx, actor, chat, { action: 'help.hand-over', detail: { to, reason } });
      await this.lines.note(tx, given, 'handed-over', actor.operatorId);
    });
  }

  /** @throws Refusal as `handOver`. */
  close(actor: ActingOperator, id: string): Promise<void> {
    return this.work.onOwn(actor, id, async (tx, chat) => {
      await this.record(tx, actor, chat, { action: 'help.close', detail: {} });
      await this.lines.close(tx, chat, { agentId: actor.operatorId });
    });
  }

  private record(
    tx: Transaction,
    actor: ActingOperator,
    { id, userId }: ChatRow,
    act: { action: string; detail: Record<string, unknown> },
  ): Promise<void> {
    return this.log.record(tx, actor, { ...act, subject: 'help-chat', subjectId: id, userId });
  }
}
