import { expect, it } from '@jest/globals';
import { MarketBoard } from '../market-board/index.js';
import { emptyRow } from '../market-board/market-status.rules.js';
import type { MarketChanges } from '../prices/index.js';
import { UpdatePublisher } from './update-publisher.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const NOTHING: MarketChanges = { tickers: [], candles: [], depths: [], trades: {}, marks: [] };

it('begins with a snapshot, numbers without gaps, and says every second that it lives', () => {
  const published: string[] = [];
  const gateway = new MarketBoard();
  const bus = {
    publish: (update: Parameters<MarketBoard['apply']>[0]) => {
      published.push(`${update.kind} ${update.s}`);
      gateway.apply(update, NOW);
    },
  };
  const publisher = new UpdatePublisher(bus, '5');
  publisher.publish({ ...NOTHING, tickers: [{ ...emptyRow('BTC/USDT'), last: '100', pricedAt: NOW }] }, NOW);
  publisher.publish(NOTHING, NOW + 999);
  publisher.publish(NOTHING, NOW + 1000);
  expect(published).toEqual(['snap 1', 'delta 2']);
  publisher.wantSnapshot();
  publisher.publish(NOTHING, NOW + 1100);
  expect(published).toEqual(['snap 1', 'delta 2', 'snap 2']);
  expect(gateway.ticker('BTC/USDT', NOW)?.last).toBe('100');
  expect([gateway.epoch, gateway.sequence]).toEqual(['5', 2]);
});
