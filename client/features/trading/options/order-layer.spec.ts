import type { SeriesAttachedParameter } from 'lightweight-charts';
import { OrderLayer } from './order-layer';

jest.mock('../../../platform/server-clock', () => ({ zoneOffsetSeconds: () => 0 }));

const MINUTE = 60;
const LAST = 1_800_000_000;

/** A chart of bars of a minute, 10 pixels apart, the last one at 100; like the library it knows whole bars only. */
function aChart(scrolled = 3, rooms: number[] = []): SeriesAttachedParameter {
  const bars = [3, 2, 1, 0].map((before) => ({ time: LAST - before * MINUTE }));
  const timeScale = () => ({
    scrollPosition: () => scrolled,
    applyOptions: ({ rightOffset }: { rightOffset: number }) => rooms.push(rightOffset),
    logicalToCoordinate: (place: number) => (Number.isInteger(place) ? 100 + (place - 3) * 10 : 0),
  });
  const series = { data: () => bars, priceToCoordinate: (price: number) => 200 - price };
  return { chart: { timeScale }, series, requestUpdate: () => undefined } as unknown as SeriesAttachedParameter;
}

function drawn(from: number, to: number): number[][] {
  const layer = new OrderLayer();
  layer.attached(aChart());
  layer.show([{ entry: 50, text: '50', from, to, stand: null, words: '↑' }]);
  const rectangles: number[][] = [];
  const context = { fillRect: (...place: number[]) => rectangles.push(place) };
  const target = {
    useMediaCoordinateSpace: (draw: (scope: object) => void) =>
      draw({ context, mediaSize: { width: 300, height: 80 } }),
  };
  type Target = Parameters<NonNullable<ReturnType<ReturnType<typeof layer.paneViews>[number]['renderer']>>['draw']>[0];
  layer
    .paneViews()[0]
    ?.renderer()
    ?.draw(target as unknown as Target);
  return rectangles;
}

describe('open orders on the chart', () => {
  it('stand where their window is, also after the last bar', () => {
    expect(drawn((LAST + 90) * 1000, (LAST + 150) * 1000)[0]).toEqual([115, 0, 10, 80]);
    expect(drawn((LAST - 30) * 1000, (LAST - 30) * 1000)[0]).toEqual([95, 0, 3, 80]);
  });

  it('get room for windows that are yet to come, unless the past is looked at, and give it back', () => {
    const mark = {
      entry: 50,
      text: '50',
      from: (LAST + 295) * 1000,
      to: (LAST + 300) * 1000,
      stand: null,
      words: '↑',
    } as const;
    const rooms: number[] = [];
    const layer = new OrderLayer();
    layer.show([mark]);
    layer.attached(aChart(3, rooms));
    layer.show([mark]);
    layer.show([]);
    // Five bars ahead, and two more so that its end is seen.
    expect(rooms).toEqual([7, 3]);
    const past: number[] = [];
    layer.attached(aChart(-20, past));
    layer.show([mark]);
    expect(past).toEqual([]);
  });

  it('keep their entries in sight', () => {
    const layer = new OrderLayer();
    expect(layer.autoscaleInfo()).toBeNull();
    layer.show([
      { entry: 50, text: '50', from: 0, to: 1, stand: 'ahead', words: '' },
      { entry: 70, text: '70', from: 0, to: 1, stand: 'behind', words: '' },
    ]);
    expect(layer.autoscaleInfo()).toEqual({ priceRange: { minValue: 50, maxValue: 70 } });
  });

  it.each([
    ['ahead', '--gain', []],
    ['behind', '--loss', [5, 4]],
    ['level', '--accent', [2, 3]],
    ['settling', '--warn', [1, 4]],
    [null, '--text-2', [5, 4]],
  ] as const)('that are %s say so by their colour, their line and in words', (stand, token, dash) => {
    document.documentElement.style.setProperty(token, 'tone');
    const layer = new OrderLayer();
    layer.attached(aChart());
    layer.show([
      { entry: 50, text: '50', from: 0, to: 1, stand, words: '↑ Ahead' },
      { entry: 55, text: '55', from: 0, to: 1, stand, words: '↓ Behind' },
      { entry: 90, text: '90', from: 0, to: 1, stand, words: '=' },
    ]);
    const said: unknown[] = [];
    const context = {
      fillStyle: '',
      strokeStyle: '',
      dash: [] as readonly number[],
      setLineDash: (pattern: readonly number[]) => Object.assign(context, { dash: pattern }),
      beginPath: () => undefined,
      moveTo: () => undefined,
      lineTo: () => undefined,
      stroke: () => said.push([context.strokeStyle, context.dash]),
      measureText: (words: string) => ({ width: words.length * 10 }),
      fillRect: () => undefined,
      strokeRect: () => undefined,
      fillText: (words: string, x: number, y: number) => said.push([words, context.fillStyle, x, y]),
    };
    const scope = { context, mediaSize: { width: 300, height: 80 } };
    const target = { useMediaCoordinateSpace: (draw: (given: object) => void) => draw(scope) };
    const [, lines] = layer.paneViews();
    lines?.renderer()?.draw(target as never);
    document.documentElement.style.removeProperty(token);
    expect(said).toEqual([
      // Lines first: none goes through the words of another.
      ...[1, 2, 3].map(() => ['tone', dash]),
      // 200 less its price, and half a line.
      ['↑ Ahead', 'tone', 9, 154.5],
      // As high as the one before: beside it.
      ['↓ Behind', 'tone', 93, 149.5],
      ['=', 'tone', 9, 114.5],
    ]);
    expect(layer.priceAxisViews().map((view) => view.text())).toEqual(['50', '55', '90']);
  });
});
