import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MerchantPage, MerchantRowView } from '../../../server/contract/operations';
import { MERCHANT_FILTERS } from '../../../server/contract/operations/words';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { FilterRow, FilterText } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { Status, statusWord } from '../parts/status';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';

/** Who may advertise coins, who wants to, and who may no more. */
export function MerchantsPage() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<MerchantPage>(
    'merchants',
    { ...filters.query('status', 'search'), limit: '20' },
    { poll: true },
  );
  return (
    <div className="desk-page">
      <PageHead title={t('nav.merchants')} />
      <FilterRow filters={filters}>
        <SelectField
          label={t('common.status')}
          value={filters.get('status') || 'applied'}
          onChange={(status) => filters.set({ status: status === 'applied' ? '' : status })}
          choices={MERCHANT_FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t('common.all') : statusWord(value, t),
          }))}
        />
        <FilterText filters={filters} name="search" label={t('otc.search')} />
      </FilterRow>
      <SaveList path="merchants" query={filters.query('status', 'search')} />
      <PagedList query={query} filters={filters} keyOf={({ id }) => id}>
        {(row) => <Merchant row={row} />}
      </PagedList>
    </div>
  );
}

function Merchant({ row }: { row: MerchantRowView }) {
  const { t } = useTranslation('desk');
  const maySet = useCan('settings');
  return (
    <article aria-label={row.nickname}>
      <div className="desk-head">
        <h3>{row.nickname}</h3>
        <Status status={row.status} />
      </div>
      <Facts
        facts={[
          { label: t('common.account'), value: <Link to={`/ops/users/${row.id}`}>{row.account}</Link> },
          { label: t('otc.verifiedName'), value: row.verifiedName ?? t('common.nobody') },
          { label: t('otc.applied'), value: <When at={row.appliedAt} /> },
          { label: t('otc.orders'), value: String(row.orders) },
          { label: t('otc.released'), value: String(row.released) },
          { label: t('otc.appeals'), value: String(row.appeals) },
          { label: t('common.reason'), value: row.reason },
        ]}
      />
      {row.proposed && <p className="desk-note">{t('otc.proposed')}</p>}
      {maySet && <Acts row={row} />}
    </article>
  );
}

function Acts({ row }: { row: MerchantRowView }) {
  const { t } = useTranslation('desk');
  const [asked, setAsked] = useState<'propose' | 'exclude' | null>(null);
  const mayPropose = row.status !== 'admitted' && !row.proposed;
  const mayExclude = row.status === 'applied' || row.status === 'admitted';
  if (asked !== null) {
    const send = async (reason: string) => {
      await deskPost(`merchants/${row.id}/${asked}`, { reason });
      toast(t('otc.done'));
      setAsked(null);
      refreshDesk('merchants', 'proposals', 'queues');
    };
    return (
      <ReasonForm
        action={t(asked === 'propose' ? 'otc.propose' : 'otc.exclude')}
        help={asked === 'propose' ? t('decide.needsSecond') : t('otc.excludeHelp')}
        danger={asked === 'exclude'}
        send={send}
        onCancel={() => setAsked(null)}
      />
    );
  }
  return (
    <div className="desk-actions">
      {mayPropose && (
        <Button size="sm" onClick={() => setAsked('propose')}>
          {t('otc.propose')}
        </Button>
      )}
      {mayExclude && (
        <Button size="sm" variant="default" onClick={() => setAsked('exclude')}>
          {t('otc.exclude')}
        </Button>
      )}
    </div>
  );
}
