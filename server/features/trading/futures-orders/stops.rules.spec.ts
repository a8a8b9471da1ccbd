import { describe, expect, it } from '@jest/globals';
import { type StopsProblem, type StopsToCheck, stopsProblem } from './stops.rules.js';

/** A long from 60000, now at 61000, that is liquidated at 54300. */
const LONG: StopsToCheck = {
  side: 'long',
  takeProfit: null,
  stopLoss: null,
  entryPrice: '60000',
  takeProfitNow: '61000',
  stopLossNow: '61000',
  liquidationPrice: '54300',
};
/** Its mirror: a short from 60000, now at 59000, that is liquidated at 65700. */
const SHORT: StopsToCheck = {
  ...LONG,
  side: 'short',
  takeProfitNow: '59000',
  stopLossNow: '59000',
  liquidationPrice: '65700',
};

describe('stops', () => {
  it.each<[string, Partial<StopsToCheck>, Partial<StopsToCheck>, StopsProblem | null]>([
    ['none at all', {}, {}, null],
    ['a take-profit beyond the price', { takeProfit: '61000.01' }, { takeProfit: '58999.99' }, null],
    ['a stop-loss in profit, B.6', { stopLoss: '60500' }, { stopLoss: '59500' }, null],
    ['a stop-loss in loss', { stopLoss: '58000' }, { stopLoss: '62000' }, null],
    ['a stop-loss next to liquidation', { stopLoss: '54300.01' }, { stopLoss: '65699.99' }, null],
    [
      'no liquidation price at all',
      { stopLoss: '1', liquidationPrice: null },
      { stopLoss: '999999', liquidationPrice: null },
      null,
    ],
    ['both', { takeProfit: '62000', stopLoss: '59000' }, { takeProfit: '58000', stopLoss: '61000' }, null],
  ])('may be %s', (_name, long, short, expected) => {
    expect(stopsProblem({ ...LONG, ...long })).toEqual(expected);
    expect(stopsProblem({ ...SHORT, ...short })).toEqual(expected);
  });

  it.each<[string, Partial<StopsToCheck>, StopsProblem]>([
    [
      'a take-profit at the entry price',
      { takeProfit: '60000' },
      { stop: 'take-profit', must: 'above', bound: '61000' },
    ],
    [
      'a take-profit that the price has passed',
      { takeProfit: '61000' },
      { stop: 'take-profit', must: 'above', bound: '61000' },
    ],
    [
      'a take-profit at a loss, while the price is lower still',
      { takeProfit: '59000', takeProfitNow: '58000', stopLossNow: '58000' },
      { stop: 'take-profit', must: 'above', bound: '60000' },
    ],
    [
      'a stop-loss that would trigger at once',
      { stopLoss: '61000' },
      { stop: 'stop-loss', must: 'below', bound: '61000' },
    ],
    [
      'a stop-loss at the price of liquidation',
      { stopLoss: '54300' },
      { stop: 'beyond-liquidation', price: '54300', liquidation: '54300' },
    ],
    [
      'a stop-loss beyond it',
      { stopLoss: '50000' },
      { stop: 'beyond-liquidation', price: '50000', liquidation: '54300' },
    ],
  ])('of a long may not be %s', (_name, stops, expected) => {
    expect(stopsProblem({ ...LONG, ...stops })).toEqual(expected);
  });

  it('of a short are the mirror image', () => {
    expect(stopsProblem({ ...SHORT, takeProfit: '59000' })).toEqual({
      stop: 'take-profit',
      must: 'below',
      bound: '59000',
    });
    expect(stopsProblem({ ...SHORT, stopLoss: '59000' })).toEqual({ stop: 'stop-loss', must: 'above', bound: '59000' });
    expect(stopsProblem({ ...SHORT, stopLoss: '66000' })).toEqual({
      stop: 'beyond-liquidation',
      price: '66000',
      liquidation: '65700',
    });
  });

  it('of an order that waits are compared with its own price alone', () => {
    const waiting = { ...LONG, entryPrice: '50000', takeProfitNow: null, stopLossNow: null, liquidationPrice: '45000' };
    expect(stopsProblem({ ...waiting, takeProfit: '50001', stopLoss: '49999' })).toBeNull();
    expect(stopsProblem({ ...waiting, takeProfit: '50000' })).toMatchObject({ bound: '50000' });
    expect(stopsProblem({ ...waiting, stopLoss: '50000' })).toMatchObject({ bound: '50000' });
  });
});
