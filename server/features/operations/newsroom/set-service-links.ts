import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ProposeServiceLinkRequest } from '../../../contract/operations/news.dto.js';
import { isArticleLink } from '../../../contract/rules/article-markup.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TEXT_REPLY } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, type ProposalRow, SecondPerson } from '../review/index.js';
import { NewsroomStore } from './newsroom.store.js';

/** Mail is no place that a page opens. */
const isServiceAddress = (url: string): boolean => isArticleLink(url) && !/^mailto:/i.test(url);
const linkDetail = z.object({
  link: z.enum(['customer', 'otc']),
  url: z.string().refine(isServiceAddress),
  cover: z.string().nullable(),
});

/** Where users are led for help and over-the-counter trading: proposed by one operator, agreed to by another one. */
@Injectable()
export class SetServiceLinks {
  constructor(
    private readonly store: NewsroomStore,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the proposal's number.
   * @throws Refusal `news.link`, `request.invalid` for a cover that there is not, `operations.proposal-open`.
   */
  propose(actor: ActingOperator, request: ProposeServiceLinkRequest, key: string | null): Promise<string> {
    const { link, url, cover = null, reason } = request;
    if (!isServiceAddress(url)) throw new Refusal('news.link');
    const command = { userId: actor.operatorId, route: 'ops/service-links', key, body: request, reply: TEXT_REPLY };
    return this.commands.run(command, async (tx) => {
      if (cover !== null && !(await this.store.hasImage(tx, cover)))
        throw new Refusal('request.invalid', { field: 'cover' });
      const detail = { link, url, cover };
      const asked = { kind: 'service-link', subjectId: null, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'service-link.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /** Within the transaction of the second person's decision. @throws Refusal `news.link`. */
  async apply(tx: Transaction, { detail }: Pick<ProposalRow, 'detail'>): Promise<void> {
    const { data } = linkDetail.safeParse(detail);
    if (!data) throw new Refusal('news.link');
    await this.store.setServiceLink(tx, { ...data, at: new Date(this.clock.now()) });
  }
}
