import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { PlaceView, readPlace } from '../../features/account/places';
import { Column } from '../../ui/column';
import { EmptyState } from '../../ui/empty-state';
import { PageHeader } from '../../ui/page-header';

/**
 * A place on the map, by its degrees in the address. Its name is what a page of ours says on the way here, never a part of the
 * address: a link that somebody sends could say anything in our name.
 */
export default function OpenLocationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const place = readPlace(parameters.get('place') ?? '');
  const choose = { label: t('pages.chooseLocation'), onClick: () => void navigate('/pages/location/choose') };
  return (
    <>
      <PageHeader title={t('pages.openLocation')} back />
      <Column>
        {place === null ? (
          <EmptyState text={t('places.noPlace')} action={choose} />
        ) : (
          <PlaceView place={place} title={titleOf(state)} />
        )}
      </Column>
    </>
  );
}

function titleOf(state: unknown): string {
  const known = typeof state === 'object' && state !== null && 'title' in state ? state.title : '';
  return typeof known === 'string' ? known : '';
}
