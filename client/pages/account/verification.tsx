import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { VerificationOverview } from '../../features/account/verification';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { PullToRefresh } from '../../ui/pull-to-refresh';

export default function VerificationPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return (
    <>
      <PageHeader title={t('pages.verification')} back />
      <Column>
        <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: ['own', 'verification'] })}>
          <FormIntro text={t('verification.text')} />
          <VerificationOverview />
        </PullToRefresh>
      </Column>
    </>
  );
}
