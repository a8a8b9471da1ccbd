import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PlacePicker, readPlace } from '../../features/account/places';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** Chooses a place on the map and opens it. */
export default function ChooseLocationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  return (
    <>
      <PageHeader title={t('pages.chooseLocation')} back />
      <Column>
        <PlacePicker
          from={readPlace(parameters.get('place') ?? '')}
          action={t('places.choose')}
          onChosen={({ latitude, longitude }) => {
            const place = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
            void navigate(`/pages/location/open?place=${place}`);
          }}
        />
      </Column>
    </>
  );
}
