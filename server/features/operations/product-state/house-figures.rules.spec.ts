import { coverageOf, profitOf } from './house-figures.rules.js';

/** By hand: users have 900, of which 50 are held between two of them; 1,000 came in and 120 went out. */
const USDT = [
  { coin: 'USDT', kind: 'external', balance: '-880' },
  { coin: 'USDT', kind: 'escrow', balance: '50' },
  { coin: 'USDT', kind: 'fee', balance: '7.5' },
  { coin: 'USDT', kind: 'house_pnl', balance: '-47.5' },
  { coin: 'USDT', kind: 'insurance', balance: '20' },
];

it('sums the house’s own, and leaves what is somebody else’s out', () => {
  expect(profitOf(USDT)).toEqual([
    {
      coin: 'USDT',
      trading: '-47.5',
      fees: '7.5',
      penalties: '0',
      interest: '0',
      rebates: '0',
      adjustments: '0',
      total: '-40',
      insurance: '20',
    },
  ]);
});

it('says what part of what users own is covered, cut and never rounded up', () => {
  // 880 - 50 - 7.5 + 47.5 - 20 = 850 on users' accounts, and 50 between them: 880 of 900 are there.
  expect(coverageOf(USDT)).toEqual([{ coin: 'USDT', owed: '900', held: '880', ratio: '0.9777' }]);
});

it('counts what an issuer has still to deliver as covered, and no payment for it', () => {
  const accounts = [
    { coin: 'NEW', kind: 'issuance', balance: '-100' },
    { coin: 'USDT', kind: 'external', balance: '-10' },
    { coin: 'USDT', kind: 'issuance', balance: '10' },
  ];
  expect(coverageOf(accounts)).toEqual([
    { coin: 'NEW', owed: '100', held: '100', ratio: '1' },
    { coin: 'USDT', owed: '0', held: '10', ratio: null },
  ]);
});

it('leaves coins out in which there is nothing', () => {
  const nothing = [{ coin: 'BTC', kind: 'fee', balance: '0' }];
  expect([profitOf(nothing), coverageOf(nothing)]).toEqual([[], []]);
});
