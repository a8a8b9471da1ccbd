import { Injectable } from '@nestjs/common';
import type { HelpNote } from '../../../contract/account/help-chat.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { UseUploads } from '../uploads/index.js';
import { type ChatRow, HelpChatStore, type LineRow, type NewLine } from './help-chat.store.js';
import { helpEvent } from './help-views.js';

type Written = Partial<NewLine> & Pick<NewLine, 'author'>;

/** What both sides do to a chat that the caller has locked, each told to the user's pages in the order of the chat. */
@Injectable()
export class HelpLines {
  constructor(
    private readonly store: HelpChatStore,
    private readonly useUploads: UseUploads,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async add(tx: Transaction, chat: ChatRow, written: Written): Promise<LineRow> {
    const nothing = { agentId: null, text: '', masked: false, note: null, code: null, picture: null };
    const at = new Date(this.clock.now());
    const added = await this.store.addLine(tx, chat, { ...nothing, ...written, at });
    await this.publish(tx, added.chat, added.line);
    return added.line;
  }

  /** Notes in the chat what became of it. */
  note(tx: Transaction, chat: ChatRow, note: HelpNote, agentId: string | null): Promise<LineRow> {
    return this.add(tx, chat, { author: 'chat', note, agentId });
  }

  /** The chat is over: its pictures are kept for as long as the setting says. */
  async close(tx: Transaction, chat: ChatRow, by: { agentId: string | null }): Promise<void> {
    const closed = await this.store.close(tx, chat.id, new Date(this.clock.now()));
    await this.useUploads.close(tx, await this.store.picturesOf(tx, chat.id));
    await this.note(tx, closed, by.agentId === null ? 'closed-by-user' : 'closed-by-agent', by.agentId);
  }

  /** Tells the user's pages; call it last. */
  async publish(tx: Transaction, chat: ChatRow, line: LineRow | null = null): Promise<void> {
    await this.outbox.append(tx, chat.userId, 'help', helpEvent(chat, line));
  }
}
