import { Injectable } from '@nestjs/common';
import type { HelpLineRequest, HelpLineView } from '../../../contract/account/help-chat.dto.js';
import { maskSecrets } from '../../../contract/rules/help-secrets.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { UseUploads } from '../uploads/index.js';
import { type ChatRow, HelpChatStore } from './help-chat.store.js';
import { HelpLines } from './help-lines.js';
import { helpLineReply, helpLineView } from './help-views.js';

const MINUTE_MAX = 20;
const DAY_MAX = 300;
/** A chat may be closed between looking for it and locking it. */
const TRIES = 3;

/** A line of the user's: into the chat that is going on, or the first of a new one. */
@Injectable()
export class WriteHelpLine {
  constructor(
    private readonly store: HelpChatStore,
    private readonly lines: HelpLines,
    private readonly useUploads: UseUploads,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * What looks like a password or a code never gets beyond this process.
   * @throws Refusal `help.empty`, `help.too-many`, `uploads.unknown`, `request.key-reused`.
   */
  execute(userId: string, { text, picture }: HelpLineRequest, key: string | null): Promise<HelpLineView> {
    const masked = maskSecrets(text.trim());
    if (masked.text === '' && picture === undefined) throw new Refusal('help.empty');
    const command = { userId, route: 'help/chat/line', key, body: { text, picture }, reply: helpLineReply };
    return this.commands.run(command, async (tx) => {
      const at = new Date(this.clock.now());
      const chat = await this.goingOn(tx, userId, at);
      const { minute, day } = await this.store.written(tx, userId, at);
      if (minute >= MINUTE_MAX || day >= DAY_MAX) throw new Refusal('help.too-many');
      if (picture !== undefined) {
        const usedFor = `help:${chat.id}`;
        await this.useUploads.execute(tx, { userId, purpose: 'help', usedFor, references: [picture] });
      }
      const line = { text: masked.text, masked: masked.isMasked, picture: picture ?? null };
      return helpLineView(await this.lines.add(tx, chat, { author: 'user', ...line }));
    });
  }

  private async goingOn(tx: Transaction, userId: string, at: Date): Promise<ChatRow> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const chat = await this.store.lockOrOpen(tx, userId, at);
      if (chat) return chat;
    }
    throw new Refusal('request.unavailable');
  }
}
