import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { JournalLegView, JournalPage } from '../../../server/contract/operations';
import { MoneyText } from '../../ui/money-text';
import { DeskTable } from '../parts/desk-table';
import { FilterMoment, FilterRow, FilterText, NUMBER_ONLY } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { SaveList } from '../parts/save-list';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';

const NAMES = ['user', 'cause', 'reference', 'from', 'to'] as const;

/** Journals with their legs, newest first. */
export function Journals() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<JournalPage>(
    'books/journals',
    { ...filters.query(...NAMES), limit: '20' },
    { recorded: true },
  );
  const clear = () => filters.set(Object.fromEntries(NAMES.map((name) => [name, ''])));
  return (
    <>
      <FilterRow filters={{ ...filters, clear }}>
        <FilterText filters={filters} name="user" label={t('common.userNumber')} pattern={NUMBER_ONLY} numeric />
        <FilterText filters={filters} name="cause" label={t('books.causeField')} />
        <FilterText filters={filters} name="reference" label={t('user.reference')} />
        <FilterMoment filters={filters} name="from" label={t('common.from')} />
        <FilterMoment filters={filters} name="to" label={t('common.to')} />
      </FilterRow>
      <SaveList path="books/journals" query={filters.query(...NAMES)} />
      <Loaded query={query} rows={8}>
        {({ list, more, page, limit }) => (
          <>
            <DeskTable
              caption={t('books.journals')}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { head: t('books.number'), render: ({ id }) => <span className="numbers">{id}</span> },
                { head: t('common.at'), render: ({ at }) => <When at={at} /> },
                {
                  head: t('books.cause'),
                  render: ({ cause, demo }) => `${cause}${demo ? ` (${t('user.demo')})` : ''}`,
                },
                { head: t('user.reference'), render: ({ reference }) => <code>{reference}</code> },
                { head: t('books.legs'), render: ({ legs }) => <Legs legs={legs} /> },
              ]}
            />
            <Pager page={page} limit={limit} total={null} more={more} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Legs({ legs }: { legs: readonly JournalLegView[] }) {
  const { t } = useTranslation('desk');
  return (
    <ul className="desk-legs">
      {legs.map(({ accountId, userId, kind, amount, coin }) => (
        <li key={accountId}>
          <span>
            {userId === null ? t('books.house') : <Link to={`/ops/users/${userId}`}>#{userId}</Link>} {kind}
          </span>
          <MoneyText value={amount} unit={coin} signed />
        </li>
      ))}
    </ul>
  );
}
