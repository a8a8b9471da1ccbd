import { useTranslation } from 'react-i18next';
import { useUser } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { LinkList, type LinkRow } from '../../ui/link-list';
import { PageHeader } from '../../ui/page-header';

const HERE = '/pages/settings/security';

export default function SecurityPage() {
  const { t } = useTranslation();
  const user = useUser();
  const state = (flag: number | undefined, yes: 'set' | 'on', no: 'notSet' | 'off') =>
    user ? t(`accountSettings.${flag === 1 ? yes : no}`) : '';
  const contacts: LinkRow[] = (['email', 'phone'] as const).map((kind) => ({
    to: `${HERE}/contact?kind=${kind}`,
    label: t(`form.${kind}`),
    value: user ? user[kind] || t('accountSettings.notBound') : '',
  }));
  const passwords: LinkRow[] = [
    {
      to: `${HERE}/changePassword`,
      label: t('security.loginPassword'),
      value: state(user?.has_login_password, 'set', 'notSet'),
    },
    {
      to: `${HERE}/changePayPassword`,
      label: t('security.fundPassword'),
      value: state(user?.has_fund_password, 'set', 'notSet'),
    },
  ];
  const others: LinkRow[] = [
    { to: `${HERE}/passkeys`, label: t('passkeys.title') },
    { to: `${HERE}/authenticator`, label: t('security.totp'), value: state(user?.totp, 'on', 'off') },
    {
      to: `${HERE}/antiPhishing`,
      label: t('security.phishing'),
      value: user ? user.anti_phishing_word || t('accountSettings.notSet') : '',
    },
    { to: `${HERE}/apiKeys`, label: t('security.apiKeys') },
    { to: '/pages/sub-accounts/index', label: t('security.subAccounts') },
    { to: `${HERE}/limits`, label: t('security.limits') },
    { to: `${HERE}/devices`, label: t('security.devices') },
    { to: `${HERE}/activity`, label: t('security.activity') },
    { to: `${HERE}/dataExport`, label: t('security.dataExport') },
    { to: `${HERE}/closeAccount`, label: t('security.closeAccount') },
  ];
  return (
    <>
      <PageHeader title={t('accountSettings.security')} back />
      <Column>
        <LinkList links={contacts} />
        <LinkList links={passwords} />
        <LinkList links={others} />
      </Column>
    </>
  );
}
