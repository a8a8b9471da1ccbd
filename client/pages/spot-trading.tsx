import { Button } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { speakMore } from '../app/languages';
import type { Market } from '../features/markets';
import { DeskSkeleton } from '../features/spot';
import { loginPath } from '../platform/login-path';
import { useLoggedIn } from '../platform/session';
import { ErrorState } from '../ui/error-state';
import { NoteCard } from '../ui/note-card';

type Desk = ComponentType<{ market: Market }>;

/** The desk's files come after the chart's: the price and the chart are what the page is opened for. */
async function loadDesk(): Promise<Desk> {
  await import('../ui/chart');
  const words = import('../app/languages/spot').then(({ spotWords }) => speakMore(spotWords));
  const [{ default: SpotDesk }] = await Promise.all([import('../features/spot/spot-desk'), words]);
  return SpotDesk;
}

/** Trading in the market for whoever is logged in; the invitation for everybody else. */
export function SpotTrading({ market }: { market: Market }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (useLoggedIn()) return <LoadedDesk market={market} />;
  return (
    <NoteCard
      title={t('tabs.spot')}
      text={t('trade.guest', { symbol: market.symbol })}
      actions={
        <>
          <Button component={Link} to={loginPath(pathname + search)} size="sm" h={44}>
            {t('login.submit')}
          </Button>
          <Button component={Link} to="/pages/user/login/register" size="sm" h={44} variant="light">
            {t('login.register')}
          </Button>
        </>
      }
    />
  );
}

function LoadedDesk({ market }: { market: Market }) {
  const { t } = useTranslation();
  const [desk, setDesk] = useState<{ Desk: Desk } | null>(null);
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    let wanted = true;
    loadDesk().then(
      (loaded) => wanted && setDesk({ Desk: loaded }),
      () => wanted && setFailed(tries),
    );
    return () => {
      wanted = false;
    };
  }, [tries]);
  if (desk) return <desk.Desk market={market} />;
  if (failed < tries) return <DeskSkeleton />;
  return <ErrorState text={t('failure.page')} onRetry={() => setTries(tries + 1)} />;
}
