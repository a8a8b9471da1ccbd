import {
  IconActivity,
  IconArrowBarToDown,
  IconArrowBarUp,
  IconArrowsExchange,
  IconArrowsUpDown,
  IconBell,
  IconBellPlus,
  IconBook2,
  IconChartCandle,
  IconChartLine,
  IconCoins,
  IconCreditCard,
  IconFlask,
  IconHeadset,
  IconHelpCircle,
  IconHistory,
  IconId,
  IconInfoCircle,
  IconLanguage,
  IconListDetails,
  IconMessageReport,
  IconPig,
  IconReceipt,
  IconRocket,
  IconSettings,
  IconShieldLock,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../languages';
import { VERSION } from '../../platform/version';
import { useDemo } from '../../features/wallet/demo';
import { usePreferences } from '../../platform/preferences';
import { useLoggedIn } from '../../platform/session';
import { LinkList } from '../../ui/link-list';

function useDemoLink() {
  const { t } = useTranslation();
  const { isDemo, enter, leave } = useDemo();
  return isDemo
    ? { onClick: leave, label: t('demo.leaveLong'), icon: IconFlask }
    : { onClick: enter, label: t('demo.title'), icon: IconFlask };
}

/** The ways to everything about the account and its money, for the page "My". */
export function AccountLinks() {
  const { t } = useTranslation();
  const isLoggedIn = useLoggedIn();
  const demo = useDemoLink();
  return (
    <>
      <LinkList
        label={t('profile.wallet')}
        links={[
          { to: '/pages/deposit/index', label: t('pages.deposit'), icon: IconArrowBarToDown },
          { to: '/pages/withdraw/index', label: t('pages.withdraw'), icon: IconArrowBarUp },
          { to: '/pages/transfer/index', label: t('wallet.transfer'), icon: IconArrowsExchange },
          { to: '/pages/assets/record', label: t('pages.record'), icon: IconListDetails },
          { to: '/pages/assets/transactions', label: t('wallet.transactions'), icon: IconHistory },
          { to: '/pages/assets/statement', label: t('wallet.statement'), icon: IconReceipt },
          { to: '/pages/user/address/index', label: t('pages.addresses'), icon: IconBook2 },
          { to: '/pages/user/address/bank', label: t('pages.bankCard'), icon: IconCreditCard },
          ...(isLoggedIn ? [demo] : []),
        ]}
      />
      <LinkList
        label={t('accountSettings.account')}
        links={[
          { to: '/pages/verification/index', label: t('pages.verification'), icon: IconId },
          { to: '/pages/settings/security/index', label: t('accountSettings.security'), icon: IconShieldLock },
          { to: '/pages/notice/index', label: t('pages.notices'), icon: IconBell },
          { to: '/pages/alerts/index', label: t('pages.alerts'), icon: IconBellPlus },
        ]}
      />
      <MoreLinks />
    </>
  );
}

/** The ways to everything that is traded, for the side menu. */
export function TradeLinks() {
  const { t } = useTranslation();
  const isLoggedIn = useLoggedIn();
  const demo = useDemoLink();
  return (
    <LinkList
      label={t('profile.trade')}
      links={[
        { to: '/pages/trade/index', label: t('markets.spot'), icon: IconChartCandle },
        { to: '/pages/contract/index', label: t('markets.contracts'), icon: IconArrowsUpDown },
        { to: '/pages/option/index', label: t('markets.options'), icon: IconChartLine },
        { to: '/pages/trust/index', label: t('tabs.trust'), icon: IconPig },
        { to: '/pages/subscription/index', label: t('pages.subscription'), icon: IconRocket },
        { to: '/pages/otc/index', label: t('pages.otc'), icon: IconUsers },
        { to: '/pages/ieo/index', label: t('pages.ieo'), icon: IconCoins },
        ...(isLoggedIn ? [demo] : []),
      ]}
    />
  );
}

function MoreLinks() {
  const { t } = useTranslation();
  const { language } = usePreferences();
  return (
    <LinkList
      label={t('profile.more')}
      links={[
        {
          to: '/pages/settings/language/language',
          label: t('settings.language'),
          value: LANGUAGE_NAMES[language],
          icon: IconLanguage,
        },
        { to: '/pages/promotion/index', label: t('my.promotion'), icon: IconUsersPlus },
        { to: '/pages/settings/index', label: t('settings.title'), icon: IconSettings },
        { to: '/pages/help/center/index', label: t('news.help'), icon: IconHelpCircle },
        { to: '/pages/help/center/chat', label: t('about.support'), icon: IconHeadset },
        { to: '/pages/complaints/index', label: t('pages.complaints'), icon: IconMessageReport },
        { to: '/pages/status/index', label: t('pages.status'), icon: IconActivity },
        { to: '/pages/about/index', label: t('my.about'), value: VERSION, icon: IconInfoCircle },
      ]}
    />
  );
}
