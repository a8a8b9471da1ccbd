import { isChartOwn } from '../stored-chart';
import type { Drawing } from './drawing';
import { DRAWINGS_MOST, drawingsOf, storeDrawings, MARKETS_MOST, nextId, parseDrawings } from './drawing-store';

const line = (id: number): Drawing => ({ id, tool: 'horizontal', anchors: [{ at: 1, price: 2 }], text: '' });
const storedText = (markets: unknown, version = 1) => JSON.stringify({ version, markets });

describe('kept drawings', () => {
  it.each([[null], ['x'], ['null'], ['{}'], [storedText({ A: [line(1)] }, 2)], [storedText(null)]])(
    'are none in %s',
    (text) => {
      expect(parseDrawings(text)).toEqual({});
    },
  );

  it('are those that are sound', () => {
    const wrong = [
      { ...line(2), tool: 'circle' },
      { ...line(3), anchors: [] },
      { ...line(4), tool: 'trend' },
      { ...line(5), anchors: [{ at: null, price: 1 }] },
      { ...line(6), tool: 'text', text: ' ' },
      { ...line(7), tool: 'text', text: 'x'.repeat(81) },
      { ...line(8), id: '8' },
      null,
    ];
    expect(parseDrawings(storedText({ 'BTC/USDT': [line(1), ...wrong], 'ETH/USDT': 'x' }))).toEqual({
      'BTC/USDT': [line(1)],
      'ETH/USDT': [],
    });
    const many = Array.from({ length: DRAWINGS_MOST + 5 }, (_, index) => line(index + 1));
    expect(parseDrawings(storedText({ A: many })).A).toHaveLength(DRAWINGS_MOST);
  });

  it('belong to their market, and the market that was drawn on longest ago is forgotten first', () => {
    storeDrawings('BTC/USDT', [line(1)]);
    expect(drawingsOf('BTC/USDT')).toEqual([line(1)]);
    expect(drawingsOf('ETH/USDT')).toEqual([]);
    expect(isChartOwn('BTC/USDT')).toBe(true);
    expect(isChartOwn('ETH/USDT')).toBe(false);
    for (let index = 0; index < MARKETS_MOST; index += 1) storeDrawings(`M${index}/USDT`, [line(1)]);
    expect(drawingsOf('BTC/USDT')).toEqual([]);
    expect(drawingsOf('M0/USDT')).toHaveLength(1);
    for (let index = 0; index < MARKETS_MOST; index += 1) storeDrawings(`M${index}/USDT`, []);
    expect(window.localStorage.getItem('chart-drawings')).toBeNull();
  });

  it('have numbers of their own', () => {
    expect(nextId([])).toBe(1);
    expect(nextId([line(4), line(2)])).toBe(5);
  });
});
