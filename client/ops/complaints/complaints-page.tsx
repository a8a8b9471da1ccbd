import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { ComplaintQueuePage, ComplaintRowView } from '../../../server/contract/operations';
import { COMPLAINT_FOLDERS } from '../../../server/contract/operations/words';
import { useInstant } from '../../platform/instant-words';
import { StatePill } from '../../ui/state-pill';
import { FilterRow } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { ComplaintCase } from './complaint-case';

/** Complaints: those that wait, the soonest due first, and one of them. */
export function ComplaintsPage() {
  const { t } = useTranslation('desk');
  const { id = '' } = useParams();
  return (
    <div className="desk-page">
      <PageHead title={t('nav.complaints')} />
      {/^[1-9]/.test(id) ? <ComplaintCase key={id} id={id} /> : <Queue />}
    </div>
  );
}

function Queue() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<ComplaintQueuePage>(
    'complaints',
    { ...filters.query('folder'), limit: '20' },
    { poll: true },
  );
  return (
    <>
      <FilterRow filters={filters}>
        <SelectField
          label={t('complaints.folder')}
          value={filters.get('folder') || 'waiting'}
          onChange={(folder) => filters.set({ folder: folder === 'waiting' ? '' : folder })}
          choices={COMPLAINT_FOLDERS.map((value) => ({ value, label: t(`complaints.${value}`) }))}
        />
      </FilterRow>
      <SaveList path="complaints" query={filters.query('folder')} />
      <PagedList query={query} filters={filters} keyOf={({ id }) => id} empty={t('complaints.none')}>
        {(row) => <Row row={row} />}
      </PagedList>
    </>
  );
}

function Row({ row: { id, userId, subject, state, dueAt, isOverdue } }: { row: ComplaintRowView }) {
  const { t } = useTranslation('desk');
  const instant = useInstant();
  return (
    <article>
      <h3>
        <Link to={`/ops/complaints/${id}`}>
          #{id} · {t(`complaints.subjects.${subject}`)} · {t('user.title', { id: userId })}
        </Link>{' '}
        {isOverdue && <StatePill tone="bad" text={t('complaints.overdue')} />}
      </h3>
      <p className="desk-note">
        {t(`complaints.states.${state}`)}
        {dueAt !== null && ` · ${t('complaints.due', { at: instant(dueAt) })}`}
      </p>
    </article>
  );
}
