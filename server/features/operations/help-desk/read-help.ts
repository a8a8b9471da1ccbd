import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { HelpChatStore, HelpLines } from '../../account/help-chat/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';

/** What an agent has seen of a chat. */
@Injectable()
export class ReadHelp {
  constructor(
    private readonly chats: HelpChatStore,
    private readonly lines: HelpLines,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** Whoever has the chat has seen its lines up to that number; that somebody else has is nothing. */
  async execute(actor: ActingOperator, id: string, number: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const chat = await this.chats.lock(tx, id);
      if (!chat) throw new Refusal('operations.not-found');
      if (chat.agentId !== actor.operatorId) return;
      const read = await this.chats.markRead(tx, id, 'agent', number);
      if (!read) return;
      const about = { subject: 'help-chat', subjectId: id, userId: chat.userId };
      await this.log.record(tx, actor, { action: 'help.read', ...about, detail: { number: read.readByAgent } });
      await this.lines.publish(tx, read);
    });
  }
}
