import { changePreferences, preferences } from '../../../platform/preferences';

/** Marks the market with a star, or takes the star away. */
export function toggleFavourite(symbol: string): void {
  const { favourites } = preferences();
  const without = favourites.filter((favourite) => favourite !== symbol);
  changePreferences({ favourites: without.length < favourites.length ? without : [...favourites, symbol] });
}
