import type { StatementLineView } from '../../../server/contract/wallet.dto';
import { timeline } from './states';
import type { Holding } from './holdings';
import { firstChoice, withAccount, withCoin } from './transfer-choices';
import { accountOfLine, transfersOf } from './transfers';

const line = (id: string, reference: string, value: string, account: string): StatementLineView => ({
  id,
  user_id: '1',
  value,
  before: '0',
  after: '0',
  created_time: 0,
  created_at: '2026-01-05 12:00:00',
  info: '',
  reason: 'wallet.transfer',
  type: 9,
  wallet_type: account,
  currency: 3,
  currency_name: 'USDT',
  transaction_info: reference,
  account_number: '',
  account: '',
  from_user_id: 0,
});

describe('the record of transfers', () => {
  it('makes one row of the two lines, whichever comes first', () => {
    const rows = transfersOf([
      line('a', '8', '2.50000000', 'lever'),
      line('b', '8', '-2.50000000', 'change'),
      line('c', '7', '-1', 'micro'),
      line('d', '7', '1', 'trust'),
    ]);
    expect(rows.map(({ id, amount, from, to }) => [id, amount, from, to])).toEqual([
      ['8', '2.50000000', 'spot', 'contract'],
      ['7', '1', 'option', 'trust'],
    ]);
  });

  it('leaves open what has not been read', () => {
    expect(transfersOf([line('a', '8', '1', 'lever')])).toMatchObject([{ from: null, to: 'contract' }]);
  });

  it("knows an account's frozen part", () => {
    expect(accountOfLine({ wallet_type: 'lever_frozen' })).toEqual({ account: 'contract', frozen: true });
    expect(accountOfLine({ wallet_type: 'change' })).toEqual({ account: 'spot', frozen: false });
  });
});

const ALL = ['spot', 'option', 'contract', 'trust'] as const;

function coin(currencyId: number, money: Partial<Record<(typeof ALL)[number], string>>, accounts = [...ALL]): Holding {
  const pocket = (account: (typeof ALL)[number]) => ({ available: money[account] ?? '0.00000000', frozen: '0' });
  return {
    currencyId,
    code: `C${currencyId}`,
    price: null,
    accounts,
    pockets: { spot: pocket('spot'), option: pocket('option'), contract: pocket('contract'), trust: pocket('trust') },
  };
}

describe('the first choice of a transfer', () => {
  const [usdt, btc, sol] = [coin(3, {}), coin(1, { contract: '2' }), coin(6, { spot: '5' }, ['spot'])];

  it.each([
    ['the first coin with money in an account', {}, { from: 'contract', to: 'spot', currencyId: 1 }],
    ['the coin that is wished, with money or not', { currency: '3' }, { from: 'spot', to: 'option', currencyId: 3 }],
    ['the accounts that are wished', { from: 'trust', to: 'option' }, { from: 'trust', to: 'option', currencyId: 3 }],
    ['money for the account that is wished', { to: 'spot' }, { from: 'contract', to: 'spot', currencyId: 1 }],
    ['two accounts, never one', { from: 'spot', to: 'spot' }, { from: 'spot', to: 'option', currencyId: 3 }],
    ['no coin of one account only', { currency: '6' }, { from: 'contract', to: 'spot', currencyId: 1 }],
    ['nothing that makes no sense', { from: 'legal', currency: 'x' }, { from: 'contract', to: 'spot', currencyId: 1 }],
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

describe('the way of a withdrawal', () => {
  const AT = '2026-01-05 12:00:00';
  const gone = (...states: string[]) => states.map((state) => ({ state, at: AT }));

  it.each([
    ['review', gone('review'), 'submitted review paid', 1],
    ['approved', gone('review', 'approved'), 'submitted approved sending paid', 2],
    ['paid', gone('review', 'approved', 'paid'), 'submitted approved paid', 3],
    ['rejected', gone('review', 'rejected'), 'submitted rejected', 2],
    ['rejected', gone('review', 'approved', 'rejected'), 'submitted approved rejected', 3],
    ['cancelled', gone('review', 'cancelled'), 'submitted cancelled', 2],
  ])('%s: %j', (state, steps, words, done) => {
    const way = timeline({ state, steps });
    expect([way.steps.map(({ word }) => word).join(' '), way.done]).toEqual([words, done]);
    expect(way.steps.filter(({ failed }) => failed)).toHaveLength(state === 'rejected' ? 1 : 0);
  });
});
