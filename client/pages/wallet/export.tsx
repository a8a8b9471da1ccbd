import { useTranslation } from 'react-i18next';
import { EXPORT_LISTS } from '../../../server/contract/wallet/exports.dto';
import { SubAccountTitle } from '../../features/account/sub-accounts';
import { ExportForm } from '../../features/wallet/exports';
import { useAddressChoice } from '../../platform/use-address-choice';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function ExportPage() {
  const { t } = useTranslation();
  const [search, change] = useAddressChoice();
  const subAccountId = search.get('sub') ?? '';
  const list = EXPORT_LISTS.find((known) => known === search.get('list')) ?? 'wallet.statement';
  return (
    <>
      <PageHeader title={t('figures.export.title')} back />
      <Column>
        {subAccountId !== '' && <SubAccountTitle id={subAccountId} />}
        <ExportForm list={list} onList={(next) => change({ list: next })} subAccountId={subAccountId} />
      </Column>
    </>
  );
}
