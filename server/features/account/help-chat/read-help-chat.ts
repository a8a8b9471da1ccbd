import { Injectable } from '@nestjs/common';
import { HELP_LINES, type HelpChatView } from '../../../contract/account/help-chat.dto.js';
import { helpIsOpen } from '../../../contract/rules/help-hours.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { FindUser } from '../users/index.js';
import { HelpChatStore } from './help-chat.store.js';
import { helpLineView } from './help-views.js';

/** The user's chats, as one, and whether somebody is there. */
@Injectable()
export class ReadHelpChat {
  constructor(
    private readonly store: HelpChatStore,
    private readonly findUser: FindUser,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @param before the line that older ones are wanted of; null: the newest. */
  async execute(userId: string, before: string | null): Promise<HelpChatView> {
    const [{ newest, rows }, hours, user] = await Promise.all([
      this.transactions.snapshot(async (tx) => ({
        newest: await this.store.newest(tx, userId),
        rows: await this.store.linesOf(tx, userId, before, HELP_LINES + 1),
      })),
      this.store.hours(),
      this.findUser.execute(userId),
    ]);
    const { isOpen, nextAt } = helpIsOpen(hours, this.clock.now());
    return {
      chatId: newest?.id ?? null,
      state: newest?.state ?? null,
      version: newest?.version ?? 0,
      readByAgent: newest?.readByAgent ?? 0,
      readByUser: newest?.readByUser ?? 0,
      ahead: newest?.ahead ?? 0,
      lines: rows.slice(0, HELP_LINES).reverse().map(helpLineView),
      hasMore: rows.length > HELP_LINES,
      isOpen,
      opensAt: nextAt,
      hasMail: (user?.email ?? null) !== null,
    };
  }
}
