import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import {
  ARTICLE_ATTRIBUTES,
  ARTICLE_TAGS,
  isArticleLink,
  isArticlePicture,
} from '../../server/contract/rules/article-markup.rules';
import styles from './article-body.module.css';

const RULES = {
  ALLOWED_TAGS: [...ARTICLE_TAGS],
  ALLOWED_ATTR: [...ARTICLE_ATTRIBUTES],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

/** The article as nodes, cleaned here once more: whatever the server sent, nothing in it can run or lead astray. */
export function articleNodes(markup: string): DocumentFragment {
  // A frameset is a body of its own: nothing is left of it, not even something empty.
  const nodes = (DOMPurify.sanitize(markup, RULES) as DocumentFragment | null) ?? document.createDocumentFragment();
  for (const picture of nodes.querySelectorAll('img')) {
    if (isArticlePicture(picture.getAttribute('src') ?? '')) picture.loading = 'lazy';
    else picture.remove();
  }
  for (const link of nodes.querySelectorAll('a')) {
    if (!isArticleLink(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    if (link.target !== '') link.rel = 'noopener noreferrer nofollow';
  }
  return nodes;
}

/** The text of an article. */
export function ArticleBody({ markup, language }: { markup: string; language: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(articleNodes(markup));
  }, [markup]);
  return <div ref={place} className={styles.body} lang={language} />;
}
