import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button';
import MapCanvas from './map-canvas';
import { COUNTRIES } from './outline';
import { countryAt, type Place, placeText } from './place.rules';
import { useCountryName } from './place-picker';
import styles from './places.module.css';

/** A place on the map, and the same in words. */
export default function PlaceView({ place, title }: { place: Place; title: string }) {
  const { t } = useTranslation();
  const name = useCountryName();
  const country = countryAt(place, COUNTRIES);
  const degrees = placeText(place);
  return (
    <div className={styles.picker}>
      <MapCanvas look={{ place }} />
      {title !== '' && <p className={styles.title}>{title}</p>}
      <div className={styles.row}>
        <p>
          {country !== null && `${name(country)}, `}
          {degrees}
        </p>
        <CopyButton text={degrees} label={t('places.degrees')} />
      </div>
    </div>
  );
}
