import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { HelpPage as HelpRows, HelpRowView } from '../../../server/contract/operations';
import { HELP_FOLDERS } from '../../../server/contract/operations/words';
import { useCan } from '../frame/desk-session';
import { FilterRow, FilterText, NUMBER_ONLY } from '../parts/filter-fields';
import { PagedList } from '../parts/paged-list';
import { PageHead } from '../parts/panel';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { useAge } from '../parts/when';
import { HelpCase } from './help-case';
import { HelpHours } from './help-hours';
import { HelpTemplates } from './help-templates';

/** The help desk: the chats that wait, one of them, ready answers and hours. */
export function HelpPage() {
  const { t } = useTranslation('desk');
  const { id = '' } = useParams();
  const mayAnswer = useCan('support');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.help')} />
      {/^[1-9]/.test(id) ? (
        <HelpCase key={id} id={id} />
      ) : (
        <>
          <p className="desk-note">{t('help.never')}</p>
          <Queue />
          {mayAnswer && <HelpTemplates />}
          {mayAnswer && <HelpHours />}
        </>
      )}
    </div>
  );
}

function Queue() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<HelpRows>('help', { ...filters.query('folder', 'userId'), limit: '20' }, { poll: true });
  return (
    <>
      <FilterRow filters={filters}>
        <SelectField
          label={t('help.folder')}
          value={filters.get('folder') || 'waiting'}
          onChange={(folder) => filters.set({ folder: folder === 'waiting' ? '' : folder })}
          choices={HELP_FOLDERS.map((value) => ({ value, label: t(`help.${value}`) }))}
        />
        <FilterText filters={filters} name="userId" label={t('help.user')} pattern={NUMBER_ONLY} numeric />
      </FilterRow>
      <PagedList query={query} filters={filters} keyOf={({ id }) => id} empty={t('help.none')}>
        {(row) => <Row row={row} />}
      </PagedList>
    </>
  );
}

function Row({ row: { id, userId, state, agent, at, unread } }: { row: HelpRowView }) {
  const { t } = useTranslation('desk');
  return (
    <article>
      <h3>
        <Link to={`/ops/help/${id}`}>
          #{id} · {t('user.title', { id: userId })}
        </Link>
      </h3>
      <p className="desk-note">
        {t(`help.${state}`)}
        {agent !== null && ` · ${t('help.with', { who: agent })}`}
        {unread > 0 && ` · ${t('help.unread', { count: unread })}`}
        {' · '}
        {useAge(at)}
      </p>
    </article>
  );
}
