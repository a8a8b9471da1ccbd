import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { RequiredReading } from '../features/account/news';
import { DemoBanner } from '../features/wallet/demo';
import { TradingPaused } from '../features/trading/trading-status';
import { onAccountClosed, onCallFailed } from '../platform/api';
import { isLoginPath, loginPath } from '../platform/login-path';
import { onSessionLost, useLoggedIn, useSessionUser } from '../platform/session';
import { useCarriedOutOnce } from '../platform/use-carried-out-once';
import type { ShellContext } from './guarded';
import { SlowCallBar } from './slow-call-bar';
import { late } from '../ui/late';
import { Toasts, toast } from '../ui/toast';
import { useShape } from '../ui/use-shape';
import { PageBoundary } from './page-boundary';
import { fetchMore } from './routes';
import styles from './shell.module.css';
import { hasTabBar, TabBar } from './tab-bar';
import { useAtRest } from './use-at-rest';

const LOGIN_AFTER_MS = 1000;
const STATUS_PATH = '/pages/status/index';
const CLOSED_PATH = '/pages/settings/security/closeAccount';
/** Of those who are logged in alone, and of no first visit. */
const EventToasts = late(() =>
  import('../features/account/event-centre/event-toasts.late').then((part) => part.default),
);
const RealityCheck = late(async () => {
  const [part, { limitsWords }, { speakMore }] = await Promise.all([
    import('../features/wallet/own-limits/reality-check.late'),
    import('../languages/limits'),
    import('../languages'),
  ]);
  await speakMore(limitsWords);
  return part.default;
});
const PushRegistration = late(() =>
  import('../features/account/notifications/push-registration.late').then((part) => part.default),
);

const SyncPreferences = late(
  async () => (await import('../features/account/preferences/sync-preferences.late')).default,
);

/** Of nobody's first picture either: what the desk says of the product's state. */
const ServiceNotes = late(async () => {
  const [part, { serviceStatusWords }, { speakMore }] = await Promise.all([
    import('../features/account/service-status/service-notes.late'),
    import('../languages/service-status'),
    import('../languages'),
  ]);
  await speakMore(serviceStatusWords);
  return part.default;
});

/** Of nobody's first picture. */
const AppServices = late(async () => (await import('./app-services')).loadAppServices());

/** The frame around every page: what floats above it, and the tabs: at the side of a wide screen, and below the pages that have them there. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useRefusals();
  useCarriedOutOnce(toast);
  const context: ShellContext = { announcesLoss: useLostSession() };
  useClosedAccount();
  const page = useFreshPageKey(pathname);
  useFreshPageAtTop(pathname);
  const tabs = hasTabBar(pathname);
  const isLogin = isLoginPath(pathname);
  const isWide = useShape() === 'wide';
  const loggedIn = useLoggedIn();
  const userId = useSessionUser()?.id;
  const isAtRest = useAtRest();
  useEffect(() => {
    if (isAtRest) fetchMore();
  }, [isAtRest]);
  return (
    <div className={styles.frame} data-tabs={tabs || undefined} data-side={!isLogin || undefined}>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      <SlowCallBar />
      {!isLogin && <DemoBanner />}
      {!isLogin && <TradingPaused />}
      {isAtRest && pathname !== STATUS_PATH && <ServiceNotes />}
      {isTradingPath(pathname) && <RequiredReading />}
      <PageBoundary key={page}>
        <Outlet context={context} />
      </PageBoundary>
      {(tabs || (isWide && !isLogin)) && <TabBar />}
      <Toasts />
      {loggedIn && <EventToasts key={userId} />}
      {loggedIn && <PushRegistration />}
      {loggedIn && <SyncPreferences />}
      {isAtRest && <AppServices />}
      {loggedIn && <RealityCheck />}
    </div>
  );
}

/** Pages on which something new is committed to: what has to be read first is said there. */
function isTradingPath(path: string): boolean {
  return /^\/pages\/(trade|option|contract|trust|ieo|otc)\//.test(path);
}

function useRefusals(): void {
  const { t } = useTranslation();
  useEffect(
    () =>
      onCallFailed(({ kind, message }) => {
        if (kind === 'unreachable' || kind === 'timeout') toast(t(`failure.${kind}`));
        else toast(message);
      }),
    [t],
  );
}

/**
 * Another user is given a page of their own: no form and no figure of the one before. The login pages are everybody's,
 * and what is typed there outlives the login that it leads to.
 */
function useFreshPageKey(pathname: string): string {
  const userId = useSessionUser()?.id ?? '';
  return isLoginPath(pathname) ? pathname : `${pathname} ${userId}`;
}

/** A page that is newly opened starts at its top; one that is returned to keeps its place. */
function useFreshPageAtTop(pathname: string): void {
  const opened = useNavigationType() === NavigationType.Pop ? null : pathname;
  useLayoutEffect(() => {
    if (opened !== null) window.scrollTo(0, 0);
  }, [opened]);
}

/** Whatever a user opens of an account that is closed, it is the page on which it can be kept after all. */
function useClosedAccount(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onAccountClosed(() => {
        if (window.location.pathname !== CLOSED_PATH) void navigate(CLOSED_PATH, { replace: true });
      }),
    [navigate],
  );
}

/**
 * A dead session is announced, and a second later the login page opens and knows the way back.
 * @returns whether that second runs
 */
function useLostSession(): boolean {
  const navigate = useNavigate();
  const [announces, setAnnounces] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onSessionLost((message) => {
      toast(message);
      // Several calls of a page may hear it at once; the login page opens once.
      if (timer !== undefined || isLoginPath(window.location.pathname)) return;
      setAnnounces(true);
      timer = setTimeout(() => {
        timer = undefined;
        setAnnounces(false);
        const { pathname, search } = window.location;
        if (!isLoginPath(pathname)) void navigate(loginPath(pathname + search));
      }, LOGIN_AFTER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      setAnnounces(false);
    };
  }, [navigate]);
  return announces;
}
