import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { WALLET_ACCOUNTS } from '../../../server/contract/wallet/wallet.dto';
import { Statement, type StatementFilter } from '../../features/wallet/records';
import { AmountsEye, WALLET_KEYS } from '../../features/wallet/balances';
import { ExportLink } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

/** Ids of currencies, as links write them. */
const ID = /^[1-9][0-9]{0,8}$/;

export default function StatementPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, choose] = useAddressChoice();
  const currency = search.get('currency') ?? '';
  const filter: StatementFilter = {
    account: WALLET_ACCOUNTS.find((known) => known === search.get('account')) ?? null,
    currencyId: ID.test(currency) ? Number(currency) : null,
  };
  const change = ({ account, currencyId }: StatementFilter) =>
    choose({ account, currency: currencyId === null ? null : String(currencyId) });
  const actions = (
    <>
      <AmountsEye />
      <ExportLink list="wallet.statement" />
    </>
  );
  return (
    <>
      <PageHeader title={t('wallet.statement')} back actions={actions} />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: WALLET_KEYS.statement })}>
          <Statement filter={filter} onFilter={change} />
        </PullToRefresh>
      </Column>
    </>
  );
}
