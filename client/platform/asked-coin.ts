/** As much of a made-up name as is repeated to whoever followed the link. */
const SHOWN_MAX = 12;

export interface AskedCoin<Coin> {
  /** The coin that is asked for; without a wish the first one; null where it is unknown. */
  coin: Coin | null;
  /** What was asked for and is not there. */
  unknown: string | null;
}

/**
 * The coin that a page's address asks for: `coin`, its code; older links have `currency`, its number. Another coin than
 * that is never taken in its place: its address on a chain would be shown for it.
 */
export function askedCoin<Coin extends { id: number; name: string }>(
  search: URLSearchParams,
  coins: readonly Coin[],
): AskedCoin<Coin> {
  const asked = (search.get('coin') || search.get('currency') || '').trim();
  if (asked === '') return { coin: coins[0] ?? null, unknown: null };
  const code = asked.toUpperCase();
  const coin = coins.find(({ id, name }) => name.toUpperCase() === code || String(id) === asked) ?? null;
  return { coin, unknown: coin === null ? asked.slice(0, SHOWN_MAX) : null };
}

export interface AskedNetwork<Network> {
  /** The network that is asked for; without a wish the first one; null where it is unknown. */
  network: Network | null;
  /** What was asked for and is not offered. */
  unknown: string | null;
}

/**
 * The network of a coin that a name asks for. Another one is never taken in its place: an address on it would be shown,
 * or money sent over it, that nobody chose.
 */
export function askedNetwork<Network extends { network: string }>(
  name: string,
  networks: readonly Network[],
): AskedNetwork<Network> {
  const asked = name.trim();
  if (asked === '') return { network: networks[0] ?? null, unknown: null };
  const code = asked.toUpperCase();
  const network = networks.find((known) => known.network.toUpperCase() === code) ?? null;
  return { network, unknown: network === null ? asked.slice(0, SHOWN_MAX) : null };
}
