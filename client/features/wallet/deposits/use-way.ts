import { useQuery } from '@tanstack/react-query';
import { useAddressChoice } from '../../../platform/use-address-choice';
import { depositCoins } from './deposits.api';
import { wayOf } from './coin-and-network';

/** The coin and network that the page's address names, so that going back and sharing keep them. */
export function useWay() {
  const [search, change] = useAddressChoice();
  const { data: coins, error, refetch } = useQuery(depositCoins);
  const way = coins ? wayOf(coins, search.get('coin') ?? '', search.get('network') ?? '') : null;
  const choose = (coin: string, network: string) => change({ coin, network });
  return { coins, way, choose, error, refetch };
}
