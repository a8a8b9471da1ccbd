import sanitize from 'sanitize-html';
import {
  ARTICLE_TAGS,
  isArticleLink,
  isArticlePicture,
  leavesProduct,
} from '../../../contract/rules/article-markup.rules.js';

/** Tags whose text goes with them: it was never meant to be read. */
const NOT_READ = [
  'script',
  'style',
  'template',
  'textarea',
  'select',
  'option',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'title',
  'xmp',
  'plaintext',
];
const NESTED_MAX = 30;
const TURNS_MAX = 10;

const RULES: sanitize.IOptions = {
  allowedTags: [...ARTICLE_TAGS],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: NOT_READ,
  nestingLimit: NESTED_MAX,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    div: 'p',
    a: (_name, { href = '' }) => ({ tagName: 'a', attribs: linkTo(href.trim()) }),
    td: (tagName, attribs) => ({ tagName, attribs: spans(attribs) }),
    th: (tagName, attribs) => ({ tagName, attribs: spans(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isArticlePicture(attribs.src ?? ''),
};

/** What is left of an article's markup when all that might harm a reader is gone. Cleaning twice is cleaning once. */
export function cleanArticle(markup: string): string {
  let clean = sanitize(markup, RULES);
  // What is taken out may leave tags that a parser puts into another order: until it stays as it is.
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const next = sanitize(clean, RULES);
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

const CLEANED_MAX = 300;
const cleaned = new Map<string, string>();

/** The same for what readers ask for again and again: of the last texts the answer is remembered, by the text itself. */
export function cleanedArticle(markup: string): string {
  const known = cleaned.get(markup);
  if (known !== undefined) return known;
  const clean = cleanArticle(markup);
  if (cleaned.size >= CLEANED_MAX) cleaned.delete(cleaned.keys().next().value ?? '');
  cleaned.set(markup, clean);
  return clean;
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
]);

/** The words of an article without its markup, for the search. */
export function articleWords(markup: string): string {
  const text = sanitize(markup.replaceAll(/<(?:\/(?:p|li|h[2-4]|td|th|tr)|br)\b/g, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: NOT_READ,
  });
  return text.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_entity, name: string) => ENTITIES.get(name) ?? ' ');
}

/** A text as it is searched: case and width make no difference. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function linkTo(href: string): Record<string, string> {
  if (!isArticleLink(href)) return {};
  return leavesProduct(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : { href };
}

function spans(attribs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attribs).filter(([, value]) => /^[1-9][0-9]?$/.test(value)));
}
