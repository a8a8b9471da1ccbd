import { parse } from 'csv-parse/sync';
import { csvCell, csvRow } from './csv.rules.js';

describe('a cell for spreadsheet programs', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+441234', "'+441234"],
    ['-2+3+cmd|calc', "'-2+3+cmd|calc"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('does not begin to calculate: %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each(['-12.5', '0', '1000000.000000000000000001', 'a=b', '', '–', '2026-01-05'])('stays as it is: %j', (text) => {
    expect(csvCell(text)).toBe(text);
  });

  it('is read back as it was written, whatever is in it', () => {
    const cells = ['a,b', 'c"d', 'e\r\nf', 'g\nh', '你好', ' i ', ''];
    expect(parse(csvRow(cells) + csvRow(['1', '2', '3', '4', '5', '6', '7']))).toEqual([
      cells,
      ['1', '2', '3', '4', '5', '6', '7'],
    ]);
  });
});
