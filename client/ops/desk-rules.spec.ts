import { countDown } from './cases/claim-bar';
import { explorerOf } from './cases/explorers';
import { addsUp } from './cases/withdrawal-checks';
import { formatMoment, spanOf } from './parts/when';
import { changesOf, type NetworkValues } from './settings/network-form';
import { halfWritten, writtenTexts } from './settings/notice-form';
import { addressesIn } from './settings/pool-form';

const HASH = 'ab'.repeat(32);

it.each([
  ['TRC20', HASH, `https://tronscan.org/#/transaction/${HASH}`],
  ['erc20', HASH, `https://etherscan.io/tx/0x${HASH}`],
  ['ERC20', `0x${HASH}`, `https://etherscan.io/tx/0x${HASH}`],
  ['TRC20', `0x${HASH}`, `https://tronscan.org/#/transaction/${HASH}`],
  ['TRC20', 'javascript:alert(1)', null],
  ['somewhere', HASH, null],
])('finds the explorer of %s', (network, hash, address) => {
  expect(explorerOf(network, hash)).toBe(address);
});

it.each([
  ['100.5', '0.1005', '100.3995', true],
  ['100.5', '0.1005', '100.3996', false],
  ['9007199254740993.000000000000000001', '0.000000000000000001', '9007199254740993', true],
  ['abc', '0', 'abc', false],
])('%s less %s is %s: %s', (amount, fee, payout, expected) => {
  expect(addsUp({ amount, fee, payout })).toBe(expected);
});

it.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [61_000, '1:01'],
  [900_000, '15:00'],
])('counts %s ms down as %s', (milliseconds, text) => {
  expect(countDown(milliseconds)).toBe(text);
});

it.each([
  [59_999, 'seconds', 59],
  [60_000, 'minutes', 1],
  [7_199_000, 'hours', 1],
  [172_800_000, 'days', 2],
])('%s ms are a span in %s', (milliseconds, key, count) => {
  expect(spanOf(milliseconds)).toEqual({ key, count });
});

it('takes addresses as they are pasted, each once', () => {
  expect(addressesIn(' a\nb, c;b\r\n\n')).toEqual(['a', 'b', 'c']);
});

describe('a network', () => {
  const network = {
    id: 1,
    currencyId: 3,
    network: 'TRC20',
    chain: 'tron',
    depositsOn: true,
    withdrawalsOn: true,
    depositMinimum: '10.000000',
    withdrawalMinimum: '20',
    withdrawalFee: '1',
    withdrawalFeePercent: '0.1',
    confirmations: 19,
    secondPersonAbove: null,
    poolFree: 0,
    poolTotal: 0,
  };
  const same: NetworkValues = {
    depositsOn: true,
    withdrawalsOn: true,
    depositMinimum: '10',
    withdrawalMinimum: '20',
    withdrawalFee: '1',
    withdrawalFeePercent: '0.1',
    confirmations: '19',
    reason: 'none',
  };

  it.each([
    [{}, {}],
    [{ depositsOn: false }, { depositsOn: false }],
    [{ withdrawalFee: '1,25' }, { withdrawalFee: '1.25' }],
    [{ confirmations: '6' }, { confirmations: 6 }],
  ])('changes %j and nothing else', (change, sent) => {
    expect(changesOf(network, { ...same, ...change }, 'en')).toEqual(sent);
  });
});

it('publishes the languages that are written, in the order of the product', () => {
  const texts = {
    en: { title: ' Hello ', text: 'a\nb ' },
    zh: { title: '你好', text: '正文' },
    es: { title: ' ', text: '' },
  };
  expect(writtenTexts(texts)).toEqual([
    { language: 'zh', title: '你好', text: '正文' },
    { language: 'en', title: 'Hello', text: 'a\nb' },
  ]);
  expect(halfWritten(texts)).toBeNull();
  expect(halfWritten({ ...texts, th: { title: 'x', text: '' } })).toBe('th');
});

it.each([
  ['en', /^Mar 4, 2026/],
  ['es', /^0?4 mar 2026/],
  ['zh', /^2026\/03\/04/],
] as const)('does not leave open in %s which number of a date is the month', (language, beginning) => {
  expect(formatMoment(new Date(2026, 2, 4, 12).getTime(), language)).toMatch(beginning);
});
