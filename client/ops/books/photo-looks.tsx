import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { UploadLookPage } from '../../../server/contract/operations';
import { DeskTable } from '../parts/desk-table';
import { FilterRow, FilterText, NUMBER_ONLY } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';

/** Who looked at users' photos, newest first. */
export function PhotoLooks() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<UploadLookPage>('audit/uploads', { ...filters.query('user', 'operator'), limit: '50' });
  return (
    <>
      <FilterRow filters={{ ...filters, clear: () => filters.set({ user: '', operator: '' }) }}>
        <FilterText filters={filters} name="user" label={t('common.userNumber')} pattern={NUMBER_ONLY} numeric />
        <FilterText filters={filters} name="operator" label={t('audit.operatorNumber')} pattern={NUMBER_ONLY} numeric />
      </FilterRow>
      <Loaded query={query} rows={8}>
        {({ list, total, page, limit }) => (
          <>
            <DeskTable
              caption={t('audit.looks')}
              rows={list.map((look, index) => ({ ...look, key: `${look.at} ${index}` }))}
              keyOf={({ key }) => key}
              columns={[
                { head: t('common.at'), render: ({ at }) => <When at={at} /> },
                { head: t('audit.act'), render: ({ act }) => t(act === 'removed' ? 'audit.removed' : 'audit.look') },
                {
                  head: t('audit.operator'),
                  render: ({ act, operator }) => (act === 'removed' ? '' : (operator ?? t('audit.owner'))),
                },
                { head: t('common.user'), render: ({ userId }) => <Link to={`/ops/users/${userId}`}>#{userId}</Link> },
                { head: t('audit.purpose'), render: ({ purpose }) => purpose },
                { head: t('audit.usedFor'), render: ({ usedFor }) => usedFor ?? '' },
              ]}
            />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}
