/** So many looks at the primary are remembered that the standby has not reached. */
const REMEMBERED = 3600;

/** A position in Postgres' log, `16/B374D848`, as a number of bytes. */
export function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * How old a standby is: for how long there has been something on the primary that it has not. By positions in the log and this
 * process's own time, so that a primary on which nothing happens makes no standby old, nor does a clock.
 */
export class ReplayAge {
  private missing: { position: bigint; at: number }[] = [];

  /** @param at when the primary's log had come so far, in milliseconds of a clock that never goes back. */
  note(position: bigint, at: number): void {
    if (position === this.missing.at(-1)?.position || this.missing.length >= REMEMBERED) return;
    this.missing.push({ position, at });
  }

  /** What the standby has by now. */
  replayed(position: bigint): void {
    this.missing = this.missing.filter((one) => one.position > position);
  }

  seconds(now: number): number {
    const [oldest] = this.missing;
    return oldest ? (now - oldest.at) / 1000 : 0;
  }
}
