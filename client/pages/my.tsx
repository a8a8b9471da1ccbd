import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../app/languages';
import { usePreferences } from '../platform/preferences';
import { Column } from '../ui/column';
import { LinkList } from '../ui/link-list';
import { NoteCard } from '../ui/note-card';
import { PageHeader } from '../ui/page-header';

export default function MyPage() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const links = [
    { to: '/pages/settings/language/language', label: t('settings.language'), value: LANGUAGE_NAMES[language] },
    { to: '/pages/settings/index', label: t('settings.title') },
    { to: '/pages/about/index', label: t('my.about') },
  ];
  return (
    <>
      <PageHeader title={t('my.title')} />
      <Column>
        <NoteCard title={t('later.title')} text={t('my.text')} />
        <LinkList links={links} />
      </Column>
    </>
  );
}
