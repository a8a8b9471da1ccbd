import { Clock } from '../../platform/clock/clock.js';

/** A clock that stands still until a test moves it. */
export class FakeClock extends Clock {
  /** Whether it agrees with the database's, as far as the process knows. */
  agrees = true;

  constructor(private instant: number = Date.UTC(2026, 0, 5, 12, 0, 0)) {
    super();
  }

  override isRight(): boolean {
    return this.agrees;
  }

  now(): number {
    return this.instant;
  }

  advance(milliseconds: number): void {
    this.instant += milliseconds;
  }

  set(instant: number): void {
    this.instant = instant;
  }
}
