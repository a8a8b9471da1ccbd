import { useEffect, useRef } from 'react';
import { useSessionUser } from '../../../platform/session';
import { useAccountEventsStart } from '../../../platform/use-account-events';
import { PreferenceSync } from './preference-sync';

/** Keeps what is preferred the same here and in the account, as long as somebody is logged in. Draws nothing. */
export default function SyncPreferences() {
  const user = useSessionUser();
  const sync = useRef<PreferenceSync | null>(null);
  useEffect(() => {
    // The user of one login is described more than once.
    if (sync.current?.isAlive()) return;
    sync.current?.stop();
    sync.current = user && new PreferenceSync(user.id);
  }, [user]);
  useEffect(() => {
    const read = () => sync.current?.read();
    const follow = () => (document.visibilityState === 'visible' ? read() : sync.current?.flush());
    window.addEventListener('focus', read);
    window.addEventListener('online', read);
    document.addEventListener('visibilitychange', follow);
    return () => {
      window.removeEventListener('focus', read);
      window.removeEventListener('online', read);
      document.removeEventListener('visibilitychange', follow);
      sync.current?.stop();
      sync.current = null;
    };
  }, []);
  useAccountEventsStart(() => sync.current?.read());
  return null;
}
