import type { Socket } from 'socket.io';
import { LegacyRegistry, type LegacySource, type LegacyUserSource } from './channel-source.js';
import { LegacyUsers } from './legacy-users.js';

/**
 * Serves the old clients: they subscribe to nothing, and every event goes to all of them. Nothing is gathered and
 * no timer runs while none of them is connected.
 */
export class LegacyClients extends LegacyRegistry {
  private readonly sources: LegacySource[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly users: LegacyUsers;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly everyMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {
    super();
    this.users = new LegacyUsers(onFailure);
  }

  serveLegacy(source: LegacySource): void {
    this.sources.push(source);
    if (this.timer) this.guarded(() => source.begin());
  }

  serveLegacyUsers(source: LegacyUserSource): void {
    this.users.serve(source);
  }

  /** @param userId the user that the handshake proved; null for a guest. */
  admit(socket: Socket, userId: string | null = null): void {
    this.sockets.add(socket);
    if (userId !== null) this.users.admit(socket, userId);
    // The event carries an unproven user id: it is ignored.
    socket.on('login', () => undefined);
    socket.once('disconnect', () => this.leave(socket));
    if (!this.timer) this.begin();
  }

  get size(): number {
    return this.sockets.size;
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private begin(): void {
    for (const source of this.sources) this.guarded(() => source.begin());
    this.timer = setInterval(() => this.broadcast(), this.everyMs);
  }

  private leave(socket: Socket): void {
    this.sockets.delete(socket);
    if (this.sockets.size === 0) this.stop();
  }

  private broadcast(): void {
    for (const source of this.sources) {
      this.guarded(() => {
        for (const { name, payload } of source.collect()) this.send(name, payload);
      });
    }
  }

  /** Encodes the event once; the packet is the same in both revisions of the protocol. */
  private send(name: string, payload: unknown): void {
    const packet = `2${JSON.stringify([name, payload])}`;
    for (const { conn } of this.sockets) conn.write(packet, { compress: false });
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.onFailure(error);
    }
  }
}
