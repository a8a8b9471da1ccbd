import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../health/health.registry.js';
import { Metrics } from '../metrics/metrics.js';
import { Clock, CLOCKS_APART_MAX_MS, SystemClock } from './clock.js';
import { ClockStore } from './clock.store.js';

const LOOK_EVERY_MS = 1000;
/** Looks before anything runs: the fastest answer counts, and the first one is slow. */
const FIRST_LOOKS = 3;

/**
 * Compares the process's clock with the database's for as long as the process lives. While they differ by more than a
 * second the process is not ready, and whoever asks {@link Clock.isRight} before its work does none. Both end by
 * themselves when the clock is right again. A clock that follows a recording is where it should be.
 */
@Injectable()
export class ClockWatch implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Clock');
  private timer: NodeJS.Timeout | null = null;
  private isLooking = false;
  private wasRight = true;

  constructor(
    private readonly clock: Clock,
    private readonly store: ClockStore,
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  /** @throws when the database cannot be asked: a start without it fails. */
  async onModuleInit(): Promise<void> {
    const { clock } = this;
    if (!(clock instanceof SystemClock)) return;
    this.health.part('clock', () => partOf(clock));
    for (let look = 0; look < FIRST_LOOKS; look += 1) clock.compare(await this.store.look(() => clock.steady()));
    this.report(clock);
    this.timer = setInterval(() => void this.look(clock), LOOK_EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** @throws Error where the database decides by a clock of tests: nothing real may run on it. */
  async requireOwnClock(): Promise<void> {
    if (!(await this.store.decidesByItsOwn()))
      throw new Error('The database decides by the clock of tests: migrate it.');
  }

  /** While the database is away nothing new is known, and what is known stays. */
  private async look(clock: SystemClock): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      clock.compare(await this.store.look(() => clock.steady()));
    } catch (error) {
      this.logger.debug(`The database's clock could not be read: ${String(error)}`);
    } finally {
      this.isLooking = false;
    }
    this.report(clock);
  }

  private report(clock: SystemClock): void {
    const aheadMs = clock.difference()?.aheadMs ?? 0;
    this.metrics.clockAheadSeconds.set(aheadMs / 1000);
    const isRight = clock.isRight();
    if (isRight === this.wasRight) return;
    this.wasRight = isRight;
    const words = `${Math.abs(aheadMs / 1000).toFixed(3)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
    if (isRight) this.logger.log(`The clock of this process is right again: ${words}.`);
    else this.logger.error(`The clock of this process is ${words}: it does no work until they agree.`);
  }
}

function partOf(clock: SystemClock): HealthPart {
  const { aheadMs, uncertainMs } = clock.difference() ?? { aheadMs: 0, uncertainMs: 0 };
  return {
    state: clock.isRight() ? 'ok' : 'down',
    detail: { aheadMs: Math.round(aheadMs), uncertainMs: Math.ceil(uncertainMs), mostMs: CLOCKS_APART_MAX_MS },
  };
}
