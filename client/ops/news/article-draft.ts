import type {
  ArticleDetailView,
  ArticleTextRequest,
  ArticleVersionView,
  WriteArticleRequest,
} from '../../../server/contract/operations';
import { LANGUAGES, type Language } from '../../../server/contract/errors';
import { NOTICES, type NewsCategory } from '../../../server/contract/rules/news.rules';

export type Text = Omit<ArticleTextRequest, 'language'>;
export const NO_TEXT: Text = { title: '', abstract: '', content: '' };

/** An article as it is being written. */
export interface ArticleDraft {
  category: NewsCategory;
  cover: string;
  rank: string;
  publishAt: number;
  expiresAt: number | null;
  required: boolean;
  announced: boolean;
  texts: Partial<Record<Language, Text>>;
}

export function newDraft(now: number): ArticleDraft {
  const flags = { required: false, announced: false };
  return { category: NOTICES, cover: '', rank: '0', publishAt: now, expiresAt: null, ...flags, texts: {} };
}

export function draftOf(version: ArticleVersionView): ArticleDraft {
  const { category, cover, rank, publishAt, expiresAt, required, announced, texts } = version;
  const given = texts.map(
    ({ language, title, abstract, content }) => [language, { title, abstract, content }] as const,
  );
  return {
    category,
    cover: cover ?? '',
    rank: String(rank),
    publishAt,
    expiresAt,
    required,
    announced,
    texts: Object.fromEntries(given),
  };
}

/** What is sent of a draft: the languages that have a title. */
export function requestOf(draft: ArticleDraft, from: ArticleDetailView | null): WriteArticleRequest {
  const { category, cover, rank, publishAt, expiresAt, required, announced, texts } = draft;
  return {
    ...(from === null ? {} : { from: from.latest.id }),
    category,
    ...(cover === '' ? {} : { cover }),
    rank: Number.parseInt(rank, 10) || 0,
    publishAt,
    expiresAt,
    required,
    announced,
    texts: LANGUAGES.flatMap((language) => {
      const own = texts[language];
      return own && own.title.trim() !== '' ? [{ language, ...own }] : [];
    }),
  };
}
