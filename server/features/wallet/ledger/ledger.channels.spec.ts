import type { TradingStatusView } from '../../../contract/trading/trading-status.dto.js';
import type { ChannelRegistry } from '../../../platform/realtime/channel-source.js';
import { textOf } from '../../../platform/realtime/websocket-frame.js';
import { LedgerChannels } from './ledger.channels.js';
import type { ReadTradingStatus } from './read-trading-status.js';

const OPEN: TradingStatusView = { real: 'open', demo: 'open' };

async function aStream() {
  let status = OPEN;
  const registry = { serve: jest.fn(), announce: jest.fn() };
  const read = { execute: () => Promise.resolve(status) } as ReadTradingStatus;
  const stream = new LedgerChannels(read, registry as unknown as ChannelRegistry);
  await stream.onModuleInit();
  return {
    stream,
    registry,
    become: (next: TradingStatusView) => {
      status = next;
      return stream.reload();
    },
  };
}

it('tells a change once, as the whole state', async () => {
  const { stream, registry, become } = await aStream();
  const before = stream.snapshot();
  expect([JSON.parse(textOf(before.payload)), registry.serve.mock.calls.length]).toEqual([OPEN, 1]);
  expect(stream.since('all', before.ep, before.s)).toBe('unchanged');

  await become({ ...OPEN, real: 'cancel-only' });
  const after = stream.since('all', before.ep, before.s);
  expect(after).toEqual({ ep: before.ep, s: before.s + 1, payload: '{"real":"cancel-only","demo":"open"}' });

  await become({ ...OPEN, real: 'cancel-only' });
  expect(stream.since('all', before.ep, before.s + 1)).toBe('unchanged');
  stream.onApplicationShutdown();
});

it('gives a snapshot to whoever comes from another process, or claims to know the future', async () => {
  const { stream } = await aStream();
  const { ep, s } = stream.snapshot();
  expect([stream.since('all', 'another', s), stream.since('all', ep, s + 1)]).toEqual(['unknown', 'unknown']);
  stream.onApplicationShutdown();
});
