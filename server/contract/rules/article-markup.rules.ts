/**
 * What an article may be made of. The server lets nothing else in or out, and the page looks again: both go by these
 * lists. Nothing here can run, call out by itself, or look like a part of the product's own pages.
 */
export const ARTICLE_TAGS = [
  'h2',
  'h3',
  'h4',
  'p',
  'br',
  'hr',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'a',
  'img',
] as const;

/** Attributes that stay, over all tags; those of links and pictures only with an address of the forms below. */
export const ARTICLE_ATTRIBUTES = ['href', 'rel', 'target', 'src', 'alt', 'colspan', 'rowspan'] as const;

/** Pictures come from the product's own storage alone: `/api/news/image/` and 128 bits. */
const PICTURE = /^\/api\/news\/image\/[0-9a-f]{32}$/;
/** A page of ours. */
const OWN_PAGE = /^\/pages\/[A-Za-z0-9/?=&_-]*$/;
const ADDRESS_LENGTH_MAX = 500;

/** Whether a picture of an article may come from there. */
export function isArticlePicture(address: string): boolean {
  return PICTURE.test(address);
}

/** Whether an article or a setting may lead there: https with a host and no login in it, mail, or a page of ours. */
export function isArticleLink(address: string): boolean {
  if (address.length > ADDRESS_LENGTH_MAX) return false;
  return OWN_PAGE.test(address) || /^mailto:[^\s<>"'\\?]+@[^\s<>"'\\?]+$/i.test(address) || isPublicAddress(address);
}

/** An address of the web: https, a host, no name or password before it, nothing that is not printed. */
export function isPublicAddress(address: string): boolean {
  if (address.length > ADDRESS_LENGTH_MAX || !/^https:\/\/[^\s<>"'\\\p{Cc}]+$/u.test(address)) return false;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return protocol === 'https:' && hostname !== '' && username === '' && password === '';
}

/** Whether a link of an article leaves the product. */
export function leavesProduct(address: string): boolean {
  return !OWN_PAGE.test(address);
}
