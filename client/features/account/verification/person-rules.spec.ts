import { judgeIdNumber } from './person-rules';

it.each([
  ['', 'required'],
  ['  - ', 'required'],
  ['A12', 'idNumber'],
  ['A1/2345', 'idNumber'],
  ['1'.repeat(31), 'idNumber'],
  ['C01X00T47', null],
  ['C01X-00T 47', null],
  ['１２３４５', null],
  ['110101199003071234', null],
] as const)('judges %p as %p', (text, verdict) => {
  expect(judgeIdNumber(text)).toBe(verdict);
});
