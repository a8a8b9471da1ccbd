import { useChannel } from './use-channel';

/** Whether the market has no order book that may fill anybody now: the server empties one that is missing or too old. */
export function useBookMissing(symbol: string, channel: 'markets.depth' | 'markets.perpetual-depth'): boolean {
  const { state } = useChannel(channel, { symbol });
  return state !== null && state.bids.length === 0 && state.asks.length === 0;
}
