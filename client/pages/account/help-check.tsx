import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CheckCode, HelpGuest } from '../../features/account/help-chat';
import { useLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** Is this really support? */
export default function HelpCheckPage() {
  const { t } = useTranslation();
  const loggedIn = useLoggedIn();
  const [parameters] = useSearchParams();
  return (
    <>
      <PageHeader title={t('helpChat.checkTitle')} back />
      <Column>
        {loggedIn ? (
          <CheckCode given={(parameters.get('code') ?? '').slice(0, 20)} />
        ) : (
          <HelpGuest back="/pages/help/center/check" />
        )}
      </Column>
    </>
  );
}
