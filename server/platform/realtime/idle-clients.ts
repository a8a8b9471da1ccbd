const LOOK_EVERY_MS = 2000;

/** Inputs of the idle check for a connected client. */
export interface Idler {
  readonly protocol: 'channels' | 'legacy';
  readonly isSubscribed: boolean;
  usedAt: number;
}

/**
 * Whether a client is idle: it has had no subscription for the idle timeout. Old clients do not subscribe, are sent every
 * event and are never idle.
 */
export function isIdle({ protocol, isSubscribed, usedAt }: Idler, now: number, idleMs: number): boolean {
  return protocol === 'channels' && !isSubscribed && now - usedAt > idleMs;
}

/** Checks all clients every two seconds and reports idle ones, which are then closed. */
export class IdleClients<Watched extends Idler> {
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly watched: Iterable<Watched>,
    private readonly idleMs: number,
    private readonly cut: (client: Watched) => void,
    private readonly steadyNow: () => number,
  ) {
    this.timer = setInterval(() => this.look(), Math.min(LOOK_EVERY_MS, idleMs / 2));
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = this.steadyNow();
    for (const client of this.watched) {
      if (client.isSubscribed) client.usedAt = now;
      else if (isIdle(client, now, this.idleMs)) this.cut(client);
    }
  }
}
