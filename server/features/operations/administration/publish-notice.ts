import { Injectable } from '@nestjs/common';
import type { NoticeTextRequest, PublishedNoticePage } from '../../../contract/operations/settings.dto.js';
import { type PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { NoticesStore } from './notices.store.js';

/** A notice to everybody who is a user now. The worker hands it over. */
@Injectable()
export class PublishNotice {
  constructor(
    private readonly store: NoticesStore,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * Once however often it is sent.
   * @returns its number. @throws Refusal `request.invalid` for two texts in one language, `request.key-reused`.
   */
  execute(actor: ActingOperator, given: NoticeTextRequest[], key: string | null): Promise<string> {
    const texts = given.map(({ language, title, text }) => ({ language, title, text }));
    const languages = new Set(texts.map(({ language }) => language));
    if (languages.size !== texts.length) throw new Refusal('request.invalid', { field: 'texts' });
    const command = { userId: actor.operatorId, route: 'ops/notices', key, body: { texts }, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      const id = await this.store.insert(tx, texts, actor.operatorId, new Date(this.clock.now()));
      await this.log.record(tx, actor, {
        action: 'notice.publish',
        subject: 'notice',
        subjectId: id,
        detail: { texts },
      });
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
