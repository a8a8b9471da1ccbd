import { Injectable } from '@nestjs/common';
import type { HelpCheckView } from '../../../contract/account/help-chat.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { HelpChatStore } from './help-chat.store.js';
import { readHelpCode } from './help-code.rules.js';
import { HelpLines } from './help-lines.js';

/** What a user does in a chat beside writing: sees lines, ends it, and checks who wrote. */
@Injectable()
export class FollowHelpChat {
  constructor(
    private readonly store: HelpChatStore,
    private readonly lines: HelpLines,
    private readonly transactions: Transactions,
  ) {}

  /** The user has seen the chat's lines up to that number. */
  async read(userId: string, number: number): Promise<void> {
    await this.transactions.run(async (tx) => {
      const chat = (await this.store.lockGoingOn(tx, userId)) ?? (await this.store.newest(tx, userId));
      const read = chat && (await this.store.markRead(tx, chat.id, 'user', number));
      if (read) await this.lines.publish(tx, read);
    });
  }

  /** Ends the chat that is going on; where there is none, it is ended already. */
  async close(userId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const chat = await this.store.lockGoingOn(tx, userId);
      if (chat) await this.lines.close(tx, chat, { agentId: null });
    });
  }

  /** Whether a code stands beside a line that we wrote to this user. One that we wrote to somebody else is not ours to this one. */
  async check(userId: string, typed: string): Promise<HelpCheckView> {
    const code = readHelpCode(typed);
    const line = code === null ? null : await this.store.byCode(userId, code);
    return { isOurs: line !== null, text: line?.text ?? null, at: line?.at.getTime() ?? null };
  }
}
