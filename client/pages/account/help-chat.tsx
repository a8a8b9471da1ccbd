import { useTranslation } from 'react-i18next';
import { HelpChat, HelpGuest } from '../../features/account/help-chat';
import { SupportLink } from '../../features/account/news';
import { useLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

/** The chat with the help desk. */
export default function HelpChatPage() {
  const { t } = useTranslation();
  const loggedIn = useLoggedIn();
  return (
    <>
      <PageHeader followed title={t('pages.helpChat')} back />
      <Column>
        {loggedIn ? (
          <HelpChat />
        ) : (
          <>
            <HelpGuest back="/pages/help/center/chat" />
            {/* For whoever cannot log in; nothing where the desk names no address. */}
            <SupportLink />
          </>
        )}
      </Column>
    </>
  );
}
