import { queryOptions } from '@tanstack/react-query';
import type {
  CustomerLinkView,
  NewsArticleView,
  NewsListView,
  UnreadNewsView,
} from '../../../../server/contract/account/news.dto';
import type { Language } from '../../../../server/contract/errors';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const NEWS_KEY = [OWN, 'news'];
export const PAGE_ROWS = 15;

export interface ArticlesAsked {
  category: number;
  language: Language;
  keyword: string;
}

/** Marks of what is read are the user's own: the key begins so. */
export function articlesKey({ category, language, keyword }: ArticlesAsked) {
  return [...NEWS_KEY, 'list', category, language, keyword];
}

export function readArticles(
  { category, language, keyword }: ArticlesAsked,
  page: number,
  signal: AbortSignal,
): Promise<NewsListView> {
  const asked = { c_id: category, lang: language, keyword, page, limit: PAGE_ROWS };
  return post<NewsListView>('news/list', asked, { ...QUIET, signal });
}

export const article = (id: string, language: Language) =>
  queryOptions({
    queryKey: [...NEWS_KEY, 'article', id, language],
    queryFn: ({ signal }) => post<NewsArticleView>('news/detail', { id, lang: language }, { ...QUIET, signal }),
  });

export const announcements = (language: Language) =>
  queryOptions({
    queryKey: ['announcements', language],
    queryFn: ({ signal }) =>
      post<NewsListView>('news/announcement', { lang: language, limit: 5 }, { ...QUIET, signal }),
    staleTime: 60_000,
  });

export const unreadNews = (language: Language) =>
  queryOptions({
    queryKey: [...NEWS_KEY, 'unread', language],
    queryFn: ({ signal }) => get<UnreadNewsView>('news/unread', {}, { ...QUIET, signal }),
    staleTime: 60_000,
  });

export const customerLink = queryOptions({
  queryKey: ['customer-link'],
  queryFn: ({ signal }) => post<CustomerLinkView>('set/get_customer_url', {}, { ...QUIET, signal }),
  staleTime: 300_000,
});

/** Everything that a mark stands beside, when something was read. */
export const MARKED_KEYS = [
  [...NEWS_KEY, 'list'],
  [...NEWS_KEY, 'unread'],
];
