import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useUnreadCount } from '../features/account/news';
import { speakMore } from '../languages';
import { appWords } from '../languages/app';
import { followUpdates } from '../platform/app-update';
import { cacheLoadedFiles, workingWorker } from '../platform/app-worker';
import { followTyping } from '../platform/in-work';
import { InstallNote } from './install-note';
import { UpdateNote } from './update-note';
import { useBadge } from './use-badge';

const LOADED_AFTER_MS = 2000;

/** With its words. */
export async function loadAppServices() {
  await speakMore(appWords);
  return AppServices;
}

/** What makes an app of the pages: its worker, newer versions, the mark on its icon. It comes when the first page is at rest. */
function AppServices() {
  const { pathname } = useLocation();
  useEffect(followTyping, []);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let wanted = true;
    void followUpdates().then((end) => {
      if (wanted) stop = end;
      else end();
    });
    return () => {
      wanted = false;
      stop?.();
    };
  }, []);
  useBadge(useUnreadCount());
  return (
    <>
      <CacheLoadedFiles key={pathname} />
      <UpdateNote />
      <InstallNote isHome={pathname === '/pages/index/index'} />
    </>
  );
}

/** Each page brings files of its own, and the parts of it some more. */
function CacheLoadedFiles() {
  useEffect(() => {
    const timer = setTimeout(() => {
      void workingWorker().then((registration) => registration && cacheLoadedFiles(registration));
    }, LOADED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
