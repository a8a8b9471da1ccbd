import { edgeOf, placeTags, TAG_HEIGHT } from './own-tags';

const tag = (key: string, y: number, width = 50) => ({ key, y, width, words: key });
const places = (tags: ReturnType<typeof placeTags>) => tags.map(({ key, left }) => [key, left]);

it('words of lines that are near stand side by side, others at the edge', () => {
  expect(places(placeTags([tag('c', 100), tag('a', 10), tag('b', 20, 30)]))).toEqual([
    ['a', 4],
    ['b', 58],
    ['c', 4],
  ]);
  expect(places(placeTags([tag('a', 10), tag('b', 10), tag('c', 27)]))).toEqual([
    ['a', 4],
    ['b', 58],
    ['c', 112],
  ]);
  expect(places(placeTags([tag('a', 10), tag('b', 28)]))).toEqual([
    ['a', 4],
    ['b', 4],
  ]);
});

it.each([
  ['above', -1, '↑', TAG_HEIGHT / 2],
  ['below', 301, '↓', 300 - TAG_HEIGHT / 2],
])('stand at the edge for a line that is %s what is in sight, whole', (_where, y, arrow, near) => {
  const edge = edgeOf(y, 300);
  expect(edge?.arrow).toBe(arrow);
  expect(Math.abs((edge?.y ?? 0) - near)).toBeLessThanOrEqual(4);
});

it.each([0, 150, 300])('need no edge for a line in sight, at %d of 300', (y) => {
  expect(edgeOf(y, 300)).toBeNull();
});
