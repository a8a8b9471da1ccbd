import { useEffect, useRef } from 'react';
import type { AccountEvent, AccountEventKind, AccountEventsPlace } from '../../server/contract/events.dto';
import { AccountEvents } from './account-events';
import { useLoggedIn } from './session';
import { followChannel } from './socket';

/** The page's one stream of what happens to the signed-in user. */
const events = new AccountEvents((follower) => followChannel('account.events', {}, follower));

/** Calls the listener with each event of the kind, until the result is called: for what outlives a component. */
export function onAccountEvent<Kind extends AccountEventKind>(
  kind: Kind,
  listener: (event: AccountEvent<Kind>) => void,
): () => void {
  return events.on(kind, listener);
}

/** Calls the newest listener with each event of the kind while the component is shown and somebody is signed in. */
export function useAccountEvents<Kind extends AccountEventKind>(
  kind: Kind,
  listener: (event: AccountEvent<Kind>) => void,
): void {
  const newest = useRef(listener);
  const isLoggedIn = useLoggedIn();
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => (isLoggedIn ? events.on(kind, (event) => newest.current(event)) : undefined), [kind, isLoggedIn]);
}

/** Calls the newest listener when events may have been missed and state is to be read again over HTTP. */
export function useAccountEventsStart(listener: (place: AccountEventsPlace) => void): void {
  const newest = useRef(listener);
  const isLoggedIn = useLoggedIn();
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => (isLoggedIn ? events.onStart((place) => newest.current(place)) : undefined), [isLoggedIn]);
}
