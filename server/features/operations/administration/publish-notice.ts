import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { NoticeTextRequest, PublishedNoticePage } from '../../../contract/operations/settings.dto.js';
import { type PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, AgreedActs, SecondPerson } from '../review/index.js';
import { NoticesStore } from './notices.store.js';
import { noticeDetail, parseDetail } from './proposal-details.js';

/**
 * A notice to everybody speaks in the voice of the house: one operator writes it, another one agrees. It is for whoever is a user
 * then; the worker hands it over.
 */
@Injectable()
export class PublishNotice implements OnModuleInit {
  constructor(
    private readonly store: NoticesStore,
    private readonly second: SecondPerson,
    private readonly agreedActs: AgreedActs,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('notice', {
      isAnnounced: false,
      execute: async (tx, { id, detail }) => {
        if (id === undefined) throw new Refusal('operations.not-found');
        const { texts } = parseDetail(noticeDetail, detail);
        await this.store.insert(tx, texts, id, new Date(this.clock.now()));
      },
    });
  }

  /**
   * Once however often it is sent. Nobody has it yet.
   * @returns the proposal's number.
   * @throws Refusal `request.invalid` for an empty text and for two in one language, `request.key-reused`.
   */
  propose(actor: ActingOperator, given: NoticeTextRequest[], key: string | null): Promise<string> {
    const { texts } = parseDetail(noticeDetail, { texts: given });
    const command = { userId: actor.operatorId, route: 'ops/notices', key, body: { texts }, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      // Its texts say what it is for.
      const asked = { kind: 'notice', subjectId: null, userId: null, detail: { texts }, reason: '' } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'notice.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { texts } });
      return id;
    });
  }

  /** What was published, newest first. */
  async list(request: PageRequest): Promise<PublishedNoticePage> {
    const { page, limit } = pageAsked(request);
    const [rows, total] = await Promise.all([this.store.list(limit, (page - 1) * limit), this.store.count()]);
    const list = rows.map((row) => ({ ...row, publishedAt: row.publishedAt.getTime() }));
    return { list, total, page, limit };
  }
}
