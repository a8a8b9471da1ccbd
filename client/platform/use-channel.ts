import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ChannelKey, ChannelName } from '../../server/contract/channels';
import type { ChannelView } from './channel-subscription';
import { pace } from './pace';
import { type Connection, connection, subscribeChannel } from './socket';

/** Five redraws a second, whatever the server sends. */
export const REDRAW_MS = 200;

/**
 * The state of one stream, redrawn at most five times a second. Without a key nothing is subscribed. The state of the
 * key before is dropped at once when the key changes.
 */
export function useChannel<Name extends ChannelName>(name: Name, key: ChannelKey<Name> | null): ChannelView<Name> {
  const id = key === null ? null : JSON.stringify(key);
  const [held, setHeld] = useState<{ id: string | null; view: ChannelView<Name> }>({ id, view: waiting() });
  useEffect(() => {
    if (id === null) return undefined;
    const paced = pace((view: ChannelView<Name>) => setHeld({ id, view }), REDRAW_MS);
    const stop = subscribeChannel(name, JSON.parse(id) as ChannelKey<Name>, (view) => paced.push(view));
    return () => {
      stop();
      paced.cancel();
    };
  }, [name, id]);
  return held.id === id ? held.view : waiting();
}

function waiting<Name extends ChannelName>(): ChannelView<Name> {
  return { status: 'waiting', state: null, at: null, refusal: null };
}

export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.get);
}
