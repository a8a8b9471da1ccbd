import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CoinsView, LedgerAccountPage } from '../../../server/contract/operations';
import { MoneyText } from '../../ui/money-text';
import { DeskTable } from '../parts/desk-table';
import { FilterMoment, FilterRow, FilterText, NUMBER_ONLY } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { type Filters, useFilters } from '../parts/use-filters';

const NAMES = ['owner', 'currency', 'demo'] as const;
/** Between which instants lines are kept. */
const LINES = ['from', 'to'] as const;

/** Accounts of the house, or of one user; the lines of each can be kept. */
export function LedgerAccounts() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<LedgerAccountPage>(
    'books/accounts',
    { ...filters.query(...NAMES), limit: '50' },
    { recorded: true },
  );
  return (
    <>
      <AccountFilters filters={filters} />
      <SaveList path="books/accounts" query={filters.query(...NAMES)} />
      <Loaded query={query} rows={8}>
        {({ list, total, page, limit }) => (
          <>
            <DeskTable
              caption={t('books.accounts')}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { head: t('books.number'), render: ({ id }) => <span className="numbers">{id}</span> },
                {
                  head: t('books.owner'),
                  render: ({ userId }) =>
                    userId === null ? t('books.house') : <Link to={`/ops/users/${userId}`}>#{userId}</Link>,
                },
                { head: t('books.kind'), render: ({ kind }) => kind },
                {
                  head: t('books.balance'),
                  end: true,
                  render: ({ balance, coin }) => <MoneyText value={balance} unit={coin} />,
                },
                { head: t('books.lines'), end: true, render: ({ lines }) => <span className="numbers">{lines}</span> },
                {
                  head: t('books.keep'),
                  render: ({ id, kind, coin }) => (
                    <SaveList
                      path={`books/accounts/${id}/lines`}
                      query={filters.query(...LINES)}
                      inRow={t('books.saveOf', { account: `${id} ${kind} ${coin}` })}
                    />
                  ),
                },
              ]}
            />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

function AccountFilters({ filters }: { filters: Filters }) {
  const { t } = useTranslation('desk');
  const coins = useDeskQuery<CoinsView>('coins').data?.coins ?? [];
  const clear = () => filters.set(Object.fromEntries([...NAMES, ...LINES].map((name) => [name, ''])));
  return (
    <FilterRow filters={{ ...filters, clear }}>
      <FilterText
        filters={filters}
        name="owner"
        label={`${t('books.owner')}: ${t('common.userNumber')}`}
        pattern={NUMBER_ONLY}
        numeric
      />
      <SelectField
        label={t('common.coin')}
        value={filters.get('currency')}
        onChange={(currency) => filters.set({ currency })}
        choices={[
          { value: '', label: t('common.any') },
          ...coins.map(({ id, code }) => ({ value: String(id), label: code })),
        ]}
      />
      <SelectField
        label={t('user.money')}
        value={filters.get('demo')}
        onChange={(demo) => filters.set({ demo })}
        choices={[
          { value: '', label: t('user.realMoney') },
          { value: '1', label: t('user.demoMoney') },
        ]}
      />
      <FilterMoment filters={filters} name="from" label={`${t('books.keep')}: ${t('common.from')}`} />
      <FilterMoment filters={filters} name="to" label={`${t('books.keep')}: ${t('common.to')}`} />
    </FilterRow>
  );
}
