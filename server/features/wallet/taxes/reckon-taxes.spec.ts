import { sumOf } from '../../../contract/rules/profit-days.rules.js';
import { ReckonTaxes } from './reckon-taxes.js';
import type { TaxJournalRow } from './taxes.store.js';

const SINCE = new Date(Date.UTC(2026, 0, 1));
const UNTIL = new Date(Date.UTC(2027, 0, 1));
const PURCHASES = 150_000;

function trade(number: number, coins: string, cash: string): TaxJournalRow {
  const change = (currency: string, amount: string) => ({ currency, amount, price: null, paid: null });
  const changes = [change('BTC', coins), change('USDT', cash)];
  return { journalId: String(number), at: SINCE, reason: 'spot.fill', changes };
}

describe('the taxes of a year', () => {
  it('have a line for each of very many purchases that one sale ends', async () => {
    const journals = Array.from({ length: PURCHASES }, (_, place) => trade(place + 1, '0.001', '-60'));
    journals.push(trade(PURCHASES + 1, '-150', '9300000'));
    const reckonTaxes = new ReckonTaxes({ journals: async () => journals } as never);
    const { lines } = await reckonTaxes.execute({ userId: '7', method: 'fifo', since: SINCE, until: UNTIL });
    expect(lines).toHaveLength(PURCHASES);
    expect(lines.at(-1)).toMatchObject({ acquiredIn: String(PURCHASES), isUncovered: false });
    expect(sumOf(lines.map(({ gain }) => gain))).toBe('300000');
  });
});
