import outline from './outline.json';

/** Longitude and latitude in degrees. */
export type Ring = readonly (readonly [number, number])[];

/**
 * Outlines of countries by their two letters, from Natural Earth at 1:110 million (public domain, by way of `world-atlas` 2.0.2): each ring as its
 * first point and the steps to the next ones, longitude before latitude, in tenths of a degree.
 */
export const COUNTRIES: ReadonlyMap<string, readonly Ring[]> = new Map(
  Object.entries(outline as Record<string, number[][]>).map(([code, rings]) => [code, rings.map(ringOf)]),
);

function ringOf(steps: readonly number[]): Ring {
  let [longitude, latitude] = [0, 0];
  const ring: [number, number][] = [];
  for (let at = 0; at < steps.length; at += 2) {
    longitude += steps[at] ?? 0;
    latitude += steps[at + 1] ?? 0;
    ring.push([longitude / 10, latitude / 10]);
  }
  return ring;
}
