import { IconArrowDown, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pull-to-refresh.module.css';

interface Props {
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

/** How far the finger must travel, in pixels, after the resistance. */
const RELEASE_AT = 64;
const FURTHEST = 88;
const RESISTANCE = 0.45;

/** Refreshes when pulled down from the very top; never from inside a sheet, a chart or a list that scrolls itself. */
export function PullToRefresh({ onRefresh, children }: Props) {
  const { t } = useTranslation();
  const [refreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    onRefresh()
      .catch(() => {
        // The list itself shows what failed.
      })
      .finally(() => setRefreshing(false));
  };
  const distance = usePull(refreshing ? null : refresh);
  const height = refreshing ? 48 : distance;
  const words = refreshing ? 'refreshing' : distance >= RELEASE_AT ? 'releaseToRefresh' : 'pullToRefresh';
  const Icon = refreshing ? IconRefresh : IconArrowDown;
  return (
    <>
      <div className={styles.pull} style={{ height }} data-busy={refreshing || undefined} role="status">
        {height > 0 && (
          <>
            <Icon size={16} aria-hidden className={styles.icon ?? ''} />
            {t(`common.${words}`)}
          </>
        )}
      </div>
      {children}
    </>
  );
}

/** How far the page is being pulled right now; calls back when it is let go far enough. */
function usePull(onRelease: (() => void) | null): number {
  const [distance, setDistance] = useState(0);
  const release = useRef(onRelease);
  useEffect(() => {
    release.current = onRelease;
  });
  useEffect(() => {
    let startY: number | null = null;
    let pulled = 0;
    const pull = (to: number) => {
      pulled = to;
      setDistance(to);
    };
    const start = (event: TouchEvent) => {
      const inside = event.target instanceof Element && event.target.closest('[data-no-pull]') !== null;
      const allowed = release.current !== null && event.touches.length === 1 && window.scrollY <= 0 && !inside;
      startY = allowed ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === null || y === undefined) return;
      if (window.scrollY > 0 || event.touches.length > 1) startY = null;
      pull(startY === null ? 0 : Math.max(0, Math.min(FURTHEST, (y - startY) * RESISTANCE)));
    };
    const end = () => {
      if (startY !== null && pulled >= RELEASE_AT) release.current?.();
      startY = null;
      pull(0);
    };
    const listeners = { touchstart: start, touchmove: move, touchend: end, touchcancel: end };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener, { passive: true });
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);
  return distance;
}
