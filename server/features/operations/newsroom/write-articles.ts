import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type {
  ArticleTextRequest,
  ArticleWrittenView,
  WriteArticleRequest,
} from '../../../contract/operations/news.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { articleWords, cleanArticle, folded } from '../../account/news/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { type NewVersion, NewsroomStore, type WrittenText } from './newsroom.store.js';

const articleReply: z.ZodType<ArticleWrittenView> = z.object({
  id: z.string(),
  version: z.string(),
  isCleaned: z.boolean(),
});

/** Articles are written, translated and changed as versions; none of it is shown before a second person agrees. */
@Injectable()
export class WriteArticles {
  constructor(
    private readonly store: NewsroomStore,
    private readonly log: AuditLog,
    private readonly commands: IdempotentCommands,
    private readonly clock: Clock,
  ) {}

  /**
   * @param id the article that gets a new version; null: a new article.
   * @throws Refusal `request.invalid` for two texts in one language, an end before the beginning and a cover that there
   * is not; `operations.not-found`; `news.changed` when somebody else has written meanwhile; `request.key-reused`.
   */
  execute(
    actor: ActingOperator,
    id: string | null,
    request: WriteArticleRequest,
    key: string | null,
  ): Promise<ArticleWrittenView> {
    const version = versionOf(request);
    const isCleaned = request.texts.some(({ content }, at) => !isAsWritten(content, version.texts[at]?.content ?? ''));
    const command = { userId: actor.operatorId, route: 'ops/news', key, body: { id, ...request }, reply: articleReply };
    return this.commands.run(command, async (tx) => {
      const at = new Date(this.clock.now());
      if (version.cover !== null && !(await this.store.hasImage(tx, version.cover)))
        throw new Refusal('request.invalid', { field: 'cover' });
      const articleId = id === null ? await this.store.insertArticle(tx, at) : await this.opened(tx, id, request.from);
      const written = await this.store.addVersion(tx, articleId, version, { operatorId: actor.operatorId, at });
      const { category, publishAt, expiresAt, required, announced, texts } = version;
      const languages = texts.map(({ language }) => language);
      await this.log.record(tx, actor, {
        action: 'news.write',
        subject: 'news',
        subjectId: articleId,
        detail: { version: written, category, publishAt, expiresAt, required, announced, languages },
      });
      return { id: articleId, version: written, isCleaned };
    });
  }

  private async opened(tx: Transaction, id: string, from: string | undefined): Promise<string> {
    const article = await this.store.lock(tx, id);
    if (!article) throw new Refusal('operations.not-found');
    if (article.latestId !== from) throw new Refusal('news.changed');
    return id;
  }
}

function versionOf(request: WriteArticleRequest): NewVersion {
  const { category, cover = null, rank, publishAt, expiresAt = null, required, announced, texts } = request;
  if (new Set(texts.map(({ language }) => language)).size !== texts.length)
    throw new Refusal('request.invalid', { field: 'texts' });
  if (expiresAt !== null && expiresAt <= publishAt) throw new Refusal('request.invalid', { field: 'expiresAt' });
  return {
    category,
    cover,
    rank,
    publishAt: new Date(publishAt),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    required,
    announced,
    texts: texts.map(textOf),
  };
}

function textOf({ language, title, abstract, content }: ArticleTextRequest): WrittenText {
  const clean = cleanArticle(content).trim();
  // Postgres keeps no zero character, wherever it came from.
  const searched = folded(`${title} ${abstract} ${articleWords(clean)}`).replaceAll('\0', '');
  return { language, title: title.trim(), abstract: abstract.trim(), content: clean.replaceAll('\0', ''), searched };
}

/** Whether nothing but the way of writing it was changed: quotes, blanks, closed tags. */
function isAsWritten(given: string, clean: string): boolean {
  const words = (markup: string) => markup.replaceAll(/&(?:amp|lt|gt|quot|nbsp|#39);|["'\s/]/g, '').toLowerCase();
  const own = words(clean).replaceAll(/rel=noopenernoreferrernofollowtarget=_blank/g, '');
  return words(given).replaceAll(/rel=noopenernoreferrernofollowtarget=_blank/g, '').length <= own.length;
}
