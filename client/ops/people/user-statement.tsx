import { useTranslation } from 'react-i18next';
import type { LedgerLinePage } from '../../../server/contract/operations';
import type { WalletAccount } from '../../../server/contract/wallet/wallet.dto';
import { MoneyText } from '../../ui/money-text';
import { DeskTable } from '../parts/desk-table';
import { FilterRow } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { SaveList } from '../parts/save-list';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';

const ACCOUNTS: readonly WalletAccount[] = ['spot', 'option', 'contract', 'trust'];

/** The user's lines in the ledger, newest first. */
export function UserStatement({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const filters = useFilters('line');
  const query = useDeskQuery<LedgerLinePage>(
    `users/${id}/statement`,
    { ...filters.query('account', 'demo'), limit: '50' },
    { recorded: true },
  );
  return (
    <>
      <FilterRow filters={{ ...filters, isSet: false }}>
        <SelectField
          label={t('common.account')}
          value={filters.get('account')}
          onChange={(account) => filters.set({ account })}
          choices={[
            { value: '', label: t('common.all') },
            ...ACCOUNTS.map((account) => ({ value: account, label: t(`user.${account}`) })),
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
      </FilterRow>
      <SaveList path={`users/${id}/statement`} query={filters.query('account', 'demo')} />
      <Loaded query={query} rows={8}>
        {({ list, total, page, limit }) => (
          <>
            <DeskTable
              caption={t('user.statement')}
              rows={list}
              keyOf={({ accountId, sequence }) => `${accountId} ${sequence}`}
              columns={[
                { head: t('common.at'), render: ({ at }) => <When at={at} /> },
                { head: t('books.kind'), render: ({ kind }) => kind },
                {
                  head: t('common.amount'),
                  end: true,
                  render: ({ amount, coin }) => <MoneyText value={amount} unit={coin} signed />,
                },
                { head: t('user.before'), end: true, render: ({ before }) => <MoneyText value={before} /> },
                { head: t('user.after'), end: true, render: ({ after }) => <MoneyText value={after} /> },
                { head: t('common.reason'), render: ({ reason }) => reason },
                { head: t('user.reference'), render: ({ reference }) => <code>{reference}</code> },
              ]}
            />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}
