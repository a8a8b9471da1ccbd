/** The page that trades a market, as a path with the symbol in it. */
export function tradePath(symbol: string, page: 'trade' | 'option' = 'trade'): string {
  return `/pages/${page}/index?${new URLSearchParams({ symbol }).toString()}`;
}
