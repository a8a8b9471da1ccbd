import { Button, NativeSelect } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/preferences';
import { TextField } from '../../../ui/text-field';
import MapCanvas, { type Look } from './map-canvas';
import { COUNTRIES } from './outline';
import { countryAt, type Place, placeText, readPlace } from './place.rules';
import styles from './places.module.css';

export interface ChosenPlace extends Place {
  /** In words, in the reader's language: the country, as far as the outline tells, and the degrees. */
  text: string;
}

interface Props {
  /** Where it begins; null: the whole earth. */
  from?: Place | null;
  action: string;
  onChosen: (place: ChosenPlace) => void;
}

/** Nobody's choice: what the whole earth is looked at from. */
const EARTH: Place = { latitude: 20, longitude: 10 };
const FAR = 1;
/** Degrees by which a map may stand beside where it was put. */
const SLACK = 0.5;

function isEarth({ latitude, longitude }: Place): boolean {
  return Math.abs(latitude - EARTH.latitude) < SLACK && Math.abs(longitude - EARTH.longitude) < SLACK;
}

/** A place chosen on the map, from the list of countries, by its degrees, or by where the browser is when it is asked. */
export default function PlacePicker({ from = null, action, onChosen }: Props) {
  const { t } = useTranslation();
  const name = useCountryName();
  const [look, setLook] = useState<Look>(from ? { place: from } : { place: EARTH, zoom: FAR });
  const [middle, setMiddle] = useState<Place>(from ?? EARTH);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // As long as nobody has moved it, nothing is chosen.
  const [isMoved, setMoved] = useState(from !== null);
  const country = isMoved ? countryAt(middle, COUNTRIES) : null;
  const go = (text: string) => {
    const place = readPlace(text);
    if (place === null) return setProblem(t('places.noPlace'));
    setProblem(null);
    setTyped(null);
    setLook({ place });
    setMoved(true);
    return setMiddle(place);
  };
  const text = [country === null ? '' : name(country), placeText(middle)].filter(Boolean).join(', ');
  return (
    <div className={styles.picker}>
      <MapCanvas
        look={look}
        onMoved={(place) => {
          setMiddle(place);
          setTyped(null);
          if (!isEarth(place)) setMoved(true);
        }}
      />
      <p className={styles.help}>{t('places.help')}</p>
      <p className={styles.chosen} role="status">
        {isMoved && text}
      </p>
      <NativeSelect
        className={styles.select ?? ''}
        label={t('places.country')}
        value={country ?? ''}
        onChange={({ currentTarget: { value } }) => value !== '' && setLook({ country: value })}
        data={[{ value: '', label: t('places.chooseCountry') }, ...countryChoices(name)]}
      />
      <TextField
        label={t('places.degrees')}
        help={t('places.degreesHelp')}
        error={problem}
        value={typed ?? (isMoved ? placeText(middle) : '')}
        maxLength={40}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed !== null && go(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(event.currentTarget.value);
        }}
      />
      <Here onFound={(place) => setLook({ place })} onProblem={setProblem} />
      <Button fullWidth size="lg" disabled={!isMoved} onClick={() => onChosen({ ...middle, text })}>
        {action}
      </Button>
    </div>
  );
}

interface HereProps {
  onFound: (place: Place) => void;
  onProblem: (words: string) => void;
}

/** The browser is asked where it is when somebody presses this, and never by itself. */
function Here({ onFound, onProblem }: HereProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  if (!('geolocation' in navigator)) return null;
  const ask = () => {
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setBusy(false);
        onFound({ latitude, longitude });
      },
      () => {
        setBusy(false);
        onProblem(t('places.noLocation'));
      },
      { timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return (
    <Button
      variant="light"
      fullWidth
      loading={busy}
      leftSection={<IconCurrentLocation size={18} stroke={1.6} aria-hidden />}
      onClick={ask}
    >
      {t('places.here')}
    </Button>
  );
}

/** What a country is called in the reader's language. */
export function useCountryName(): (code: string) => string {
  const names = new Intl.DisplayNames([useLanguage()], { type: 'region' });
  return (code) => names.of(code) ?? code;
}

function countryChoices(name: (code: string) => string): { value: string; label: string }[] {
  return [...COUNTRIES.keys()]
    .map((value) => ({ value, label: name(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
