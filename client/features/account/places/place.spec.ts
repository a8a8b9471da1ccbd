import * as fc from 'fast-check';
import { COUNTRIES } from './outline';
import { boundsOf, countryAt, middleOf, onMap, placeText, readPlace, withPlace } from './place.rules';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('the country of a place', () => {
  it.each([
    ['JP', 36.2, 138.5],
    ['FR', 46.8, 2.5],
    ['ZA', -32.0, 23.0],
    ['LS', -29.5, 28.3],
    ['CN', 35.0, 105.0],
    ['US', 40.0, -100.0],
    ['BR', -10.0, -55.0],
    ['TH', 15.5, 101.5],
    ['RU', 66.0, 170.0],
    [null, 0, -30],
    [null, -60, 0],
  ])('%s at %d, %d', (code, latitude, longitude) => {
    expect(countryAt(at(latitude, longitude), COUNTRIES)).toBe(code);
  });

  it('has a middle that lies in it, and no line from one end of the map to the other', () => {
    for (const [code, rings] of COUNTRIES) {
      const middle = middleOf(rings);
      expect([code, middle && countryAt(middle, COUNTRIES)]).toEqual([code, code]);
      if (code === 'AQ') continue;
      const steps = rings.flatMap((ring) => ring.slice(1).map(([x], at) => Math.abs(x - (ring[at]?.[0] ?? x))));
      expect([code, Math.max(...steps) < 60]).toEqual([code, true]);
    }
    expect(middleOf([])).toBeNull();
  });

  it('has corners to be looked at', () => {
    const { southWest, northEast } = boundsOf(COUNTRIES.get('ES') ?? []) ?? {};
    expect(southWest?.latitude).toBeGreaterThan(35);
    expect(northEast?.latitude).toBeLessThan(44.5);
    expect(boundsOf([])).toBeNull();
  });
});

describe('a place as it is written', () => {
  it('is read as it was written', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((part) => part / 1e5);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const read = readPlace(placeText({ latitude, longitude }));
        expect(read?.latitude).toBeCloseTo(latitude, 5);
        expect(read?.longitude).toBeCloseTo(longitude, 5);
      }),
    );
  });

  it.each(['', 'here', '91, 0', '0, 181', '1', '1,2,3', 'NaN, 0', '1e5, 0'])('is not %j', (text) => {
    expect(readPlace(text)).toBeNull();
  });

  it('lies within one turn of the earth', () => {
    expect(onMap(at(0, 190))).toEqual(at(0, -170));
    expect(onMap(at(89, -541))).toEqual(at(85, 179));
  });

  it('takes the place of the one before it, and what was typed stays', () => {
    const first = withPlace('', 'Japan, 35.68120, 139.76710');
    expect(first).toBe('Japan, 35.68120, 139.76710');
    expect(withPlace(first, 'France, 48.85660, 2.35220')).toBe('France, 48.85660, 2.35220');
    const typed = withPlace('Street 1, Tokyo', 'Japan, 35.68120, 139.76710');
    expect(typed).toBe('Street 1, Tokyo, Japan, 35.68120, 139.76710');
    expect(withPlace(typed, 'France, 48.85660, 2.35220')).toBe('Street 1, Tokyo, France, 48.85660, 2.35220');
  });
});
