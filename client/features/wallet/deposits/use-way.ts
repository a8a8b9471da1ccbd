import { useQuery } from '@tanstack/react-query';
import { askedCoin, askedNetwork } from '../../../platform/asked-coin';
import { useAddressChoice } from '../../../platform/use-address-choice';
import type { Way } from './coin-and-network';
import { depositCoins } from './deposits.api';

/** The coin and network that the page's address names, so that going back and sharing keep them. */
export function useWay() {
  const [search, change] = useAddressChoice();
  const { data: coins, error, refetch } = useQuery(depositCoins);
  const { coin, unknown } = askedCoin(search, coins ?? []);
  const { network, unknown: unknownNetwork } = askedNetwork(search.get('network') ?? '', coin?.networks ?? []);
  const way: Way | null = coin && network && { coin, network };
  const choose = (name: string, network: string | null) => change({ coin: name, network, currency: null });
  return { coins, coin, way, unknown, unknownNetwork, choose, error, refetch };
}
