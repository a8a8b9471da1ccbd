import { useTranslation } from 'react-i18next';
import { AccountCard } from '../../features/account/profile';
import { SideDrawer } from '../../ui/side-drawer';
import { TradeLinks } from './account-links';

/** The left side menu: who is logged in, and the ways to everything that is traded. */
export default function SideMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  // A link changes the page; the menu closes with it.
  const closeOnLink = ({ target }: { target: EventTarget }) => {
    if (target instanceof Element && target.closest('a')) onClose();
  };
  return (
    <SideDrawer title={t('profile.menu')} opened={opened} onClose={onClose}>
      <div onClick={closeOnLink}>
        <AccountCard />
        <TradeLinks />
      </div>
    </SideDrawer>
  );
}
