import type { Holding } from '../balances';
import { firstChoice, withAccount, withCoin } from './transfer-choices';

const ALL = ['spot', 'option', 'contract', 'trust'] as const;

function coin(currencyId: number, money: Partial<Record<(typeof ALL)[number], string>>, accounts = [...ALL]): Holding {
  const pocket = (account: (typeof ALL)[number]) => ({ available: money[account] ?? '0.00000000', frozen: '0' });
  return {
    currencyId,
    code: `C${currencyId}`,
    price: null,
    pricedAt: null,
    accounts,
    pockets: { spot: pocket('spot'), option: pocket('option'), contract: pocket('contract'), trust: pocket('trust') },
  };
}

describe('the first choice of a transfer', () => {
  const [usdt, btc, sol] = [coin(3, {}), coin(1, { contract: '2' }), coin(6, { spot: '5' }, ['spot'])];

  it.each([
    ['the first coin with money in an account', {}, { from: 'contract', to: 'spot', currencyId: 1 }],
    ['the coin that is wished, with money or not', { coin: '3' }, { from: 'spot', to: 'option', currencyId: 3 }],
    ['the accounts that are wished', { from: 'trust', to: 'option' }, { from: 'trust', to: 'option', currencyId: 3 }],
    ['money for the account that is wished', { to: 'spot' }, { from: 'contract', to: 'spot', currencyId: 1 }],
    ['two accounts, never one', { from: 'spot', to: 'spot' }, { from: 'spot', to: 'option', currencyId: 3 }],
    ['the coin by its code', { coin: 'c3' }, { from: 'spot', to: 'option', currencyId: 3 }],
    ['no coin of one account only', { coin: '6' }, { from: 'contract', to: 'spot', currencyId: 1 }],
    ['nothing that makes no sense', { from: 'legal', coin: 'x' }, { from: 'contract', to: 'spot', currencyId: 1 }],
  ])('is %s', (_name, wish, expected) => {
    expect(firstChoice([usdt, btc, sol], wish)).toEqual(expected);
  });

  it('is none where nothing can be moved', () => {
    expect(firstChoice([sol], {})).toBeNull();
  });

  it('changes places when the other account is chosen', () => {
    const choice = { from: 'spot', to: 'trust', currencyId: 3 } as const;
    expect(withAccount(choice, 'from', 'trust')).toEqual({ from: 'trust', to: 'spot', currencyId: 3 });
    expect(withAccount(choice, 'to', 'option')).toEqual({ from: 'spot', to: 'option', currencyId: 3 });
  });

  it('moves to accounts that hold the new coin', () => {
    const two = coin(9, {}, ['spot', 'contract']);
    expect(withCoin({ from: 'trust', to: 'contract', currencyId: 3 }, two)).toEqual({
      from: 'spot',
      to: 'contract',
      currencyId: 9,
    });
  });
});
