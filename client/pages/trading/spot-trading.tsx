import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Market } from '../../features/markets/market-list';
import { DeskSkeleton } from '../../features/trading/spot';
import { loginPath } from '../../platform/login-path';
import { useLoggedIn } from '../../platform/session';
import { NoteCard } from '../../ui/note-card';
import { afterChart, LatePart } from '../late-part';

const loadDesk = () =>
  afterChart(
    () => import('../../features/trading/spot/spot-desk').then(({ default: SpotDesk }) => SpotDesk),
    () => import('../../languages/spot').then(({ spotWords }) => spotWords),
  );

/** Trading in the market for whoever is logged in; the invitation for everybody else. */
export function SpotTrading({ market }: { market: Market }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (useLoggedIn()) return <LatePart load={loadDesk} own={{ market }} waiting={<DeskSkeleton />} />;
  return (
    <NoteCard
      title={t('tabs.spot')}
      text={t('trade.guest', { symbol: market.symbol })}
      actions={
        <>
          <Button component={Link} to={loginPath(pathname + search)} size="sm" mih={44}>
            {t('login.submit')}
          </Button>
          <Button component={Link} to="/pages/user/login/register" size="sm" mih={44} variant="light">
            {t('login.register')}
          </Button>
        </>
      }
    />
  );
}
