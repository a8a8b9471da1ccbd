import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

/** A clock for one process that differs from the machine's by what a file says: `+0`, `+1h`, `-1h`, `+16d`. */
export class MovedClock {
  private readonly file = join(tmpdir(), `clock-${randomBytes(6).toString('hex')}`);

  constructor(private readonly library: string) {
    this.set('+0');
  }

  /** What the process is started with. */
  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: this.library,
      FAKETIME_TIMESTAMP_FILE: this.file,
      // Seconds after which the file is read again.
      FAKETIME_CACHE_DURATION: '1',
      // Nobody can set a steady clock.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  set(difference: string): void {
    writeFileSync(this.file, `${difference}\n`);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
