import { payoutLines } from './payout-table.rules.js';

const HASH = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const short = (table: string, act: 'release' | 'pay' = 'pay') =>
  payoutLines(table, act).map(({ line, id, transaction, problem }) => [
    line,
    id,
    transaction,
    problem?.slice(16) ?? null,
  ]);

describe('a table of withdrawals', () => {
  it.each([
    ['commas', `17,${HASH}\n18,${OTHER}`],
    ['semicolons', `17;${HASH}\n18;${OTHER}`],
    ['tabs and the line ends of spreadsheets', `17\t${HASH}\r\n18\t${OTHER}\r\n`],
    ['quotes and apostrophes', `"17","${HASH}"\n'18,'${OTHER}`],
    ['blanks and empty cells at the end', ` 17 , ${HASH} ,\n18,${OTHER},,`],
    ['a byte order mark', `\uFEFF17,${HASH}\n18,${OTHER}`],
  ])('is read with %s', (_name, table) => {
    expect(short(table)).toEqual([
      [1, '17', HASH, null],
      [2, '18', OTHER, null],
    ]);
  });

  it('has titles or none, and its lines keep their numbers', () => {
    expect(short(`withdrawal id,tx hash\n\n17,${HASH}`)).toEqual([[3, '17', HASH, null]]);
    expect(short('')).toEqual([]);
    expect(short('id,hash')).toEqual([]);
  });

  it('is of numbers alone to be released, whatever stands behind them', () => {
    expect(short('17\n18,USDT,40', 'release')).toEqual([
      [1, '17', null, null],
      [2, '18', null, null],
    ]);
  });

  it('with a comma for thousands is of no withdrawal, and a line without a number is no title', () => {
    expect(short('17\n1,234', 'release')[1]?.[3]).toBe('malformed');
    expect(short(`,${HASH}\n17,${OTHER}`)[0]?.[3]).toBe('malformed');
  });

  it.each([
    ['no number', `17a,${HASH}`],
    ['nought', `0,${HASH}`],
    ['a number that can be none', `${'9'.repeat(19)},${HASH}`],
    ['a minus', `-17,${HASH}`],
    ['no transaction', '17'],
    ['an empty transaction', '17,'],
    ['more than two', `17,${HASH},40`],
    ['a transaction that is too long', `17,${'a'.repeat(141)}`],
  ])('says which line is malformed: %s', (_name, line) => {
    expect(short(`1,${OTHER}\n${line}`)[1]?.[3]).toBe('malformed');
  });

  it('says of what stands there twice that each line is wrong, in whichever spelling', () => {
    const table = `17,${HASH}\n18,0x${HASH.toUpperCase()}\n19,${OTHER}\n19,REF 1\n20,REF 2`;
    expect(short(table).map((line) => line[3])).toEqual(['repeated', 'repeated', 'repeated', 'repeated', null]);
  });
});
