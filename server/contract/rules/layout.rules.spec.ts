import { BOOKS_MAX, LAYOUT_LENGTH_MAX, readLayout } from './layout.rules.js';

const CHART = {
  version: 1,
  panes: 1,
  type: 'heikin-ashi',
  scale: 'log',
  indicators: [{ key: 'macd', settings: { fast: 12, slow: 26, signal: 9 } }],
};
const books = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`C${at}/USDT`, 1]));

describe('a layout', () => {
  it.each<[object]>([
    [{}],
    [{ chart: CHART }],
    [{ chart: {} }],
    [{ books: { 'BTC/USDT': 2 } }],
    [{ chart: CHART, books: books(BOOKS_MAX) }],
    [{ books: {} }],
  ])('is %j', (layout) => {
    expect(readLayout(JSON.stringify(layout))).toEqual(layout);
  });

  it.each<[unknown]>([
    [null],
    [[]],
    ['chart'],
    [{ drawings: {} }],
    [{ chart: [] }],
    [{ chart: null }],
    [{ chart: { ...CHART, more: 1 } }],
    [{ chart: { ...CHART, type: 'Line<' } }],
    [{ chart: { ...CHART, panes: 1.5 } }],
    [{ chart: { ...CHART, indicators: [{ key: 'macd', settings: { fast: '12' } }] } }],
    [{ chart: { ...CHART, indicators: [{ key: 'macd', settings: { fast: 1e9 } }] } }],
    [{ chart: { ...CHART, indicators: Array.from({ length: 21 }, () => ({ key: 'ma', settings: {} })) } }],
    [
      {
        chart: {
          ...CHART,
          indicators: [{ key: 'ma', settings: Object.fromEntries([...'abcdefghi'].map((k) => [k, 1])) }],
        },
      },
    ],
    [{ books: { 'BTC/USDT': 10 } }],
    [{ books: { btc: 1 } }],
    [{ books: { constructor: 1 } }],
    [{ books: books(BOOKS_MAX + 1) }],
  ])('is not %j', (value) => {
    expect(readLayout(JSON.stringify(value))).toBeNull();
  });

  it('is nothing that is no JSON or too long', () => {
    expect(['', '{', '{"chart":{}', `${' '.repeat(LAYOUT_LENGTH_MAX)}{}`].map(readLayout)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
