import { isLoginPath } from '../platform/login-path';

/** A bar, or what holds bars together. */
export interface ShapePart {
  tag: string;
  name?: string;
  attributes?: Readonly<Record<string, string>>;
  parts?: readonly ShapePart[];
}

type Kind = 'market' | 'trade' | 'home' | 'assets' | 'list' | 'form';

const box = (tag: string, name: string, parts: readonly ShapePart[] = []): ShapePart => ({ tag, name, parts });
const bar = (size: string): ShapePart => box('i', `bone-${size}`);
const times = (count: number, part: ShapePart): ShapePart[] => Array.from({ length: count }, () => part);

const row = box('p', '', [bar('wide'), bar('short')]);
const field = box('p', 'shape-field', [bar('short'), bar('field')]);
const mark: ShapePart = {
  tag: 'svg',
  attributes: { viewBox: '0 0 64 64', width: '28', height: '28' },
  parts: [
    { tag: 'path', attributes: { d: 'M18 18v30M32 10v34M46 22v32' } },
    { tag: 'path', name: 'body', attributes: { d: 'M18 28v10M32 18v16M46 32v12' } },
  ],
};
const head = box('header', '', [mark, bar('title')]);
const tabs = box('footer', '', times(6, bar('tab')));
/** At the side of a wide screen alone. */
const tabsAside = box('footer', 'shape-aside', times(6, bar('tab')));

const market: readonly ShapePart[] = [
  box('div', 'shape-hero', [bar('hero'), bar('short'), box('p', '', times(4, bar('figure')))]),
  box('div', 'shape-periods', times(7, bar('tiny'))),
  box('div', 'shape-chart'),
];

/** What stands below the header. */
const BODIES: Record<Kind, readonly ShapePart[]> = {
  market,
  // The ticket stands at the side of a wide screen, and behind two buttons elsewhere.
  trade: [...market, box('div', 'shape-side'), box('div', 'shape-go', times(2, bar('button')))],
  home: [box('div', 'shape-card'), box('div', 'shape-periods', times(5, bar('tiny'))), ...times(9, row)],
  assets: [box('div', 'shape-card'), box('div', 'shape-periods', times(4, bar('icon'))), ...times(8, row)],
  list: times(9, row),
  form: [...times(4, field), bar('button')],
};

const UNSPOKEN = { 'aria-hidden': 'true' };
const KINDS: Record<string, Kind> = {
  '/': 'home',
  '/pages/index/index': 'home',
  '/pages/trade/index': 'trade',
  '/pages/option/index': 'market',
  '/pages/contract/index': 'trade',
  '/pages/account/index': 'assets',
};

const FORMS =
  /\/(login\/(login|register|forgetPassword)|deposit\/index|withdraw\/index|transfer\/index|address\/create|verification\/\w+|order|security\/(change\w+|antiPhishing)|otc\/take)$/;

/** Addresses whose shape differs from the list's, for the server, which chooses by address. */
export const SHAPED_PATHS: readonly string[] = [
  ...Object.keys(KINDS),
  '/pages/user/login/login',
  '/pages/user/login/register',
  '/pages/user/login/forgetPassword',
  '/pages/deposit/index',
  '/pages/withdraw/index',
  '/pages/transfer/index',
];

/**
 * What stands in the place of the page at an address until it is drawn: bars in its true shape. Their sizes are classes
 * of `page-shapes.css`, because the page allows no style attributes.
 * @param extent `all` of it; the `page` without the bar of tabs, which the frame draws; the `body` below a header.
 */
export function shapeOf(path: string, extent: 'all' | 'page' | 'body' = 'all'): ShapePart {
  const kind = KINDS[path] ?? (FORMS.test(path) ? 'form' : 'list');
  const parts = [...BODIES[kind]];
  if (extent !== 'body') parts.unshift(head);
  if (extent === 'all' && !isLoginPath(path)) parts.push(path in KINDS ? tabs : tabsAside);
  return { ...box('div', `shape shape-${kind}`, parts), attributes: UNSPOKEN };
}

/** The desk has no shape of its own: its mark, in the middle. */
export const DESK_SHAPE: ShapePart = { ...box('div', 'shape shape-desk', [mark]), attributes: UNSPOKEN };

/** The same as text of the document itself, which is there before any script is. */
export function asMarkup({ tag, name = '', attributes = {}, parts = [] }: ShapePart): string {
  const named = Object.entries({ ...(name === '' ? {} : { class: name }), ...attributes });
  const opening = [tag, ...named.map(([key, value]) => `${key}="${value}"`)].join(' ');
  return `<${opening}>${parts.map(asMarkup).join('')}</${tag}>`;
}
