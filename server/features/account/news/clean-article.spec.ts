import * as fc from 'fast-check';
import {
  ARTICLE_ATTRIBUTES,
  ARTICLE_TAGS,
  isArticleLink,
  isPublicAddress,
} from '../../../contract/rules/article-markup.rules.js';
import { HOSTILE_MARKUP } from '../../../test/fixtures/hostile-markup.js';
import { articleWords, cleanArticle, folded } from './clean-article.js';

const PICTURE = `/api/news/image/${'0a'.repeat(16)}`;

/** Every tag of the text with its attributes, as any reader of HTML would find them. */
function tagsOf(html: string): { name: string; attributes: [string, string][] }[] {
  return [...html.matchAll(/<([a-z][^\s/>]*)((?:\s+[^\s=>]+="[^"]*")*)\s*\/?>/gi)].map(([, name = '', rest = '']) => ({
    name,
    attributes: [...rest.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  }));
}

function harmIn(html: string): string[] {
  const harm: string[] = [];
  const rest = html.replaceAll(/<\/?[a-z][a-z0-9]*(?:\s+[a-z]+="[^"<>]*")*\s*\/?>/g, '');
  if (/[<>]/.test(rest)) harm.push(`something that is no plain tag: ${rest}`);
  for (const { name, attributes } of tagsOf(html)) {
    if (!(ARTICLE_TAGS as readonly string[]).includes(name)) harm.push(name);
    for (const [key, value] of attributes) {
      if (!(ARTICLE_ATTRIBUTES as readonly string[]).includes(key)) harm.push(`${name} ${key}`);
      const address = value.replaceAll('&amp;', '&');
      if (key === 'href' && !isArticleLink(address)) harm.push(`${name} ${key}=${value}`);
      if (key === 'src' && !/^\/api\/news\/image\/[0-9a-f]{32}$/.test(value)) harm.push(`${name} ${key}=${value}`);
    }
  }
  return harm;
}

describe('an article', () => {
  it('keeps what it is written with', () => {
    const html =
      `<h2>New <em>pairs</em></h2><p>From <strong>noon</strong>.<br />See <a href="/pages/trust/index">here</a>.</p>` +
      `<ul><li>one</li></ul><table><tbody><tr><td colspan="2">a</td></tr></tbody></table><img src="${PICTURE}" alt="A chart" />`;
    expect(cleanArticle(html)).toBe(html);
  });

  it('opens links that leave the product apart, and tells them nothing', () => {
    expect(cleanArticle('<a href="https://example.org/a?b=1&amp;c=2" onclick="x()">there</a>')).toBe(
      '<a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow" target="_blank">there</a>',
    );
  });

  it.each(HOSTILE_MARKUP)('lets nothing through of %s', (markup) => {
    const clean = cleanArticle(markup);
    expect(harmIn(clean)).toEqual([]);
    expect(cleanArticle(clean)).toBe(clean);
  });

  it('stays as it is when taking something out leaves a table in a paragraph', () => {
    const clean = cleanArticle('<p>x<scr<script>ipt>y</scr</script>ipt><table><script>z</script>');
    expect(cleanArticle(clean)).toBe(clean);
  });

  it('lets nothing through of hostile parts in any order and nesting', () => {
    const parts = [
      ...HOSTILE_MARKUP,
      '<p>',
      '</p>',
      '<table>',
      '<b',
      '"',
      "'",
      '>',
      '<!--',
      '-->',
      '&#60;',
      '&lt;',
      '\0',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }), (chosen) => {
        const clean = cleanArticle(chosen.join(''));
        expect(harmIn(clean)).toEqual([]);
        expect(cleanArticle(clean)).toBe(clean);
      }),
      { numRuns: 400 },
    );
  });
});

describe('what is searched', () => {
  it('is the words, not the markup', () => {
    expect(articleWords('<p>Fees &amp; limits</p><p>of <b>spot</b></p><script>secret()</script>').trim()).toBe(
      'Fees & limits of spot',
    );
  });

  it('knows no case and no width', () => {
    expect(folded('  ＢＴＣ／USDT\n Wallet ')).toBe('btc/usdt wallet');
  });
});

describe('an address of the web', () => {
  it.each([
    ['https://help.example.com/chat?x=1', true],
    ['http://help.example.com', false],
    ['https://user@help.example.com', false],
    ['https://', false],
    ['//example.com', false],
    ['javascript:alert(1)', false],
    ['https://a b', false],
    [`https://example.com/${'a'.repeat(500)}`, false],
  ])('%s: %s', (address, fine) => {
    expect(isPublicAddress(address)).toBe(fine);
  });
});
