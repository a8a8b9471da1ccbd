import { preferences, setFavourite } from '../../../platform/preferences';

/** Marks the market with a star, or takes the star away. */
export function toggleFavourite(symbol: string): void {
  setFavourite(symbol, !preferences().favourites.includes(symbol));
}
