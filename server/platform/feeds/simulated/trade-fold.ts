/** Prices and quantities as whole numbers of the smallest unit. */
export interface SimulatedTrade {
  index: number;
  at: number;
  price: number;
  quantity: number;
  side: 'buy' | 'sell';
}

/** A minute in whole numbers of the smallest units; `turnover` is price times quantity, exact up to 2^53. */
export interface MinuteSummary {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnover: number;
  trades: number;
}

/** First, highest, lowest and last price and the sums of trades. There must be at least one. */
export function fold(trades: readonly SimulatedTrade[]): MinuteSummary {
  const first = trades[0]?.price ?? 0;
  const sum = { open: first, high: first, low: first, close: first, volume: 0, turnover: 0, trades: trades.length };
  for (const { price, quantity } of trades) {
    if (price > sum.high) sum.high = price;
    if (price < sum.low) sum.low = price;
    sum.close = price;
    sum.volume += quantity;
    sum.turnover += price * quantity;
  }
  return sum;
}
