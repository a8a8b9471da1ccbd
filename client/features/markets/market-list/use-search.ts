import { useEffect, useState } from 'react';
import type { Market } from './market';

type Search = (markets: Market[], text: string, nameOf: (market: Market) => string) => Market[];

/** As long as the names are not there: by the symbol as it is written. */
const bySymbol: Search = (markets, text) => {
  const wanted = text.trim().toUpperCase();
  return markets.filter(({ symbol }) => symbol.includes(wanted));
};

let known: Search | null = null;

/** Finds markets. Names in seven languages come with the first field that searches, and no page waits for them. */
export function useSearch(): Search {
  const [search, setSearch] = useState<Search>(() => known ?? bySymbol);
  useEffect(() => {
    if (known) return undefined;
    let wanted = true;
    import('./search').then(
      (loaded) => {
        known = loaded.search;
        if (wanted) setSearch(() => loaded.search);
      },
      // The next opening fetches them again.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);
  return search;
}
