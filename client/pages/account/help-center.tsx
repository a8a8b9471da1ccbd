import { useTranslation } from 'react-i18next';
import { HelpSearch } from '../../features/account/news';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** Help to look through. */
export default function HelpCenterPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('news.help')} back />
      <Column>
        <HelpSearch />
      </Column>
    </>
  );
}
