import { marked } from './rich-text.rules';

describe('marking a part of a text', () => {
  it.each([
    ['bold', 'a b c', [2, 3], 'a <strong>b</strong> c', 20],
    ['bold', '', [0, 0], '<strong></strong>', 8],
    ['heading', 'x', [0, 1], '<h2>x</h2>', 10],
    ['bullets', 'a\nb', [0, 3], '<ul>\n<li>a</li>\n<li>b</li>\n</ul>', 32],
    ['link', 'see here', [4, 8], 'see <a href="https://">here</a>', 21],
  ] as const)('%s of %j', (mark, text, [from, to], result, caret) => {
    expect(marked(text, { from, to }, mark)).toEqual({ text: result, caret });
  });
});
