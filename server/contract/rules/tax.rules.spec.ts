import { fromUnits, toUnits } from '../money.js';
import {
  type TaxChange,
  type TaxEvent,
  taxEventsOf,
  TaxHoldings,
  type TaxLine,
  TAX_METHODS,
  type TaxMethod,
  taxResultsOf,
  taxSenseOf,
} from './tax.rules.js';

let next = 1;
const event = (kind: TaxEvent['kind'], quantity: string, value: string | null, isAssumed = false): TaxEvent => {
  const journalId = String(next++);
  return { at: next, journalId, currency: 'A', kind, quantity, value, isAssumed };
};
const buy = (quantity: string, value: string | null, isAssumed = false) => event('acquire', quantity, value, isAssumed);
const sell = (quantity: string, value: string | null) => event('dispose', quantity, value);

function run(method: TaxMethod, events: readonly TaxEvent[]) {
  const holdings = new TaxHoldings(method);
  const lines = events.flatMap((one) => holdings.take(one));
  return { lines, left: holdings.left('A') };
}
const sum = (lines: readonly TaxLine[], of: 'quantity' | 'proceeds' | 'cost' | 'gain') =>
  fromUnits(lines.reduce((total, line) => total + toUnits(line[of] ?? '0'), 0n));

describe('published examples', () => {
  // HM Revenue & Customs, Cryptoassets Manual, CRYPTO22251, "basic section 104 pool disposal": 100 for 1,000 and 50 for 125,000;
  // 50 are sold for 300,000: allowable costs 42,000, gain 258,000, and 100 with costs of 84,000 stay.
  const HMRC = () => [buy('100', '1000'), buy('50', '125000'), sell('50', '300000')];

  it('average cost, as the pool of HMRC', () => {
    const { lines, left } = run('average', HMRC());
    expect(lines).toMatchObject([
      { quantity: '50', proceeds: '300000', cost: '42000', gain: '258000', acquiredIn: null },
    ]);
    expect(left).toEqual({ quantity: '100', cost: '84000' });
  });

  // Horngren, Harrison: Accounting, "Literacy for the Illiterate": 300 at 7, 450 at 8, 600 sold, 750 at 9. FIFO: cost of goods sold
  // 4,500; ending inventory 900 for 7,950. Weighted average: 7.60 each, 4,560 and 7,890.
  it.each<[TaxMethod, string, string]>([
    ['fifo', '4500', '7950'],
    ['average', '4560', '7890'],
  ])('%s, as a bookstore', (method, cost, leftCost) => {
    const { lines, left } = run(method, [
      buy('300', '2100'),
      buy('450', '3600'),
      sell('600', '6000'),
      buy('750', '6750'),
    ]);
    expect([sum(lines, 'cost'), left]).toEqual([cost, { quantity: '900', cost: leftCost }]);
  });

  // OpenStax, Principles of Accounting 1, 10.3, "The Spy Who Loves You", perpetual: 150 at 21; 120 sold at 36; 225 at 27; 180 sold at
  // 39; 210 at 33. FIFO: cost of goods sold 7,200, gross margin 4,140, ending inventory 8,955.
  it('FIFO, as a shop that buys between its sales', () => {
    const { lines, left } = run('fifo', [
      buy('150', '3150'),
      sell('120', '4320'),
      buy('225', '6075'),
      sell('180', '7020'),
      buy('210', '6930'),
    ]);
    expect([sum(lines, 'cost'), sum(lines, 'gain'), left.cost]).toEqual(['7200', '4140', '8955']);
    expect(lines.map(({ quantity, cost }) => [quantity, cost])).toEqual([
      ['120', '2520'],
      ['30', '630'],
      ['150', '4050'],
    ]);
  });
});

