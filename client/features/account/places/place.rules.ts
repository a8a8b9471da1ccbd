import type { Ring } from './outline';

/** A place on the map, in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A metre, about. */
const DECIMALS = 5;
/** How far the map goes north and south. */
export const LATITUDE_MAX = 85;

/** The place as it is written: `35.68120, 139.76710`. */
export function placeText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`;
}

/** The place that was written, latitude first; null for what is none. */
export function readPlace(text: string): Place | null {
  const [, north = '', east = ''] =
    /^\s*([+-]?\d{1,2}(?:\.\d{1,10})?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d{1,10})?)\s*$/.exec(text) ?? [];
  if (north === '') return null;
  const place = { latitude: Number.parseFloat(north), longitude: Number.parseFloat(east) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

/** The same place within one turn of the earth and the ends of the map. */
export function onMap({ latitude, longitude }: Place): Place {
  return {
    latitude: Math.min(LATITUDE_MAX, Math.max(-LATITUDE_MAX, latitude)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}

/** The country that the place lies in, by its two letters; null for the sea, and near coasts, where the outline is coarse. */
export function countryAt(
  { latitude, longitude }: Place,
  countries: ReadonlyMap<string, readonly Ring[]>,
): string | null {
  for (const [code, rings] of countries) {
    // In an odd number of rings: a ring within another one is a hole.
    if (rings.filter((ring) => isInside(ring, longitude, latitude)).length % 2 === 1) return code;
  }
  return null;
}

function isInside(ring: Ring, x: number, y: number): boolean {
  let isIn = false;
  let [beforeX, beforeY] = ring.at(-1) ?? [0, 0];
  for (const [nextX, nextY] of ring) {
    if (nextY > y !== beforeY > y && x < ((beforeX - nextX) * (y - nextY)) / (beforeY - nextY) + nextX) isIn = !isIn;
    [beforeX, beforeY] = [nextX, nextY];
  }
  return isIn;
}

/** Corners of the largest part of a country, to be looked at. */
export function boundsOf(rings: readonly Ring[]): { southWest: Place; northEast: Place } | null {
  const boxes = rings.map((ring) => {
    const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const southWest = { latitude: Math.min(...latitudes), longitude: Math.min(...longitudes) };
    const northEast = { latitude: Math.max(...latitudes), longitude: Math.max(...longitudes) };
    const size = (northEast.latitude - southWest.latitude) * (northEast.longitude - southWest.longitude);
    return { southWest, northEast, size };
  });
  const [largest] = boxes.sort((one, other) => other.size - one.size);
  return largest ?? null;
}

/** A place in the middle of the largest part of a country, and within it: a bay or a strait is none. */
export function middleOf(rings: readonly Ring[]): Place | null {
  const box = boundsOf(rings);
  if (!box) return null;
  const { southWest, northEast } = box;
  const latitude = (southWest.latitude + northEast.latitude) / 2;
  const edges = rings.flatMap((ring) => crossings(ring, latitude)).sort((one, other) => one - other);
  let [west, east] = [southWest.longitude, southWest.longitude];
  for (let at = 0; at + 1 < edges.length; at += 2) {
    const [from = 0, to = 0] = [edges[at], edges[at + 1]];
    if (to - from > east - west) [west, east] = [from, to];
  }
  return { latitude, longitude: (west + east) / 2 };
}

/** Where the ring crosses the latitude. */
function crossings(ring: Ring, y: number): number[] {
  const found: number[] = [];
  let [beforeX, beforeY] = ring.at(-1) ?? [0, 0];
  for (const [nextX, nextY] of ring) {
    if (nextY > y !== beforeY > y) found.push(((beforeX - nextX) * (y - nextY)) / (beforeY - nextY) + nextX);
    [beforeX, beforeY] = [nextX, nextY];
  }
  return found;
}

/** Puts the place into a text that somebody may have typed already: in the place of one that was put there before. */
export function withPlace(text: string, words: string): string {
  const typed = text.replace(/(?:,\s*|^)[^,]*,\s*-?\d{1,2}\.\d{5}, -?\d{1,3}\.\d{5}\s*$/u, '').trim();
  return typed === '' ? words : `${typed}, ${words}`;
}
