import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';

/** How long the readiness shows it; the log and the figures keep it. */
const SHOWN_MS = 3_600_000;
/** A start reads all open positions. */
const LOADED_WITHIN_MS = 60_000;

/**
 * Findings of the sweeps, for the log, the metrics and the readiness. A margin that the index missed is an alarm: the index
 * is wrong, and positions that it does not know are liquidated late.
 */
@Injectable()
export class MissedMargins implements OnApplicationBootstrap {
  private readonly logger = new Logger(MissedMargins.name);
  private missed = 0;
  private lastAt = 0;
  private unloadedSince: number | null = null;

  constructor(
    private readonly metrics: Metrics,
    private readonly health: HealthRegistry,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.health.part('margins', () => this.state());
  }

  /**
   * Whether the index that is to be held against the rows is there.
   * @throws Error where it has not come for a minute: a job that fails is seen, and another worker's may do.
   */
  mayLook(isLoaded: boolean): boolean {
    const now = this.clock.now();
    this.unloadedSince = isLoaded ? null : (this.unloadedSince ?? now);
    if (this.unloadedSince !== null && now - this.unloadedSince >= LOADED_WITHIN_MS) {
      throw new Error('The index of margins has not been loaded for a minute: nobody is swept here.');
    }
    return isLoaded;
  }

  /** So many were liquidated that the index did not reach. */
  miss(count: number, who: string): void {
    if (count === 0) return;
    this.metrics.liquidationSweepFound.inc({ outcome: 'missed' }, count);
    this.missed += count;
    this.lastAt = this.clock.now();
    this.logger.error(`The index of margins missed ${count} that were due and are liquidated now, among ${who}.`);
  }

  /** So many were liquidated that the index had reached and that nobody had carried out since the sweep before. */
  late(count: number): void {
    if (count === 0) return;
    this.metrics.liquidationSweepFound.inc({ outcome: 'late' }, count);
    this.logger.warn(`${count} margins were due for longer than from one sweep to the next.`);
  }

  /** So many were liquidated whose rows or money were changed so lately that the index may not have heard of it yet. */
  changed(count: number): void {
    if (count === 0) return;
    this.metrics.liquidationSweepFound.inc({ outcome: 'changed' }, count);
    this.logger.warn(`${count} margins were due right after a change, and are liquidated by the sweep.`);
  }

  /** So many are left to the index, which has reached them by itself. */
  inHand(count: number): void {
    this.metrics.liquidationSweepFound.inc({ outcome: 'in_hand' }, count);
  }

  /** A sweep that looked at everything took so long. */
  done(seconds: number): void {
    this.metrics.liquidationSweepSeconds.set(seconds);
  }

  private state(): HealthPart {
    const isShown = this.missed > 0 && this.clock.now() - this.lastAt < SHOWN_MS;
    return { state: isShown ? 'degraded' : 'ok', detail: { missed: this.missed } };
  }
}
