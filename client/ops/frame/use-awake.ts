import { useSyncExternalStore } from 'react';
import { observable } from '../../platform/observable';
import { steadyNow } from '../../platform/server-clock';

/** Nobody has touched anything for so long: asking on would keep a session alive that nobody uses. */
const ASLEEP_AFTER_MS = 10 * 60_000;
const LOOK_EVERY_MS = 15_000;

const awake = observable(true);
let usedAt = steadyNow();
let timer: ReturnType<typeof setInterval> | null = null;

function use(): void {
  usedAt = steadyNow();
  awake.set(true);
}

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
let watchers = 0;

function watch(): void {
  watchers += 1;
  if (watchers > 1) return;
  timer = setInterval(() => awake.set(steadyNow() - usedAt < ASLEEP_AFTER_MS), LOOK_EVERY_MS);
  for (const kind of USES) window.addEventListener(kind, use, { passive: true });
}

function unwatch(): void {
  watchers -= 1;
  if (watchers > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
  for (const kind of USES) window.removeEventListener(kind, use);
}

function subscribe(listener: () => void): () => void {
  watch();
  const stop = awake.subscribe(listener);
  return () => {
    stop();
    unwatch();
  };
}

/** Whether somebody is at the page. Lists are refreshed only then, so that an idle session does end. */
export function useAwake(): boolean {
  return useSyncExternalStore(subscribe, awake.get);
}
