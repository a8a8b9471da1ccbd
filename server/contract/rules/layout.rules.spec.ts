import { bookPart, isLayoutPart, LAYOUT_LENGTH_MAX, LAYOUT_PARTS_MAX, readLayout } from './layout.rules.js';

const CHART = JSON.stringify({
  version: 1,
  panes: 1,
  type: 'line',
  indicators: [{ key: 'rsi', settings: { period: 14 } }],
});
const books = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [bookPart(`C${at}/USDT`), '1']));

describe('a layout on the wire', () => {
  it.each([
    [{}],
    [{ chart: CHART }],
    [{ chart: '' }],
    [{ 'book:BTC/USDT': '2', 'book:ETH/USDT': '' }],
    [books(LAYOUT_PARTS_MAX)],
  ])('is read as it was written: %j', (parts) => {
    expect(readLayout(JSON.stringify(parts))).toEqual(parts);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number for a text', '{"book:BTC/USDT":2}'],
    ['more than a digit', '{"book:BTC/USDT":"12"}'],
    ['no market', '{"book:btc":"2"}'],
    ['another part', '{"drawings":"x"}'],
    ['the name of every object', '{"__proto__":"2","constructor":"2"}'],
    ['a sign that Postgres cannot keep', JSON.stringify({ chart: '\u0000' })],
    ['a chart that is too long', JSON.stringify({ chart: 'x'.repeat(4001) })],
    ['too many parts', JSON.stringify(books(LAYOUT_PARTS_MAX + 1))],
    ['too long', `{"chart":"${' '.repeat(LAYOUT_LENGTH_MAX)}"}`],
  ])('is none: %s', (_name, text) => {
    expect(readLayout(text)).toBeNull();
  });

  it('has numbers as texts, which stay as long as they were written', () => {
    expect(isLayoutPart('chart', '{"settings":{"factor":5e-324}}')).toBe(true);
    expect(isLayoutPart('chart', 5)).toBe(false);
  });
});
