import { netOf, quantityOf, stakesOf } from './exposure.rules.js';

it('lots are a quantity, and what is long more than short has a value', () => {
  expect(quantityOf('250', '0.001')).toBe('0.25');
  expect(netOf({ long: '0.25', short: '0.4' }, '60000')).toBe('-9000');
});

it('the house pays at worst what the dearer side wins, less the stakes that the others lose', () => {
  const rows = [
    { coin: 'USDT', direction: 'rise' as const, stake: '100', winnings: '85' },
    { coin: 'USDT', direction: 'fall' as const, stake: '30', winnings: '25.5' },
    { coin: 'USDT', direction: 'even' as const, stake: '1', winnings: '9' },
    { coin: 'BTC', direction: 'fall' as const, stake: '0.01', winnings: '0.0085' },
  ];
  expect(stakesOf(rows)).toEqual([
    // Rise: 85 - 31 = 54. Fall: 25.5 - 101. Even: 9 - 130.
    { coin: 'USDT', rise: '100', fall: '30', even: '1', worst: '54' },
    { coin: 'BTC', rise: '0', fall: '0.01', even: '0', worst: '0.0085' },
  ]);
});

it('where each side pays for the other nothing is at risk', () => {
  const rows = [
    { coin: 'USDT', direction: 'rise' as const, stake: '100', winnings: '85' },
    { coin: 'USDT', direction: 'fall' as const, stake: '100', winnings: '85' },
  ];
  expect(stakesOf(rows)).toMatchObject([{ worst: '0' }]);
});
