import { firstWatermark, isTrailFit, trailPrice } from './spot-trail.rules.js';

const percent = (ratio: string) => ({ ratio, distance: null });
const by = (distance: string) => ({ ratio: null, distance });

describe('a stop that follows the price', () => {
  it.each([
    ['fall', '100', percent('0.1'), '90'],
    ['rise', '100', percent('0.1'), '110'],
    ['fall', '100', by('2.5'), '97.5'],
    ['rise', '100', by('2.5'), '102.5'],
    // 100.01 x 0.995 = 99.50995: on the far side of two decimals.
    ['fall', '100.01', percent('0.005'), '99.5'],
    // 100.01 x 1.005 = 100.51005.
    ['rise', '100.01', percent('0.005'), '100.52'],
  ] as const)('that waits for a %s from %s stands %j behind, at %s', (direction, watermark, trail, price) => {
    expect(trailPrice(direction, watermark, trail, 2)).toBe(price);
  });

  it.each([
    [percent('0.0049'), false],
    [percent('0.005'), true],
    [percent('0.2'), true],
    [percent('0.2001'), false],
    [by('0.49'), false],
    [by('0.5'), true],
    [by('20'), true],
    [by('20.01'), false],
  ] as const)('by %j at a price of 100 follows fitly: %s', (trail, fit) => {
    expect(isTrailFit(trail, '100')).toBe(fit);
  });

  it.each([
    ['fall', '101', '100', '100'],
    ['fall', '99', '100', '99'],
    ['rise', '101', '100', '101'],
    ['rise', '99', '100', '100'],
    ['fall', '101', null, '101'],
  ] as const)(
    'of a %s begins with a last price of %s and an index of %s at %s',
    (direction, last, index, watermark) => {
      expect(firstWatermark(direction, last, index)).toBe(watermark);
    },
  );
});
