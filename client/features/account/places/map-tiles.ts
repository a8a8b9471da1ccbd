/** Where the map's pictures come from, as the page was told; null: from nowhere, the outline alone is drawn. */
export function mapTiles(): { address: string; attribution: string } | null {
  const metaContent = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
  const address = metaContent('map-tiles');
  return address.startsWith('https://') ? { address, attribution: metaContent('map-attribution') } : null;
}
