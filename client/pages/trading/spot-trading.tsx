import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Market } from '../../features/markets/market-list';
import { DeskSkeleton, type Side, type Taken, TradeBar } from '../../features/trading/spot';
import { loginPath } from '../../platform/login-path';
import { useLoggedIn } from '../../platform/session';
import { NoteCard } from '../../ui/note-card';
import { afterChart, LatePart } from '../late-part';

const spotWords = () => import('../../languages/spot').then(({ spotWords: words }) => words);
const loadDesk = () =>
  afterChart(
    () => import('../../features/trading/spot/spot-desk.late').then(({ default: SpotDesk }) => SpotDesk),
    spotWords,
  );
const loadOrders = () =>
  afterChart(() => import('../../features/trading/spot-orders').then(({ SpotOrders }) => SpotOrders), spotWords);

interface Props {
  market: Market;
  /** The ticket stands on the page; otherwise in a sheet, behind two buttons that are always there. */
  inline: boolean;
  /** A price that was tapped elsewhere on the page; a new object with every tap. */
  taken: Taken | null;
}

/** Trading in the market for whoever is logged in; the invitation for everybody else. */
export function SpotTrading({ market, inline, taken }: Props) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLoggedIn = useLoggedIn();
  const [ordering, setOrdering] = useState<Side | null>(null);
  const close = useCallback(() => setOrdering(null), []);
  const path = pathname + search;
  if (isLoggedIn)
    return (
      <LatePart
        load={loadDesk}
        own={{ market, inline, taken, ordering, onOrder: setOrdering, onClose: close }}
        waiting={inline ? <DeskSkeleton /> : market.spot && <TradeBar onSide={setOrdering} />}
      />
    );
  return (
    <>
      <Invitation symbol={market.symbol} path={path} />
      {!inline && market.spot && <TradeBar onSide={() => void navigate(loginPath(path))} />}
    </>
  );
}

/** The user's own orders of the market, which come with the ticket's words. */
export function OwnSpotOrders({ market }: { market: Market }) {
  return <LatePart load={loadOrders} own={{ pair: market }} />;
}

function Invitation({ symbol, path }: { symbol: string; path: string }) {
  const { t } = useTranslation();
  return (
    <NoteCard
      title={t('tabs.spot')}
      text={t('trade.guest', { symbol })}
      actions={
        <>
          <Button component={Link} to={loginPath(path)} size="sm" mih={44}>
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
