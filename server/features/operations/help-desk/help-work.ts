import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ChatRow, HelpChatStore } from '../../account/help-chat/index.js';
import type { ActingOperator } from '../review/index.js';

type Work = (tx: Transaction, chat: ChatRow, now: Date) => Promise<void>;

/** Work on a chat that goes on and is locked meanwhile. */
@Injectable()
export class HelpWork {
  constructor(
    private readonly chats: HelpChatStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `operations.not-found`, `help.closed`. */
  on(id: string, work: Work): Promise<void> {
    return this.transactions.run(async (tx) => work(tx, await this.goingOn(tx, id), new Date(this.clock.now())));
  }

  /** The same for whoever has it. @throws Refusal `operations.claim-needed`, too. */
  onOwn({ operatorId }: ActingOperator, id: string, work: Work): Promise<void> {
    return this.on(id, async (tx, chat, now) => {
      if (chat.agentId !== operatorId) throw new Refusal('operations.claim-needed');
      await work(tx, chat, now);
    });
  }

  async goingOn(tx: Transaction, id: string): Promise<ChatRow> {
    const chat = await this.chats.lock(tx, id);
    if (!chat) throw new Refusal('operations.not-found');
    if (chat.state === 'closed') throw new Refusal('help.closed');
    return chat;
  }
}
