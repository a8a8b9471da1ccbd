import type { StatementLineView } from '../../../../server/contract/wallet/wallet.dto';
import { timeline } from './states';
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