describe('a line', () => {
  it('names the journal of the sale, and those of what is sold', () => {
    const [first, second, sale] = [buy('1', '10'), buy('2', '40'), sell('2', '60')] as const;
    expect(run('fifo', [first, second, sale]).lines).toMatchObject([
      { journalId: sale.journalId, acquiredIn: first.journalId, acquiredAt: first.at, proceeds: '30', gain: '20' },
      { journalId: sale.journalId, acquiredIn: second.journalId, acquiredAt: second.at, proceeds: '30', gain: '10' },
    ]);
  });

  it('has no gain where a price is missing, and says nothing in its place', () => {
    const { lines } = run('fifo', [buy('1', null), buy('1', '5'), sell('1', '9'), sell('1', '9')]);
    expect(lines.map(({ cost, gain }) => [cost, gain])).toEqual([
      [null, null],
      ['5', '4'],
    ]);
    expect(run('fifo', [buy('1', '5'), sell('1', null)]).lines).toMatchObject([
      { proceeds: null, cost: '5', gain: null },
    ]);
  });

  it('of the pool is unknown until it was empty, where a part of it has no price', () => {
    const { lines } = run('average', [buy('1', null), buy('1', '5'), sell('2', '9'), buy('1', '5'), sell('1', '9')]);
    expect(lines.map(({ gain }) => gain)).toEqual([null, '4']);
  });

  it('of a move takes its cost along and gains nothing', () => {
    const { lines, left } = run('fifo', [buy('3', '30'), event('move', '1', '100')]);
    expect(lines).toMatchObject([{ kind: 'move', proceeds: null, cost: '10', gain: null }]);
    expect(left).toEqual({ quantity: '2', cost: '20' });
  });

  it('begins anew after everything was sold: what comes then has its own cost alone', () => {
    for (const method of TAX_METHODS) {
      const { lines, left } = run(method, [
        buy('3', '10', true),
        sell('1', '5'),
        sell('2', '5'),
        buy('2', '50'),
        sell('1', '30'),
      ]);
      expect(lines.at(-1)).toMatchObject({ cost: '25', gain: '5', isAssumed: false });
      expect(left).toEqual({ quantity: '1', cost: '25' });
    }
  });

  it('of more than there was has no cost for the rest', () => {
    expect(run('fifo', [buy('1', '10'), sell('3', '90')]).lines).toMatchObject([
      { quantity: '1', proceeds: '30', cost: '10', isUncovered: false },
      { quantity: '2', proceeds: '60', cost: '0', gain: '60', isUncovered: true, acquiredIn: null },
    ]);
  });

  it('is assumed where its price, or that of what is sold, is a recorded one', () => {
    expect(run('fifo', [buy('1', '5', true), sell('1', '9')]).lines[0]?.isAssumed).toBe(true);
    expect(run('fifo', [buy('1', '5'), sell('1', '9')]).lines[0]?.isAssumed).toBe(false);
  });
});

