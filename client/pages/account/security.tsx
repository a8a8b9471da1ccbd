import { useTranslation } from 'react-i18next';
import { useApiKeyCount } from '../../features/account/api-keys';
import { useUser, useWaysIn } from '../../features/account/profile';
import { useAddressCount } from '../../features/wallet/withdrawals';
import { useLanguage } from '../../platform/preferences';
import { Column } from '../../ui/column';
import { LinkList, type LinkRow } from '../../ui/link-list';
import { PageHeader } from '../../ui/page-header';

const HERE = '/pages/settings/security';

export default function SecurityPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const user = useUser();
  const waysIn = useWaysIn();
  const keys = useApiKeyCount();
  const addresses = useAddressCount();
  const count = (many: number | null) => many?.toLocaleString(language) ?? '';
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
    { to: `${HERE}/passkeys`, label: t('passkeys.title'), value: count(waysIn.passkeys) },
    { to: `${HERE}/authenticator`, label: t('security.totp'), value: state(user?.totp, 'on', 'off') },
    {
      to: `${HERE}/antiPhishing`,
      label: t('security.phishing'),
      value: user ? user.anti_phishing_word || t('accountSettings.notSet') : '',
    },
    { to: '/pages/user/address/index', label: t('pages.addresses'), value: count(addresses) },
    { to: `${HERE}/apiKeys`, label: t('security.apiKeys'), value: count(keys) },
    { to: '/pages/sub-accounts/index', label: t('security.subAccounts') },
    { to: `${HERE}/limits`, label: t('security.limits') },
    { to: `${HERE}/devices`, label: t('security.devices'), value: count(waysIn.devices) },
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
