import { type ChangeableNetwork, wrongField } from './network-settings.rules.js';

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
