import { useTranslation } from 'react-i18next';
import { ChooseLanguage } from '../../features/account/settings';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function LanguagePage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('settings.language')} back />
      <Column>
        <ChooseLanguage />
      </Column>
    </>
  );
}
