import { placeTags } from './own-tags';

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
