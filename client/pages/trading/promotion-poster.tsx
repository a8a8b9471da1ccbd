import { useTranslation } from 'react-i18next';
import { PosterView } from '../../features/trading/referral';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function PromotionPosterPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('referral.poster')} back />
      <Column>
        <PosterView />
      </Column>
    </>
  );
}
