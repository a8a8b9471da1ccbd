import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ProposeArticleRequest } from '../../../contract/operations/news.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, type ProposalRow, SecondPerson } from '../review/index.js';
import { NewsroomStore } from './newsroom.store.js';

const newsDetail = z.object({ version: z.string().regex(/^[1-9][0-9]{0,17}$/) });

/** One operator proposes a version, another one lets readers see it, and any of them takes it off at once. */
@Injectable()
export class PublishArticles {
  constructor(
    private readonly store: NewsroomStore,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns the proposal's number. @throws Refusal `operations.not-found`, `operations.proposal-open`. */
  propose(
    actor: ActingOperator,
    id: string,
    { version, reason }: ProposeArticleRequest,
    key: string | null,
  ): Promise<string> {
    const command = {
      userId: actor.operatorId,
      route: 'ops/news/propose',
      key,
      body: { id, version, reason },
      reply: TEXT_REPLY,
    };
    return this.commands.run(command, async (tx) => {
      if (!(await this.store.isVersionOf(tx, id, version))) throw new Refusal('operations.not-found');
      const [row] = await this.store.versions([version], tx);
      if (!row) throw new Refusal('operations.not-found');
      const detail = {
        version,
        category: row.category,
        titles: row.texts.map(({ language, title }) => `${language}: ${title}`),
        publishAt: row.publishAt.toISOString(),
        expiresAt: row.expiresAt?.toISOString() ?? null,
        required: row.required,
        announced: row.announced,
      };
      const asked = { kind: 'news', subjectId: id, userId: null, detail, reason } as const;
      const proposal = await this.second.propose(tx, actor, asked);
      const line = { action: 'news.propose', subject: 'proposal', subjectId: proposal };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, about: id, reason } });
      return proposal;
    });
  }

  /** Within the transaction of the second person's decision. @throws Refusal `operations.not-found`. */
  async show(tx: Transaction, { subjectId, detail }: Pick<ProposalRow, 'subjectId' | 'detail'>): Promise<void> {
    const { data } = newsDetail.safeParse(detail);
    if (!data || subjectId === null || !(await this.store.lock(tx, subjectId)))
      throw new Refusal('operations.not-found');
    await this.store.show(tx, subjectId, data.version);
  }

  /**
   * Nobody sees it any more, from now on, and what was proposed of it goes too.
   * @throws Refusal `operations.not-found`, `operations.nothing-changed` where nothing of it is shown or planned.
   */
  withdraw(actor: ActingOperator, id: string, reason: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.second.settle(tx, actor, { kind: 'news', subjectId: id }, 'rejected');
      const article = await this.store.lock(tx, id);
      if (!article) throw new Refusal('operations.not-found');
      if (!article.isLive) throw new Refusal('operations.nothing-changed');
      await this.store.withdraw(tx, id, new Date(this.clock.now()));
      await this.log.record(tx, actor, {
        action: 'news.withdraw',
        subject: 'news',
        subjectId: id,
        detail: { reason },
      });
    });
  }
}
