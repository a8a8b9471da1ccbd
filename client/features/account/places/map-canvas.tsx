import 'leaflet/dist/leaflet.css';
import { canvas, control, latLngBounds, map as leafletMap, type Map as LeafletMap, polygon, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mapTiles } from './map-tiles';
import { COUNTRIES } from './outline';
import { boundsOf, LATITUDE_MAX, middleOf, onMap, type Place } from './place.rules';
import styles from './places.module.css';

/** What the map is to show next: a place from near, or a country. */
export type Look = { place: Place; zoom?: number } | { country: string };

interface Props {
  look: Look;
  /** Where the middle of the map is, after it was moved. */
  onMoved?: (middle: Place) => void;
}

const ZOOM_MAX = 18;
/** The outline says nothing more from nearer. */
const OUTLINE_ZOOM_MAX = 8;
const NEAR = 12;
/** The end of an animation moves the map to where it was going, also when it has been sent elsewhere since. */
const AT_ONCE = { animate: false };

/** A map that is moved under a pin in its middle: by finger, mouse, or arrow keys and plus and minus. */
export default function MapCanvas({ look, onMoved }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const moved = useRef(onMoved);
  const wanted = useRef(look);
  useEffect(() => {
    moved.current = onMoved;
    wanted.current = look;
  });
  const [label, zoomIn, zoomOut] = [t('places.map'), t('places.zoomIn'), t('places.zoomOut')];
  useEffect(() => {
    if (!place.current) return undefined;
    const made = drawn(place.current, { zoomIn, zoomOut });
    made.on('moveend', () => {
      const { lat, lng } = made.getCenter();
      moved.current?.(onMap({ latitude: lat, longitude: lng }));
    });
    map.current = made;
    show(made, wanted.current);
    return () => {
      map.current = null;
      // A change of the screen's size is told a moment later, also of a map that is gone by then: nobody may ask it where it is.
      made.off('moveend');
      made.remove();
    };
  }, [zoomIn, zoomOut]);
  useEffect(() => {
    if (map.current) show(map.current, look);
  }, [look]);
  return (
    <div className={styles.frame}>
      <div ref={place} className={styles.map} role="application" aria-label={label} />
      <span className={styles.pin} aria-hidden />
    </div>
  );
}

function drawn(place: HTMLElement, { zoomIn, zoomOut }: { zoomIn: string; zoomOut: string }): LeafletMap {
  const tiles = mapTiles();
  const made = leafletMap(place, {
    center: [20, 10],
    zoom: 1,
    minZoom: 0,
    maxZoom: tiles ? ZOOM_MAX : OUTLINE_ZOOM_MAX,
    maxBounds: latLngBounds([-LATITUDE_MAX, -180], [LATITUDE_MAX, 180]),
    maxBoundsViscosity: 1,
    zoomControl: false,
    zoomAnimation: !globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  made.attributionControl.setPrefix(false);
  control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(made);
  const colour = (name: string) => getComputedStyle(place).getPropertyValue(name).trim();
  const rings = [...COUNTRIES.values()].flatMap((country) =>
    country.map((ring) => [ring.map(([longitude, latitude]): [number, number] => [latitude, longitude])]),
  );
  polygon(rings, {
    renderer: canvas({ padding: 0.5 }),
    interactive: false,
    weight: 1,
    color: colour('--text-3'),
    fillColor: colour('--surface-3'),
    fillOpacity: 1,
  }).addTo(made);
  // Over the outline, which stays where a picture does not come.
  if (tiles) tileLayer(tiles.address, { maxZoom: ZOOM_MAX, attribution: escaped(tiles.attribution) }).addTo(made);
  return made;
}

function show(map: LeafletMap, look: Look): void {
  if ('place' in look) {
    const { latitude, longitude } = onMap(look.place);
    map.setView([latitude, longitude], Math.min(look.zoom ?? NEAR, map.getMaxZoom()), AT_ONCE);
    return;
  }
  const rings = COUNTRIES.get(look.country) ?? [];
  const [bounds, middle] = [boundsOf(rings), middleOf(rings)];
  if (!bounds || !middle) return;
  const { southWest, northEast } = bounds;
  const corners = latLngBounds([southWest.latitude, southWest.longitude], [northEast.latitude, northEast.longitude]);
  map.setView([middle.latitude, middle.longitude], map.getBoundsZoom(corners), AT_ONCE);
}

/** The map's library takes markup here; this is text. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
