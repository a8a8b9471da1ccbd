import { useTranslation } from 'react-i18next';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { WithdrawalDesk } from '../../features/wallet/withdrawals';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function WithdrawPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('pages.withdraw')} back />
      <Column>
        <RealMoneyOnly>
          <WithdrawalDesk />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
