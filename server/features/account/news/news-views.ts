import { WIRE_LANGUAGE } from '../../../contract/languages/index.js';
import type { NewsArticleView } from '../../../contract/account/news.dto.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { newsPicture } from '../../../contract/rules/news.rules.js';
import { cleanedArticle } from './clean-article.js';
import type { ShownArticle } from './news.store.js';

/** An article as clients read it; cleaned once more, whatever is stored. */
export function articleView(article: ShownArticle): NewsArticleView {
  const cover = newsPicture(article.cover);
  return {
    id: Number.parseInt(article.id, 10),
    c_id: article.category,
    title: article.title,
    abstract: article.abstract,
    content: cleanedArticle(article.content),
    thumbnail: cover,
    cover,
    create_time: wireTime(article.publishAt),
    lang: WIRE_LANGUAGE[article.language],
    sorts: article.rank,
    is_read: article.isRead ? 1 : 0,
    is_required: article.required ? 1 : 0,
  };
}
