/** The two currencies of a row's market, `BTC/USDT`. */
export function unitsOf({ market }: { market: string }): { base: string; quote: string } {
  const [base = market, quote = ''] = market.split('/');
  return { base, quote };
}
