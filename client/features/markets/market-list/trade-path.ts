/** Pages that trade one market. */
export type TradePage = 'trade' | 'option' | 'contract';

/** The page that trades a market, as a path with the symbol in it. */
export function tradePath(symbol: string, page: TradePage = 'trade'): string {
  return `/pages/${page}/index?${new URLSearchParams({ symbol }).toString()}`;
}
