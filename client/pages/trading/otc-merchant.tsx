import { useTranslation } from 'react-i18next';
import { MerchantDesk, RealMoneyOnly } from '../../features/trading/otc';
import { ExportLink } from '../../features/wallet/exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcMerchantPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader followed title={t('otc.merchantDesk')} back actions={<ExportLink list="otc.adverts" />} />
      <Column>
        <RealMoneyOnly>
          <MerchantDesk />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
