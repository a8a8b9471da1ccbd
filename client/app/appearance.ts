import { directionColoursOf, onPreferences, preferences } from '../platform/preferences';

const GROUND = { dark: '#0b0f14', light: '#f5f7f9' };

/** Writes the choices that the style sheets read onto the document, now and at every change. */
export function followAppearance(): void {
  const write = () => {
    const chosen = preferences();
    document.documentElement.dataset.directionColours = directionColoursOf(chosen);
    // The server writes the first picture of a page, and knows the choice by this alone.
    const maxAge = chosen.appearance === 'light' ? 31_536_000 : 0;
    document.cookie = `appearance=light; path=/; max-age=${maxAge}; samesite=lax`;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[chosen.appearance]);
  };
  onPreferences(write);
  write();
}
