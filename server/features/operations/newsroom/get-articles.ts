import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type {
  ArticleDetailView,
  ArticleListRequest,
  ArticlePage,
  ServiceLinkView,
} from '../../../contract/operations/news.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { folded } from '../../account/news/index.js';
import { type ArticlesFilter, NewsroomStore } from './newsroom.store.js';
import { versionView } from './newsroom-views.js';

const WORDS_MAX = 8;

/** What the desk sees of articles, shown or not, and of the service links. */
@Injectable()
export class GetArticles {
  constructor(
    private readonly store: NewsroomStore,
    private readonly clock: Clock,
  ) {}

  /** The newest first. */
  async list(request: ArticleListRequest, language: Language): Promise<ArticlePage> {
    const { page, limit } = pageAsked(request);
    const filter = articlesAsked(request, language, this.clock.now());
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    const list = rows.map((row) => ({
      ...row,
      publishAt: row.publishAt.getTime(),
      expiresAt: row.expiresAt?.getTime() ?? null,
      writtenAt: row.writtenAt.getTime(),
    }));
    return { list, total, page, limit };
  }

  /** @throws Refusal `operations.not-found`. */
  async find(id: string): Promise<ArticleDetailView> {
    const [head, proposed] = await Promise.all([
      this.store.head(id, new Date(this.clock.now())),
      this.store.proposed(id),
    ]);
    if (!head) throw new Refusal('operations.not-found');
    const { state, latestId, liveId } = head;
    const ids = [latestId, liveId, proposed?.version].filter((one): one is string => typeof one === 'string');
    const rows = (await this.store.versions([...new Set(ids)])).map(versionView);
    const version = (which: string | null | undefined) => rows.find((row) => row.id === which) ?? null;
    const latest = version(latestId);
    if (!latest) throw new Refusal('operations.not-found');
    return {
      id,
      state,
      latest,
      live: version(liveId),
      proposed: version(proposed?.version),
      proposalId: proposed?.proposalId ?? null,
    };
  }

  async serviceLinks(): Promise<ServiceLinkView[]> {
    const rows = await this.store.serviceLinks();
    return (['customer', 'otc'] as const).map((link) => {
      const row = rows.find((one) => one.link === link);
      return { link, url: row?.url ?? '', cover: row?.cover ?? null, changedAt: row?.changedAt.getTime() ?? null };
    });
  }
}

/** Which articles are asked for, as they are at this instant. */
export function articlesAsked(
  { state, category, keyword = '' }: Omit<ArticleListRequest, 'page' | 'limit'>,
  language: Language,
  now: number,
): ArticlesFilter {
  return {
    state: state ?? null,
    category: category === undefined ? null : Number.parseInt(category, 10),
    words: folded(keyword).split(' ').filter(Boolean).slice(0, WORDS_MAX),
    language,
    at: new Date(now),
  };
}
