import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { WithdrawalDetail } from '../../features/wallet/records';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function WithdrawalPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('pages.withdrawal')} back />
      <Column>
        <RealMoneyOnly>
          <WithdrawalDetail key={id} id={id} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
