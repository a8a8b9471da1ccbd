import { FakeClock } from '../../test/fakes/fake-clock.js';
import type { RealtimeSession } from './channel-source.js';
import type { ConnectedClient } from './connected-client.js';
import type { ConnectedClients } from './connected-clients.js';
import type { EventRooms } from './events/event-rooms.js';
import type { RealtimeFailures } from './realtime-failures.js';
import { readRealtimeSettings } from './realtime-settings.js';
import { GuestSessionResolver } from './session-resolver.js';
import { SessionWatch } from './session-watch.js';
import { readConfiguration } from '../config/config.js';

const SETTINGS = readRealtimeSettings(
  readConfiguration({ NODE_ENV: 'test', DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' }),
);

/** What the accounts say of the sessions. */
class Sessions extends GuestSessionResolver {
  readonly gone = new Set<string>();
  readonly asked: string[][] = [];
  users: string[] = [];
  isAway = false;

  override async ended(ids: string[] = []): Promise<string[]> {
    this.asked.push(ids);
    if (this.isAway) throw new Error('Postgres is away');
    return ids.filter((id) => this.gone.has(id));
  }

  override async disabled(): Promise<string[]> {
    return this.users;
  }
}

let watch: SessionWatch;
let sessions: Sessions;
let clock: FakeClock;
const cut: string[] = [];
const failures: unknown[] = [];

function watching(...open: RealtimeSession[]): void {
  watchingAll(open.map((session) => ({ protocol: 'channels', session })));
}

function watchingAll(open: Pick<ConnectedClient, 'protocol' | 'session'>[]): void {
  const clients = new Set<unknown>();
  for (const { protocol, session } of open) {
    const client = {
      protocol,
      session,
      cut: (reason: string) => {
        clients.delete(client);
        cut.push(`${session.sessionId} ${reason}`);
      },
    };
    clients.add(client);
  }
  watch = new SessionWatch(
    SETTINGS,
    clients as unknown as ConnectedClients,
    sessions,
    { report: (error: unknown) => failures.push(error) } as unknown as RealtimeFailures,
    clock,
    {} as EventRooms,
  );
  watch.onApplicationBootstrap();
}

const pass = async (milliseconds: number) => {
  clock.advance(milliseconds);
  await jest.advanceTimersByTimeAsync(milliseconds);
};

beforeEach(() => {
  jest.useFakeTimers();
  sessions = new Sessions();
  clock = new FakeClock();
  cut.splice(0);
  failures.splice(0);
});
afterEach(() => {
  watch.beforeApplicationShutdown();
  jest.useRealTimers();
});

it('every open session is looked at again every 60 s, and the sockets of those that have ended are cut', async () => {
  watching({ userId: '1', sessionId: '11' }, { userId: '2', sessionId: '22' }, { userId: null, sessionId: null });
  sessions.gone.add('22');
  await pass(59_999);
  expect([sessions.asked, cut]).toEqual([[], []]);
  await pass(1);
  expect([sessions.asked, cut]).toEqual([[['11', '22']], ['22 session-revoked']]);
  sessions.gone.add('11');
  await pass(60_000);
  expect(cut).toEqual(['22 session-revoked', '11 session-revoked']);
});

it('a look that failed is done again, until there is an answer', async () => {
  watching({ userId: '1', sessionId: '11' });
  sessions.gone.add('11');
  sessions.isAway = true;
  await pass(61_000);
  expect(cut).toEqual([]);
  expect(failures.length).toBeGreaterThan(0);
  sessions.isAway = false;
  await pass(1000);
  expect(cut).toEqual(['11 session-revoked']);
});

it('the sockets of a user who was disabled are cut within a second, and no others are looked at', async () => {
  watching({ userId: '1', sessionId: '11' }, { userId: '2', sessionId: '22' });
  await pass(5000);
  expect(sessions.asked).toEqual([]);
  sessions.users = ['2'];
  sessions.gone.add('22');
  await pass(1000);
  expect([sessions.asked, cut]).toEqual([[['22']], ['22 session-revoked']]);
});

it('the socket of a session whose time is up is cut within a second of it', async () => {
  watching({ userId: '1', sessionId: '11', endsAt: clock.now() + 30_000 }, { userId: '2', sessionId: '22' });
  await pass(29_000);
  expect(cut).toEqual([]);
  sessions.gone.add('11');
  await pass(1000);
  expect([sessions.asked, cut]).toEqual([[['11']], ['11 session-revoked']]);
});

it('an old client, which hears of no end, is cut within a second of it though nothing was announced', async () => {
  watchingAll([
    { protocol: 'legacy', session: { userId: '1', sessionId: '11' } },
    { protocol: 'legacy', session: { userId: null, sessionId: null } },
    { protocol: 'channels', session: { userId: '2', sessionId: '22' } },
  ]);
  await pass(1000);
  expect([sessions.asked, cut]).toEqual([[['11']], []]);
  sessions.gone.add('11');
  await pass(1000);
  expect([sessions.asked, cut]).toEqual([[['11'], ['11']], ['11 session-revoked']]);
});
