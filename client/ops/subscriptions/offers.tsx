import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { DeskOfferPage, DeskOfferRow } from '../../../server/contract/operations';
import { OFFER_STATUSES } from '../../../server/contract/rules/subscription.rules';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { FilterRow, FilterText } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead, Panel } from '../parts/panel';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { type Filters, useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { OfferCase } from './offer-case';
import { OfferForm } from './offer-form';

/** New coins: the list, one of them, or a proposal of one. */
export function OffersPage() {
  const { t } = useTranslation('desk');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const mayPropose = useCan('settings', 'treasurer');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.subscriptions')} />
      {id === '' && (
        <>
          <p className="desk-note">{t('subscription.text')}</p>
          {mayPropose && (
            <Link className="desk-button" to="/ops/subscriptions/new">
              {t('subscription.propose')}
            </Link>
          )}
          <List />
        </>
      )}
      {id === 'new' && mayPropose && (
        <Panel title={t('subscription.propose')}>
          <OfferForm onProposed={() => void navigate('/ops/subscriptions')} />
        </Panel>
      )}
      {/^[1-9]/.test(id) && <OfferCase key={id} id={id} />}
    </div>
  );
}

function List() {
  const filters = useFilters();
  const query = useDeskQuery<DeskOfferPage>('subscriptions', { ...filters.query('status', 'keyword'), limit: '20' });
  return (
    <>
      <Narrow filters={filters} />
      <PagedList query={query} filters={filters} keyOf={({ id }) => id}>
        {(row) => <Row row={row} />}
      </PagedList>
    </>
  );
}

function Narrow({ filters }: { filters: Filters }) {
  const { t } = useTranslation('desk');
  return (
    <FilterRow filters={filters}>
      <FilterText filters={filters} name="keyword" label={t('subscription.search')} />
      <SelectField
        label={t('common.status')}
        value={filters.get('status')}
        onChange={(status) => filters.set({ status })}
        choices={[
          { value: '', label: t('common.all') },
          ...OFFER_STATUSES.map((value) => ({ value, label: t(`subscription.${value}`) })),
        ]}
      />
    </FilterRow>
  );
}

function Row({ row }: { row: DeskOfferRow }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const figures = { left: formatDecimal(row.left, language), total: formatDecimal(row.total, language) };
  return (
    <article>
      <h3>
        <Link to={`/ops/subscriptions/${row.id}`}>
          {row.coinName} ({row.coinCode})
        </Link>
      </h3>
      <p className="desk-note">
        {t(`subscription.${row.status}`)} · {t('subscription.left', figures)}
      </p>
      <p className="desk-note">
        <When at={row.startsAt} /> – <When at={row.endsAt} />
      </p>
    </article>
  );
}
