/** What an order does with the coin. */
export type Side = 'buy' | 'sell';
