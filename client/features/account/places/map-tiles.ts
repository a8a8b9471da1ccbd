/** Where the map's pictures come from, as the page was told; null: from nowhere, the outline alone is drawn. */
export function mapTiles(): { address: string; attribution: string } | null {
  const told = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
  const address = told('map-tiles');
  return address.startsWith('https://') ? { address, attribution: told('map-attribution') } : null;
}