describe('whatever is bought and sold', () => {
  /** A generator of its own: the same cases each time. */
  function numbers(seed: number) {
    let state = seed;
    return (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
  }
  const decimal = (number: (most: number) => number) => `${number(50)}.${1 + number(999_999_999)}`;

  it.each(TAX_METHODS)(
    '%s: no more goes than came, and all gains of what is sold out are the proceeds less the costs',
    (method) => {
      for (let seed = 1; seed <= 200; seed += 1) {
        const number = numbers(seed);
        const events: TaxEvent[] = [];
        let held = 0n;
        for (let step = 0; step < 40; step += 1) {
          if (number(3) > 0 || held === 0n) {
            const one = buy(decimal(number), decimal(number));
            held += toUnits(one.quantity);
            events.push(one);
          } else {
            const part = (held * BigInt(1 + number(7))) / 8n;
            held -= part;
            events.push(sell(fromUnits(part), decimal(number)));
          }
        }
        if (held > 0n) events.push(sell(fromUnits(held), decimal(number)));
        const { lines, left } = run(method, events);
        const total = (kind: TaxEvent['kind'], of: 'quantity' | 'value') =>
          events.reduce((all, one) => (one.kind === kind ? all + toUnits(one[of] ?? '0') : all), 0n);
        expect(lines.some(({ isUncovered }) => isUncovered)).toBe(false);
        expect(sum(lines, 'quantity')).toBe(fromUnits(total('acquire', 'quantity')));
        expect(sum(lines, 'gain')).toBe(fromUnits(total('dispose', 'value') - total('acquire', 'value')));
        expect(left).toEqual({ quantity: '0', cost: '0' });
      }
    },
  );
});

describe('what a journal means', () => {
  const change = (currency: string, amount: string, price: string | null = null): TaxChange => ({
    currency,
    amount,
    price,
    paid: null,
  });
  const journal = (reason: string, ...changes: TaxChange[]) => ({ at: 1, journalId: '7', reason, changes });
  const brief = (reason: string, ...changes: TaxChange[]) =>
    taxEventsOf(journal(reason, ...changes)).map(({ currency, kind, quantity, value, isAssumed }) => [
      currency,
      kind,
      quantity,
      value,
      isAssumed,
    ]);

  it('a purchase costs what was paid with its fee, a sale brings what came without it', () => {
    expect(brief('spot.fill', change('BTC', '0.1'), change('USDT', '-6003'))).toEqual([
      ['BTC', 'acquire', '0.1', '6003', false],
    ]);
    expect(brief('spot.fill', change('BTC', '-0.1'), change('USDT', '5997'))).toEqual([
      ['BTC', 'dispose', '0.1', '5997', false],
    ]);
  });

  it('coins for coins are both by the recorded price', () => {
    expect(brief('spot.fill', change('ETH', '2', '3000'), change('BTC', '-0.1', '60000'))).toEqual([
      ['BTC', 'dispose', '0.1', '6000', true],
      ['ETH', 'acquire', '2', '6000', true],
    ]);
  });

  it('a coin without a recorded price costs what was given for it, and brings what came for it', () => {
    expect(brief('subscription.deliver', change('NEW', '100'), change('BTC', '-0.1', '60000'))).toEqual([
      ['BTC', 'dispose', '0.1', '6000', true],
      ['NEW', 'acquire', '100', '6000', true],
    ]);
    expect(brief('spot.fill', change('NEW', '-100'), change('BTC', '0.1', '60000'))).toEqual([
      ['NEW', 'dispose', '100', '6000', true],
      ['BTC', 'acquire', '0.1', '6000', true],
    ]);
    expect(brief('spot.fill', change('NEW', '-100'), change('BTC', '0.1')).map(([, , , value]) => value)).toEqual([
      null,
      null,
    ]);
  });

  it('a deposit costs the recorded price, a withdrawal is no sale, and USDT is neither', () => {
    expect(brief('deposits.credit', change('BTC', '1', '50000'))).toEqual([['BTC', 'acquire', '1', '50000', true]]);
    expect(brief('withdrawals.pay', change('BTC', '-1', '50000'))).toEqual([['BTC', 'move', '1', '50000', true]]);
    expect(brief('deposits.credit', change('USDT', '5'))).toEqual([]);
    expect(brief('deposits.credit', change('BTC', '1'))).toEqual([['BTC', 'acquire', '1', null, true]]);
  });

  const paidFor = (currency: string, amount: string, price: string | null) => ({
    ...change('NEW', '10', '9'),
    paid: { currency, amount, price },
  });

  it('coins that were paid for in another journal cost what was paid, and not their own price', () => {
    expect(brief('ieo.deliver', paidFor('USDT', '25', '1'))).toEqual([['NEW', 'acquire', '10', '25', false]]);
  });

  it('a coin that paid for them is sold when they come, for what they cost: both are its worth at that instant', () => {
    expect(brief('ieo.deliver', paidFor('BTC', '0.1', '60000'))).toEqual([
      ['BTC', 'dispose', '0.1', '6000', true],
      ['NEW', 'acquire', '10', '6000', true],
    ]);
  });

  it('without a price of the coin that paid both are unknown, whatever the new one is worth', () => {
    expect(brief('ieo.deliver', paidFor('BTC', '0.1', null))).toEqual([
      ['BTC', 'dispose', '0.1', null, true],
      ['NEW', 'acquire', '10', null, true],
    ]);
  });

  it('coins that a sale keeps until it delivers are neither sold nor gone, and come back as what they were', () => {
    expect(brief('ieo.pay', change('BTC', '-0.1', '60000'))).toEqual([]);
    expect(brief('ieo.return', change('BTC', '0.1', '70000'))).toEqual([]);
    expect(taxResultsOf(journal('ieo.pay', change('BTC', '-0.1', '60000')))).toEqual([]);
    const bought = { ...event('acquire', '1', '40000'), currency: 'BTC' };
    const sold = { ...event('dispose', '1', '80000'), currency: 'BTC' };
    for (const method of TAX_METHODS) {
      const holdings = new TaxHoldings(method);
      holdings.take(bought);
      const events = [
        journal('ieo.pay', change('BTC', '-1', '60000')),
        journal('ieo.return', change('BTC', '1', '70000')),
      ];
      for (const one of events.flatMap(taxEventsOf)) holdings.take(one);
      expect(holdings.take(sold)).toMatchObject([
        { cost: '40000', gain: '40000', acquiredAt: method === 'fifo' ? bought.at : null, isUncovered: false },
      ]);
    }
  });

  it('a rebate and interest are income, what futures brought is of its own section, signed', () => {
    expect(taxResultsOf(journal('referral.rebate', change('USDT', '3')))).toMatchObject([
      { value: '3', section: 'income' },
    ]);
    expect(taxResultsOf(journal('trust.interest', change('BTC', '0.01', '50000')))).toMatchObject([{ value: '500' }]);
    expect(taxResultsOf(journal('futures.close', change('USDT', '-12.5')))).toMatchObject([
      { value: '-12.5', quantity: '-12.5', section: 'derivative' },
    ]);
    expect(taxResultsOf(journal('spot.fill', change('USDT', '3')))).toEqual([]);
    expect(brief('trust.interest', change('BTC', '0.01', '50000'))).toEqual([['BTC', 'acquire', '0.01', '500', true]]);
  });

  it.each([
    ['futures.funding', 'derivative'],
    ['options.settle', 'derivative'],
    ['otc.release', 'sale'],
    ['ieo.pay', 'escrow'],
    ['ieo.return', 'escrow'],
    ['wallet.adjustment', 'move'],
    ['something.new', 'move'],
  ])('%s is %s', (reason, sense) => expect(taxSenseOf(reason)).toBe(sense));
});
