import { useTranslation } from 'react-i18next';
import { useUser, verificationWord } from '../../features/account/profile';
import { LogOutButton } from '../../features/account/login';
import { useLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { CopyButton } from '../../ui/copy-button';
import { DetailsList } from '../../ui/details-list';
import { LinkList } from '../../ui/link-list';
import { PageHeader } from '../../ui/page-header';
import styles from './account-settings.module.css';

export default function AccountSettingsPage() {
  const { t } = useTranslation();
  const user = useUser();
  const isKnown = useLoggedIn();
  if (!user) {
    return (
      <>
        <PageHeader title={t('pages.accountSettings')} back />
        {/* Whoever cannot reach the server logs out all the same. */}
        <Column>{isKnown && <LogOutButton />}</Column>
      </>
    );
  }
  const none = t('accountSettings.notBound');
  const invitation = (
    <span className={styles.copyable}>
      {user.extension_code}
      <CopyButton text={user.extension_code} label={t('profile.invitation')} />
    </span>
  );
  return (
    <>
      <PageHeader title={t('pages.accountSettings')} back />
      <Column>
        <DetailsList
          details={[
            { label: 'ID', value: user.id },
            { label: t('form.username'), value: user.username || none },
            { label: t('profile.invitation'), value: invitation },
          ]}
        />
        <LinkList
          links={(['email', 'phone'] as const).map((kind) => ({
            to: `/pages/settings/security/contact?kind=${kind}`,
            label: t(`form.${kind}`),
            value: user[kind] || none,
          }))}
        />
        <LinkList
          links={[
            {
              to: '/pages/verification/index',
              label: t('pages.verification'),
              value: t(`profile.${verificationWord(user.review_status)}`),
            },
            { to: '/pages/user/address/bank', label: t('pages.bankCard') },
            { to: '/pages/user/address/index', label: t('pages.addresses') },
            { to: '/pages/settings/security/index', label: t('accountSettings.security') },
          ]}
        />
        <LogOutButton />
      </Column>
    </>
  );
}
