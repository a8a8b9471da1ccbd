import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PlaceView, readPlace } from '../../features/account/places';
import { Column } from '../../ui/column';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';

const TITLE_MAX = 120;

/** A place on the map, by its degrees in the address. */
export default function OpenLocationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const place = readPlace(parameters.get('place') ?? '');
  const choose = { label: t('pages.chooseLocation'), onClick: () => void navigate('/pages/location/choose') };
  return (
    <>
      <PageHeader title={t('pages.openLocation')} back />
      <Column>
        {place === null ? (
          <EmptyState text={t('places.noPlace')} action={choose} />
        ) : (
          <PlaceView place={place} title={(parameters.get('title') ?? '').slice(0, TITLE_MAX)} />
        )}
      </Column>
    </>
  );
}
