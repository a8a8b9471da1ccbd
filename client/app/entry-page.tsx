import { startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { withTimeout } from './lazy-page';
import { loadHome } from './routes';
import { ErrorState } from '../ui/error-state';
import { PageComing } from '../ui/page-loading';
import { PullToRefresh } from '../ui/pull-to-refresh';

const HOME = '/pages/index/index';

/** The entry: fetches the home page and goes on to it. There is no tab bar yet. */
export function EntryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const open = async () => {
    setFailed(false);
    try {
      await withTimeout(loadHome);
      // Nothing here can be pressed: the home page is worked out in slices, and drawn once it is whole.
      startTransition(() => void navigate(HOME, { replace: true }));
    } catch {
      setFailed(true);
    }
  };
  useEffect(() => {
    void open();
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <PullToRefresh onRefresh={open}>
      {failed ? (
        <ErrorState title={t('failure.pageTitle')} text={t('failure.page')} onRetry={() => void open()} />
      ) : (
        <PageComing />
      )}
    </PullToRefresh>
  );
}
