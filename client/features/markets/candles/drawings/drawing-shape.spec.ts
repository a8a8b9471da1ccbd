import type { Drawing, DrawingTool } from './drawing';
import { moved } from './drawing';
import { distanceTo, FIBONACCI_LEVELS, partUnder, type Projection, shapeOf } from './drawing-shape';

/** A chart of 200 × 100 pixels on which instants are pixels, and a price of 100 is at the top. */
const VIEW: Projection = {
  width: 200,
  height: 100,
  xOf: (at) => at,
  yOf: (price) => 100 - price,
  priceText: (price) => price.toFixed(1),
  levelText: String,
  textWidth: (text) => text.length * 6,
};

const drawing = (tool: DrawingTool, ...points: [number, number][]): Drawing => ({
  id: 1,
  tool,
  anchors: points.map(([at, price]) => ({ at, price })),
  text: tool === 'text' ? 'here' : '',
});
const point = (x: number, y: number) => ({ x, y });

describe('the shapes of drawings', () => {
  it('a trend line ends at its points, a ray at the edge', () => {
    expect(shapeOf(drawing('trend', [10, 90], [50, 70]), VIEW)?.lines).toEqual([[point(10, 10), point(50, 30)]]);
    // 20 down for 40 to the right: the lower edge is 90 below, 180 to the right, so it leaves there at 190.
    expect(shapeOf(drawing('ray', [10, 90], [50, 70]), VIEW)?.lines).toEqual([[point(10, 10), point(190, 100)]]);
    expect(shapeOf(drawing('ray', [50, 50], [10, 50]), VIEW)?.lines).toEqual([[point(50, 50), point(0, 50)]]);
    expect(shapeOf(drawing('ray', [50, 50], [50, 60]), VIEW)?.lines).toEqual([[point(50, 50), point(50, 0)]]);
    expect(shapeOf(drawing('ray', [50, 50], [50, 50]), VIEW)?.lines).toEqual([[point(50, 50), point(50, 50)]]);
  });

  it('a horizontal line goes across and says its price; a rectangle has four edges and a ground', () => {
    expect(shapeOf(drawing('horizontal', [10, 40]), VIEW)).toMatchObject({
      lines: [[point(0, 60), point(200, 60)]],
      labels: [{ text: '40.0' }],
    });
    const box = shapeOf(drawing('rectangle', [10, 90], [50, 70]), VIEW);
    expect(box?.lines).toHaveLength(4);
    expect(box?.ground).toEqual([point(10, 10), point(50, 30)]);
  });

  it('a retracement counts from its end back to its beginning', () => {
    // From 20 up to 80: half of it back is 50, 61.8 % back is 80 − 37.08 = 42.92.
    const shape = shapeOf(drawing('fibonacci', [10, 20], [60, 80]), VIEW);
    expect(shape?.labels.map(({ text }) => text)).toEqual([
      '0 · 80.0',
      '0.236 · 65.8',
      '0.382 · 57.1',
      '0.5 · 50.0',
      '0.618 · 42.9',
      '0.786 · 32.8',
      '1 · 20.0',
    ]);
    expect(shape?.lines).toHaveLength(FIBONACCI_LEVELS.length + 1);
  });

  it('has none where a point has no place', () => {
    expect(shapeOf(drawing('trend', [10, 90], [50, 70]), { ...VIEW, xOf: () => null })).toBeNull();
  });
});

describe('taking hold of a drawing', () => {
  const trend = drawing('trend', [10, 90], [50, 70]);
  const under = (one: Drawing, x: number, y: number, reach = 6) => {
    const shape = shapeOf(one, VIEW);
    return shape && partUnder(shape, point(x, y), VIEW, reach);
  };

  it('a point of it goes before its body, a finger reaches farther', () => {
    expect(under(trend, 11, 12)).toBe(0);
    expect(under(trend, 49, 31)).toBe(1);
    expect(under(trend, 30, 22)).toBe('body');
    expect(under(trend, 30, 32)).toBeNull();
    expect(under(trend, 30, 32, 14)).toBe('body');
    // Beyond its end a trend line is no more.
    expect(under(trend, 90, 50)).toBeNull();
  });

  it('a line or a text of one point is taken as a whole', () => {
    expect(under(drawing('horizontal', [10, 40]), 180, 62)).toBe('body');
    expect(under(drawing('text', [100, 40]), 110, 52)).toBe('body');
    expect(under(drawing('text', [100, 40]), 160, 52)).toBeNull();
  });

  it('moves one point, or all of it', () => {
    const from = { at: 30, price: 80 };
    expect(moved(trend, 1, from, { at: 60, price: 60 }).anchors).toEqual([
      { at: 10, price: 90 },
      { at: 60, price: 60 },
    ]);
    expect(moved(trend, 'body', from, { at: 35, price: 70 }).anchors).toEqual([
      { at: 15, price: 80 },
      { at: 55, price: 60 },
    ]);
  });

  it('is measured from the nearest point of the line', () => {
    expect(distanceTo(point(0, 0), point(10, 0), point(5, 3))).toBe(3);
    expect(distanceTo(point(0, 0), point(10, 0), point(13, 4))).toBe(5);
    expect(distanceTo(point(2, 2), point(2, 2), point(5, 6))).toBe(5);
  });
});
