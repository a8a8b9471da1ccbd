import { afterChart } from './late-part';

jest.mock('../ui/chart', () => {
  throw new Error('cut off');
});
const speakMore = jest.fn();
jest.mock('../languages', () => ({ speakMore: (words: unknown) => speakMore(words) }));

it('fetches a part of a page although the files of the chart do not arrive', async () => {
  const words = { en: async () => ({}) };
  const fetched = afterChart(
    async () => 'the part',
    async () => words as never,
  );
  await expect(fetched).resolves.toBe('the part');
  expect(speakMore).toHaveBeenCalledWith(words);
});
