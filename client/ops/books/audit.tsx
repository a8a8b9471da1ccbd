import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AuditEntryView, AuditPage as AuditPageView } from '../../../server/contract/operations';
import { Tabs } from '../../ui/tabs';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { FilterMoment, FilterRow, FilterText, NUMBER_ONLY } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { Pager } from '../parts/pager';
import { SaveList } from '../parts/save-list';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { PhotoLooks } from './photo-looks';

const NAMES = ['operator', 'action', 'subject', 'subjectId', 'user', 'from', 'to'] as const;

/** What operators did and looked at. Nothing here changes anything. */
export function AuditPage() {
  const { t } = useTranslation('desk');
  const mayLook = useCan('auditor');
  const filters = useFilters();
  const tab = mayLook && filters.get('tab') === 'looks' ? 'looks' : 'entries';
  return (
    <div className="desk-page">
      <PageHead title={t('nav.audit')} />
      {mayLook && (
        <Tabs
          label={t('nav.audit')}
          tabs={[
            { key: 'entries', label: t('audit.entries') },
            { key: 'looks', label: t('audit.looks') },
          ]}
          chosen={tab}
          onChoose={(next) => filters.set({ tab: next === 'entries' ? '' : next })}
          controls="desk-audit"
          flush
        />
      )}
      <div id="desk-audit" role={mayLook ? 'tabpanel' : undefined}>
        {tab === 'looks' ? <PhotoLooks /> : <Entries />}
      </div>
    </div>
  );
}

function Entries() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<AuditPageView>('audit', { ...filters.query(...NAMES), limit: '50' });
  const clear = () => filters.set(Object.fromEntries(NAMES.map((name) => [name, ''])));
  return (
    <>
      <FilterRow filters={{ ...filters, clear }}>
        <FilterText filters={filters} name="action" label={t('audit.action')} />
        <FilterText filters={filters} name="operator" label={t('audit.operatorNumber')} pattern={NUMBER_ONLY} numeric />
        <FilterText filters={filters} name="user" label={t('common.userNumber')} pattern={NUMBER_ONLY} numeric />
        <FilterText filters={filters} name="subject" label={t('audit.subject')} />
        <FilterText filters={filters} name="subjectId" label={t('audit.subjectNumber')} />
        <FilterMoment filters={filters} name="from" label={t('common.from')} />
        <FilterMoment filters={filters} name="to" label={t('common.to')} />
      </FilterRow>
      <SaveList path="audit" query={filters.query(...NAMES)} />
      <Loaded query={query} rows={10}>
        {({ list, total, page, limit }) => (
          <>
            <DeskTable
              caption={t('nav.audit')}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { head: t('common.at'), render: ({ at }) => <When at={at} /> },
                { head: t('audit.operator'), render: ({ operator }) => operator },
                { head: t('user.what'), render: ({ action }) => action },
                {
                  head: t('audit.subject'),
                  render: ({ subject, subjectId }) => `${subject}${subjectId === null ? '' : ` ${subjectId}`}`,
                },
                {
                  head: t('common.user'),
                  render: ({ userId }) => userId && <Link to={`/ops/users/${userId}`}>#{userId}</Link>,
                },
                { head: t('common.details'), render: (entry) => <Detail entry={entry} /> },
              ]}
            />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Detail({ entry: { detail, address, request, sealed } }: { entry: AuditEntryView }) {
  const { t } = useTranslation('desk');
  return (
    <details className="desk-fold">
      <summary>{t(sealed ? 'audit.sealed' : 'audit.unsealed')}</summary>
      <p className="desk-dim">
        {t('audit.address')}: {address} · {t('audit.request')}: {request}
      </p>
      <pre className="desk-pre">{JSON.stringify(detail, null, 2)}</pre>
    </details>
  );
}
