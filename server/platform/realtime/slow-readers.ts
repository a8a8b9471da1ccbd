import type { Recipient } from './channel-room.js';

const LOOK_EVERY_MS = 1000;

interface Limits {
  slowReaderMs: number;
  slowReaderBytes: number;
}

/** Whether a connection is a slow reader: it took nothing for too long, or too many bytes are queued for it. */
export function isTooSlow({ sink }: Recipient, now: number, limits: Limits): boolean {
  if (sink.ready()) return false;
  return now - sink.readyAt > limits.slowReaderMs || sink.bufferedBytes() > limits.slowReaderBytes;
}

/** Checks all connections once a second and reports slow readers, which are then closed. */
export class SlowReaders<Watched extends Recipient> {
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly watched: Iterable<Watched>,
    private readonly limits: Limits,
    private readonly cut: (recipient: Watched) => void,
    private readonly steadyNow: () => number,
  ) {
    this.timer = setInterval(() => this.look(), Math.min(LOOK_EVERY_MS, limits.slowReaderMs / 2));
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = this.steadyNow();
    for (const recipient of this.watched) {
      if (isTooSlow(recipient, now, this.limits)) this.cut(recipient);
      else if (recipient.sink.ready()) recipient.sink.readyAt = now;
    }
  }
}
