import { type ChangeableNetwork, hasTooFewConfirmations, wrongField } from './network-settings.rules.js';

const NETWORK: ChangeableNetwork = {
  depositsOn: true,
  withdrawalsOn: true,
  depositMinimum: '1',
  withdrawalMinimum: '10',
  withdrawalFee: '1',
  withdrawalFeePercent: '2',
  confirmations: 6,
};

it.each<[Partial<ChangeableNetwork>, keyof ChangeableNetwork | null]>([
  [{}, null],
  [{ withdrawalFeePercent: '0', withdrawalFee: '0' }, null],
  [{ withdrawalFeePercent: '5' }, null],
  [{ withdrawalFeePercent: '5.000001' }, 'withdrawalFeePercent'],
  [{ withdrawalFeePercent: '99.99' }, 'withdrawalFeePercent'],
  [{ withdrawalFeePercent: '-1' }, 'withdrawalFeePercent'],
  [{ withdrawalFee: '5' }, null],
  [{ withdrawalFee: '5.00000001' }, 'withdrawalFee'],
  [{ withdrawalFee: '10' }, 'withdrawalFee'],
  [{ withdrawalMinimum: '1.9' }, 'withdrawalFee'],
  [{ withdrawalMinimum: '0' }, 'withdrawalMinimum'],
  [{ depositMinimum: '1.000000001' }, 'depositMinimum'],
])('judges %j: %s', (changes, wrong) => {
  expect(wrongField({ ...NETWORK, ...changes }, 8)).toBe(wrong);
});

it.each<[string, number, number, boolean]>([
  ['ethereum', 20, 12, false],
  ['ethereum', 20, 11, true],
  ['tron', 20, 19, false],
  ['tron', 20, 18, true],
  ['tron', 20, 0, true],
  ['bitcoin', 3, 2, false],
  ['bitcoin', 3, 1, true],
  ['another', 3, 1, false],
  ['another', 3, 0, true],
  // What was so before stays, and is raised.
  ['tron', 5, 5, false],
  ['tron', 5, 6, false],
  ['tron', 5, 4, true],
  ['bank', 1, 0, false],
])('on %s, from %d confirmations to %d: too few is %s', (chain, before, after, isTooFew) => {
  expect(hasTooFewConfirmations(chain, { before: { confirmations: before }, after: { confirmations: after } })).toBe(
    isTooFew,
  );
});
