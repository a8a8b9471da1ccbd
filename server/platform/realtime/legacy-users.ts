import type { Socket } from 'socket.io';
import type { LegacyEvent, LegacyUserSource } from './channel-source.js';

interface User {
  readonly sockets: Set<Socket>;
  readonly ends: (() => void)[];
  /** The last state frame of each name, replayed to a socket that connects later. */
  readonly states: Map<string, string>;
}

/**
 * The private half of the old clients' protocol. The user of a socket comes from the session of its handshake alone; the
 * `login` event carries an unproven user id and is ignored.
 */
export class LegacyUsers {
  private readonly sources: LegacyUserSource[] = [];
  private readonly users = new Map<string, User>();

  constructor(private readonly onFailure: (error: unknown) => void) {}

  serve(source: LegacyUserSource): void {
    this.sources.push(source);
    for (const [userId, user] of this.users) this.begin(userId, user, source);
  }

  admit(socket: Socket, userId: string): void {
    const known = this.users.get(userId);
    const user = known ?? { sockets: new Set<Socket>(), ends: [], states: new Map<string, string>() };
    user.sockets.add(socket);
    socket.once('disconnect', () => this.leave(socket, userId, user));
    if (known) {
      for (const packet of known.states.values()) socket.conn.write(packet, { compress: false });
      return;
    }
    this.users.set(userId, user);
    for (const source of this.sources) this.begin(userId, user, source);
  }

  private begin(userId: string, user: User, source: LegacyUserSource): void {
    this.guarded(() => {
      user.ends.push(source.watch(userId, (event) => this.send(user, event)));
    });
  }

  private leave(socket: Socket, userId: string, user: User): void {
    user.sockets.delete(socket);
    if (user.sockets.size > 0) return;
    this.users.delete(userId);
    for (const end of user.ends) this.guarded(end);
  }

  private send(user: User, { name, payload, isState }: LegacyEvent): void {
    const packet = `2${JSON.stringify([name, payload])}`;
    if (isState) user.states.set(name, packet);
    for (const { conn } of user.sockets) conn.write(packet, { compress: false });
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.onFailure(error);
    }
  }
}
