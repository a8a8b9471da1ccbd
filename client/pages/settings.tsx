import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../app/languages';
import { ChooseAppearance, ChooseDirectionColours, ChooseTabBar } from '../features/settings';
import { usePreferences } from '../platform/preferences';
import { Column } from '../ui/column';
import { LinkList } from '../ui/link-list';
import { PageHeader } from '../ui/page-header';

export default function SettingsPage() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const to = '/pages/settings/language/language';
  return (
    <>
      <PageHeader title={t('settings.title')} back />
      <Column>
        <LinkList links={[{ to, label: t('settings.language'), value: LANGUAGE_NAMES[language] }]} />
        <ChooseDirectionColours />
        <ChooseAppearance />
        <ChooseTabBar />
      </Column>
    </>
  );
}
