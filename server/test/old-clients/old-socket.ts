import { createRequire } from 'node:module';
import path from 'node:path';
import type { Socket } from 'socket.io-client';

const load = createRequire(path.resolve('package.json'));
const openOld = load('socket.io-client-v2') as (url: string, options: unknown) => Socket;

export interface OldSocket {
  socket: Socket;
  /** What came, by the name of the event, in order. */
  heard: (name: string) => Record<string, unknown>[];
}

/**
 * A socket as the pages of these clients open it: the 2.x library, polling first, and no word of whose it is but the cookie of the
 * login. Emits `login` with the user's number, which proves nothing, once for each part of the page that listens.
 */
export function openOldSocket(
  url: string,
  { cookie, userId, names }: { cookie: string | null; userId: string | null; names: readonly string[] },
): OldSocket {
  const extraHeaders = { origin: url, ...(cookie === null ? {} : { cookie }) };
  const socket = openOld(url, {
    path: '/socket.io/',
    transports: ['polling', 'websocket'],
    forceNew: true,
    transportOptions: { polling: { extraHeaders }, websocket: { extraHeaders } },
  });
  const received = new Map<string, Record<string, unknown>[]>(names.map((name) => [name, []]));
  for (const [name, frames] of received) socket.on(name, (payload: Record<string, unknown>) => frames.push(payload));
  for (let part = 0; part < 3; part += 1) socket.emit('login', userId === null ? null : Number(userId));
  return { socket, heard: (name) => received.get(name) ?? [] };
}

/** What a browser sends back of the cookies of a reply. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
