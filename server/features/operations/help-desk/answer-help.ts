import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { HelpDeskLineView } from '../../../contract/operations/help.dto.js';
import { asksForSecret } from '../../../contract/rules/asks-for-secret.rules.js';
import { maskSecrets } from '../../../contract/rules/help-secrets.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { helpCode, HelpChatStore, HelpLines, helpLineReply, helpLineView } from '../../account/help-chat/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { HelpWork } from './help-work.js';

const CODE_BYTES = 8;

const helpDeskLineReply: z.ZodType<HelpDeskLineView> = helpLineReply.extend({ agent: z.string().nullable() });

/** An agent's line, with a code by which the user can check that it is from us. */
@Injectable()
export class AnswerHelp {
  constructor(
    private readonly chats: HelpChatStore,
    private readonly lines: HelpLines,
    private readonly work: HelpWork,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Refusal `help.asks-for-secret`, `operations.claim-needed`, `operations.not-found`, `help.closed`,
   * `request.key-reused`.
   */
  execute(actor: ActingOperator, id: string, given: string, key: string | null): Promise<HelpDeskLineView> {
    if (asksForSecret(given)) throw new Refusal('help.asks-for-secret');
    const { text, isMasked: masked } = maskSecrets(given.trim());
    const { operatorId } = actor;
    const command = {
      userId: operatorId,
      route: 'ops/help/line',
      key,
      body: { id, text: given },
      reply: helpDeskLineReply,
    };
    return this.commands.run(command, async (tx) => {
      const chat = await this.work.goingOn(tx, id);
      if (chat.agentId !== operatorId) throw new Refusal('operations.claim-needed');
      await this.chats.touch(tx, id, new Date(this.clock.now()));
      await this.chats.markRead(tx, id, 'agent', chat.lines);
      const code = helpCode(randomBytes(CODE_BYTES));
      const about = { subject: 'help-chat', subjectId: id, userId: chat.userId };
      await this.log.record(tx, actor, { action: 'help.answer', ...about, detail: { code } });
      const line = await this.lines.add(tx, chat, { author: 'agent', agentId: operatorId, text, masked, code });
      return { ...helpLineView(line), agent: null };
    });
  }
}
