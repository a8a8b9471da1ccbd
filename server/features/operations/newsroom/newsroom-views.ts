import type { ArticleVersionView } from '../../../contract/operations/news.dto.js';
import { cleanArticle } from '../../account/news/index.js';
import type { VersionRow } from './newsroom.store.js';

/** A version as the desk sees it: cleaned like what readers get. */
export function versionView(row: VersionRow): ArticleVersionView {
  const { id, category, cover, rank, publishAt, expiresAt, required, announced, writtenBy, writtenAt } = row;
  return {
    id,
    category,
    cover,
    rank,
    publishAt: publishAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    required,
    announced,
    writtenBy,
    writtenAt: writtenAt.getTime(),
    texts: row.texts.map(({ language, title, abstract, content }) => ({
      language,
      title,
      abstract,
      content: cleanArticle(content),
    })),
  };
}
