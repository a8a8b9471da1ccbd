import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { depositCoins } from './deposits.api';
import { wayOf } from './coin-and-network';

/** The coin and network that the page's address names, so that going back and sharing keep them. */
export function useWay() {
  const [search, setSearch] = useSearchParams();
  const { data: coins, error, refetch } = useQuery(depositCoins);
  const way = coins ? wayOf(coins, search.get('coin') ?? '', search.get('network') ?? '') : null;
  const choose = (coin: string, network: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.set('coin', coin);
        next.set('network', network);
        return next;
      },
      { replace: true },
    );
  return { coins, way, choose, error, refetch };
}
