import type { ISeriesPrimitive, SeriesAttachedParameter } from 'lightweight-charts';
import type { Bar } from '../../../../ui/bar';
import type { ChartParts, ChartView } from '../../../../ui/chart-drawing';
import { DrawingDesk } from './drawing-desk';
import { drawingsOf, storeDrawings } from './drawing-store';

/**
 * A chart of which the desk sees the pixels: ten to a bar, a pixel to a price of one, the price of 100 at the top. The
 * chart library itself needs a canvas; in a browser it is tested with it.
 */
function aChart() {
  const host = document.createElement('div');
  host.tabIndex = 0;
  host.setPointerCapture = () => undefined;
  document.body.append(host);
  const attached = {
    requestUpdate: () => undefined,
    series: { priceToCoordinate: (price: number) => 100 - price, coordinateToPrice: (y: number) => 100 - y },
    chart: {
      paneSize: () => ({ width: 300, height: 100 }),
      timeScale: () => ({
        logicalToCoordinate: (place: number) => place * 10,
        coordinateToLogical: (x: number) => x / 10,
      }),
    },
  } as unknown as SeriesAttachedParameter;
  const price = {
    attachPrimitive: (one: ISeriesPrimitive) => one.attached?.(attached as never),
    detachPrimitive: (one: ISeriesPrimitive) => one.detached?.(),
  };
  const bars = Array.from({ length: 30 }, (_, index) => ({ openAt: index * 60_000 }) as Bar);
  const view = { bars, priceDecimals: 0, language: 'en' } as unknown as ChartView;
  return { host, parts: { price, host } as unknown as ChartParts, view };
}

function pointer(host: HTMLElement, type: string, x: number, y: number): boolean {
  const event = new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, cancelable: true, button: 0 });
  Object.assign(event, { pointerId: 1, pointerType: 'mouse' });
  return host.dispatchEvent(event);
}

describe('the drawings of a market', () => {
  let chart: ReturnType<typeof aChart>;
  let desk: DrawingDesk;
  const drag = (from: [number, number], to: [number, number]) => {
    pointer(chart.host, 'pointerdown', ...from);
    pointer(chart.host, 'pointermove', ...to);
    pointer(chart.host, 'pointerup', ...to);
  };
  const tap = (x: number, y: number) => {
    pointer(chart.host, 'pointerdown', x, y);
    pointer(chart.host, 'pointerup', x, y);
  };
  const key = (name: string) =>
    chart.host.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  const anchors = () => drawingsOf('BTC/USDT').map((one) => one.anchors.map(({ at, price }) => [at / 60_000, price]));

  beforeEach(() => {
    storeDrawings('BTC/USDT', []);
    chart = aChart();
    desk = new DrawingDesk('BTC/USDT');
    desk.attach(chart.parts);
    desk.show(chart.view);
    desk.open(true);
  });
  afterEach(() => {
    desk.detach();
    chart.host.remove();
  });

  it('are drawn by a pull or by two taps, and the tool is laid down', () => {
    desk.choose('trend');
    expect(chart.host.hasAttribute('data-held')).toBe(true);
    drag([10, 20], [50, 60]);
    expect(desk.state()).toMatchObject({ tool: null, selected: 1, count: 1, canUndo: true });
    expect(chart.host.hasAttribute('data-held')).toBe(false);
    desk.choose('rectangle');
    tap(100, 10);
    expect(drawingsOf('BTC/USDT')).toHaveLength(1);
    tap(200, 40);
    desk.choose('horizontal');
    tap(150, 70);
    expect(anchors()).toEqual([
      [
        [1, 80],
        [5, 40],
      ],
      [
        [10, 90],
        [20, 60],
      ],
      [[15, 30]],
    ]);
  });

  it('are moved as a whole or by a point, and hold page and chart still only then', () => {
    desk.choose('trend');
    drag([10, 20], [50, 60]);
    drag([30, 40], [40, 40]);
    drag([60, 60], [60, 90]);
    expect(anchors()).toEqual([
      [
        [2, 80],
        [6, 10],
      ],
    ]);
    pointer(chart.host, 'pointerdown', 200, 20);
    expect(pointer(chart.host, 'mousedown', 200, 20)).toBe(true);
    expect(desk.state().selected).toBeNull();
    pointer(chart.host, 'pointerup', 200, 20);
    pointer(chart.host, 'pointerdown', 20, 20);
    expect(pointer(chart.host, 'mousedown', 20, 20)).toBe(false);
    pointer(chart.host, 'pointerup', 20, 20);
  });

  it('Escape takes back what is under way: a move, a first point, a tool, a choice', () => {
    desk.choose('horizontal');
    tap(150, 70);
    pointer(chart.host, 'pointerdown', 150, 70);
    pointer(chart.host, 'pointermove', 150, 20);
    key('Escape');
    pointer(chart.host, 'pointerup', 150, 20);
    expect(anchors()).toEqual([[[15, 30]]]);
    desk.choose('trend');
    tap(10, 10);
    key('Escape');
    expect(desk.state().tool).toBeNull();
    tap(200, 10);
    expect(drawingsOf('BTC/USDT')).toHaveLength(1);
  });

  it('are deleted one by one or all together, and come back', () => {
    for (const y of [20, 50, 80]) {
      desk.choose('horizontal');
      tap(150, y);
    }
    tap(100, 50);
    key('Delete');
    expect(anchors()).toEqual([[[15, 80]], [[15, 20]]]);
    desk.removeAll();
    expect(drawingsOf('BTC/USDT')).toEqual([]);
    desk.undo();
    expect(anchors()).toEqual([[[15, 80]], [[15, 20]]]);
    desk.undo();
    expect(anchors()).toHaveLength(3);
  });

  it('a text is asked for where it was placed, and nothing is placed without one', () => {
    desk.choose('text');
    tap(100, 30);
    expect(desk.state().textAt).toEqual({ at: 600_000, price: 70 });
    desk.write('  ');
    expect(drawingsOf('BTC/USDT')).toEqual([]);
    desk.choose('text');
    tap(100, 30);
    desk.write(' Support ');
    expect(drawingsOf('BTC/USDT')).toMatchObject([{ tool: 'text', text: 'Support' }]);
  });

  it('are only seen while the tools are closed', () => {
    desk.choose('horizontal');
    tap(150, 50);
    desk.open(false);
    drag([150, 50], [150, 20]);
    key('Delete');
    expect(anchors()).toEqual([[[15, 50]]]);
  });
});
