import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../languages';
import { VERSION } from '../../platform/version';
import {
  ChooseAppearance,
  ChooseDirectionColours,
  ChooseOneTap,
  ChooseOrderKeys,
  ChooseTabBar,
  ClearCache,
  InstallApp,
} from '../../features/account/settings';
import { usePreferences } from '../../platform/preferences';
import { useUser } from '../../features/account/profile';
import { useLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { LinkList } from '../../ui/link-list';
import { PageHeader } from '../../ui/page-header';

export default function SettingsPage() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const isKnown = useLoggedIn();
  const user = useUser();
  return (
    <>
      <PageHeader title={t('settings.title')} back />
      <Column>
        <LinkList
          links={[
            {
              to: '/pages/settings/language/language',
              label: t('settings.language'),
              value: LANGUAGE_NAMES[language],
            },
            {
              to: '/pages/settings/account/index',
              label: t('accountSettings.account'),
              value: isKnown ? (user?.account_number ?? '') : t('login.submit'),
            },
            { to: '/pages/settings/security/index', label: t('accountSettings.security') },
            { to: '/pages/settings/notifications/index', label: t('accountSettings.notifications') },
          ]}
        />
        <ChooseDirectionColours />
        <ChooseAppearance />
        <ChooseTabBar />
        {isKnown && <ChooseOneTap />}
        <ChooseOrderKeys />
        <InstallApp />
        <ClearCache
          more={[
            { to: '/pages/status/index', label: t('pages.status') },
            { to: '/pages/about/index', label: t('pages.about') },
            { to: '/pages/about/index', label: t('accountSettings.version'), value: VERSION },
          ]}
        />
      </Column>
    </>
  );
}
