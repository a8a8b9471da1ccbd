import { Injectable } from '@nestjs/common';
import { HELP_LINES } from '../../../contract/account/help-chat.dto.js';
import { DEFAULT_LANGUAGE, languageOf } from '../../../contract/languages/index.js';
import type {
  HelpAgentView,
  HelpCaseView,
  HelpHoursView,
  HelpPage,
  HelpPulseView,
  HelpQueueRequest,
  HelpTemplateView,
} from '../../../contract/operations/help.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { helpIsOpen } from '../../../contract/rules/help-hours.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { HelpChatStore, HelpTyping, helpLineView } from '../../account/help-chat/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { isLeft } from './agent-left.rules.js';
import { HelpDeskStore } from './help-desk.store.js';

/** What the desk sees of chats; each look at somebody's is written down. */
@Injectable()
export class GetHelp {
  constructor(
    private readonly store: HelpDeskStore,
    private readonly chats: HelpChatStore,
    private readonly typing: HelpTyping,
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: ActingOperator, request: HelpQueueRequest): Promise<HelpPage> {
    const { page, limit } = pageAsked(request);
    const { folder = 'waiting', userId = null } = request;
    const filter = { folder, userId, operatorId: actor.operatorId };
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    return { list: rows.map((row) => ({ ...row, at: row.at.getTime() })), total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async find(actor: ActingOperator, id: string, before: string | null): Promise<HelpCaseView> {
    const chat = await this.store.find(id);
    if (!chat) throw new Refusal('operations.not-found');
    const look = { action: 'help.view', subject: 'help-chat', userId: chat.userId };
    await this.log.recordList(actor, look, { filter: { chat: id }, rows: 1 });
    const [rows, handedOver] = await Promise.all([
      this.store.lines(id, before, HELP_LINES + 1),
      this.store.handOvers(id),
    ]);
    const { agentId, agentAt, language, ...rest } = chat;
    return {
      ...rest,
      language: languageOf(language) ?? DEFAULT_LANGUAGE,
      mine: agentId === actor.operatorId,
      isLeft: isLeft(agentAt, this.clock.now()),
      lines: rows
        .slice(0, HELP_LINES)
        .reverse()
        .map(({ agent, ...line }) => ({ ...helpLineView(line), agent })),
      hasMore: rows.length > HELP_LINES,
      handedOver: handedOver.map((over) => ({ ...over, at: over.at.getTime() })),
    };
  }

  /** Whether something has changed, and whether the user is writing. @throws Refusal `operations.not-found`. */
  async pulse(actor: ActingOperator, id: string, isTyping: boolean): Promise<HelpPulseView> {
    const chat = await this.store.find(id);
    if (!chat) throw new Refusal('operations.not-found');
    const mine = chat.agentId === actor.operatorId;
    return { version: chat.version, typing: await this.typing.exchange(chat.userId, 'agent', isTyping && mine) };
  }

  templates(): Promise<HelpTemplateView[]> {
    return this.store.templates();
  }

  agents(): Promise<HelpAgentView[]> {
    return this.store.agents();
  }

  async hours(): Promise<HelpHoursView> {
    const { days, opensAt, closesAt } = await this.chats.hours();
    const { isOpen } = helpIsOpen({ days, opensAt, closesAt }, this.clock.now());
    return { days: [...days], opensAt, closesAt, isOpen };
  }
}
