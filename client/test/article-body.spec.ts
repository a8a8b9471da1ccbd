import { HOSTILE_MARKUP } from '../../server/test/fixtures/hostile-markup';
import { articleNodes } from '../ui/article-body';

const PICTURE = `/api/news/image/${'0a'.repeat(16)}`;

/** What a browser would find in the nodes: tags that are none of an article's, and attributes that act. */
function harmIn(nodes: DocumentFragment): string[] {
  return [...nodes.querySelectorAll('*')].flatMap((node) => {
    const tag = node.tagName.toLowerCase();
    const harm = /^(script|style|svg|math|iframe|object|embed|form|input|button|link|meta|base|template)$/.test(tag)
      ? [tag]
      : [];
    for (const { name, value } of node.attributes) {
      if (name.startsWith('on') || name === 'style' || name === 'srcset' || name === 'id') harm.push(`${tag} ${name}`);
      if (name === 'href' && !/^(https:\/\/|mailto:|\/pages\/)/i.test(value)) harm.push(`${tag} ${value}`);
      if (name === 'src' && !value.startsWith('/api/news/image/')) harm.push(`${tag} ${value}`);
    }
    return harm;
  });
}

it('an article is shown as it was written', () => {
  const place = document.createElement('div');
  place.replaceChildren(
    articleNodes(
      `<h2>One</h2><p>Two <strong>three</strong></p><a href="/pages/trust/index">four</a><img src="${PICTURE}" alt="A">`,
    ),
  );
  expect(place.textContent).toBe('OneTwo threefour');
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/pages/trust/index');
  expect(place.querySelector('img')?.getAttribute('src')).toBe(PICTURE);
});

it.each(HOSTILE_MARKUP)('whatever the server sent, nothing acts in %s', (markup) => {
  expect(harmIn(articleNodes(markup))).toEqual([]);
});
