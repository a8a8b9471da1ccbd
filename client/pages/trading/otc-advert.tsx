import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AdvertForm, RealMoneyOnly } from '../../features/trading/otc';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcAdvertPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <>
      <PageHeader title={t('otc.advert')} back />
      <Column>
        <RealMoneyOnly>
          <AdvertForm id={id} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
