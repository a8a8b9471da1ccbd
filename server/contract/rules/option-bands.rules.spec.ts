import { Decimal } from '../decimal.js';
import { evenBandRatio, moveRatio } from './option-bands.rules.js';

describe('the band of even and the bound of a quote', () => {
  // As the product began with them (`database/seeds/option-products.ts`).
  it.each([
    [60, '0.0001', '0.0001'],
    [120, '0.00015', '0.0001'],
    [180, '0.0002', '0.00015'],
    [300, '0.00025', '0.0002'],
    [600, '0.0004', '0.0003'],
    [900, '0.0005', '0.0003'],
  ])('of %d s are those of the first products', (seconds, band, move) => {
    expect([evenBandRatio(seconds), moveRatio(seconds)]).toEqual([band, move]);
  });

  it.each([
    [30, '0.00005', '0.00005'],
    [90, '0.00015', '0.0001'],
    [1800, '0.0007', '0.0003'],
    [3600, '0.001', '0.0003'],
    [86_400, '0.0049', '0.0003'],
  ])('of %d s go by the time', (seconds, band, move) => {
    expect([evenBandRatio(seconds), moveRatio(seconds)]).toEqual([band, move]);
  });

  it('never shrink with the time, a quote is never left further than the band, and a table can keep both', () => {
    let before = { band: '0', move: '0' };
    for (let seconds = 30; seconds <= 86_400; seconds += seconds < 1200 ? 7 : 977) {
      const [band, move] = [evenBandRatio(seconds), moveRatio(seconds)];
      expect(new Decimal(band).gte(before.band) && new Decimal(move).gte(before.move)).toBe(true);
      expect(new Decimal(move).gt(0) && new Decimal(move).lte(band) && new Decimal(band).lt('0.1')).toBe(true);
      before = { band, move };
    }
  });
});
