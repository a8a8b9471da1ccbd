import { failBy, lossesOf, lossesOfBeats } from './fan-out.judge.js';

const WELL = { missing: 0, gaps: 0, closed: 0 };
const run = (skipped: number, received = {}, aside = {}) => ({
  skipped,
  received: { ...WELL, ...received },
  aside: { ...WELL, ...aside },
});

test('runs in which everything came fail nothing', () => {
  expect(lossesOfBeats([run(0), run(0)])).toEqual([]);
  expect(() => failBy([])).not.toThrow();
});

test('a beat that was left out fails pages, and not a shared list, which keeps its last value', () => {
  expect(lossesOfBeats([run(0), run(3), run(4)])).toEqual(['7 frames were left out of their beat']);
  expect(lossesOf([run(3)])).toEqual([]);
});

test.each([
  ['a value that was missed', { missing: 1 }, {}],
  ['a gap, read aside', {}, { gaps: 1 }],
  ['a socket that was closed', { closed: 1 }, {}],
])('%s fails both', (_, received, aside) => {
  const losses = ['1 sockets missed a value, had a gap or were closed'];
  expect(lossesOf([run(0), run(0, received, aside)])).toEqual(losses);
  expect(lossesOfBeats([run(0, received, aside)])).toEqual(losses);
  expect(() => failBy(losses)).toThrow('1 sockets missed a value');
});
