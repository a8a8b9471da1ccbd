import type { ChannelKey, ChannelName } from '../../server/contract/channels';
import type { ChannelClient } from './channel-client';
import type { ConnectionState } from './channel-connection';
import type { ChannelFollower, ChannelListener } from './channel-subscription';
import { observable } from './observable';
import { hearServerNow, serverNow, setServerNow } from './server-clock';
import { onSessionChange, sessionToken } from './session';

export interface Connection {
  state: ConnectionState;
  /** Since when, Unix milliseconds of the server's clock. */
  since: number;
  /** When the server was last heard, Unix milliseconds of its clock; null while it is being heard. */
  heardAt: number | null;
}

/**
 * The page's one connection to the gateway, as the components see it. Until it first stands nobody vouches for the
 * prices of the page's first replies: they count as heard when the page began.
 */
export const connection = observable<Connection>({ state: 'connecting', since: serverNow(), heardAt: serverNow() });

let client: Promise<ChannelClient> | null = null;

/** The socket library is fetched when the first stream is asked for, after the page itself has been drawn. */
async function start(): Promise<ChannelClient> {
  await nextPaint();
  const [{ ChannelClient }, { openChannelSocket }, { wakeWithPage }] = await Promise.all([
    import('./channel-client'),
    import('./channel-socket'),
    import('./channel-wake'),
  ]);
  const made: ChannelClient = new ChannelClient({
    open: () => openChannelSocket(window.location.origin, sessionToken() || null),
    onHeard: () => hearServerNow(made.serverNow() ?? serverNow()),
  });
  made.onConnectionStatus(({ state }) => {
    const now = made.serverNow();
    if (state === 'live' && now !== null) setServerNow(now);
    const wasLive = connection.get().state === 'live';
    // A line that swallowed everything is found late: the prices are as old as what was last heard, not as the finding.
    const heardAt = state === 'live' ? null : wasLive ? serverNow() - made.silentMs() : connection.get().heardAt;
    connection.set({ state, since: serverNow(), heardAt });
  });
  wakeWithPage(made);
  onSessionChange(() => made.renew());
  return made;
}

/** The page is drawn before the stream competes with it for the line. */
function nextPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Makes the connection anew where there is one: who is served on it is decided when it is made. */
export function renewConnection(): void {
  client?.then(
    (made) => made.renew(),
    // There is none; the next one is new.
    () => undefined,
  );
}

/** Listens to a stream until the returned function is called. Fetching the library may fail; then it is tried again. */
export function subscribeChannel<Name extends ChannelName>(
  name: Name,
  key: ChannelKey<Name>,
  listener: ChannelListener<Name>,
): () => void {
  return withClient((ready) => ready.subscribe(name, key, listener));
}

/** Follows a stream change by change until the returned function is called. */
export function followChannel<Name extends ChannelName>(
  name: Name,
  key: ChannelKey<Name>,
  follower: ChannelFollower<Name>,
): () => void {
  return withClient((ready) => ready.follow(name, key, follower));
}

function withClient(use: (ready: ChannelClient) => () => void): () => void {
  let stopped = false;
  let stop = () => {
    stopped = true;
  };
  client ??= start();
  client.then(
    (ready) => {
      if (!stopped) stop = use(ready);
    },
    () => {
      client = null;
      connection.set({ state: 'offline', since: serverNow(), heardAt: connection.get().heardAt });
      const timer = setTimeout(() => {
        if (!stopped) stop = withClient(use);
      }, RETRY_MS);
      stop = () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
  );
  return () => stop();
}

const RETRY_MS = 5000;
