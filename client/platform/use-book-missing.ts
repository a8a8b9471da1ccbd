import { useChannel } from './use-channel';

/** Whether the market has no order book that may fill anybody now: the server empties one that is missing or too old. */
export function useBookMissing(
  /** Null: nobody asks. */
  symbol: string | null,
  channel: 'markets.depth' | 'markets.perpetual-depth',
): boolean {
  const { state } = useChannel(channel, symbol === null ? null : { symbol });
  return state !== null && state.bids.length === 0 && state.asks.length === 0;
}
