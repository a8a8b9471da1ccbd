import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';

/** How long readiness reports it; the log and the metrics retain it. */
const SHOWN_MS = 3_600_000;
/** Grace period of a start, which reads all open positions. */
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
   * Whether the index is loaded, so that the sweep can compare it with the rows.
   * @throws Error when it has not loaded for a minute: a failed job is visible, and its retry may run on another worker.
   */
  mayLook(isLoaded: boolean): boolean {
    const now = this.clock.now();
    this.unloadedSince = isLoaded ? null : (this.unloadedSince ?? now);
    if (this.unloadedSince !== null && now - this.unloadedSince >= LOADED_WITHIN_MS) {
      throw new Error('The index of margins has not been loaded for a minute: nobody is swept here.');
    }
    return isLoaded;
  }

  /** Counts liquidations that the index had not reached. */
  miss(count: number, who: string): void {
    if (count === 0) return;
    this.metrics.liquidationSweepFound.inc({ outcome: 'missed' }, count);
    this.missed += count;
    this.lastAt = this.clock.now();
    this.logger.error(`The index of margins missed ${count} that were due and are liquidated now, among ${who}.`);
  }

  /** Counts liquidations that the index had reached and that were not executed since the previous sweep. */
  late(count: number): void {
    if (count === 0) return;
    this.metrics.liquidationSweepFound.inc({ outcome: 'late' }, count);
    this.logger.warn(`${count} margins were due for longer than from one sweep to the next.`);
  }

  /** Counts liquidations of positions that changed so recently that the index may not have followed yet. */
  changed(count: number): void {
    if (count === 0) return;
    this.metrics.liquidationSweepFound.inc({ outcome: 'changed' }, count);
    this.logger.warn(`${count} margins were due right after a change, and are liquidated by the sweep.`);
  }

  /** Counts due positions that the index has reached and is left to execute. */
  inHand(count: number): void {
    this.metrics.liquidationSweepFound.inc({ outcome: 'in_hand' }, count);
  }

  /** Records the duration of a complete sweep. */
  done(seconds: number): void {
    this.metrics.liquidationSweepSeconds.set(seconds);
  }

  private state(): HealthPart {
    const isShown = this.missed > 0 && this.clock.now() - this.lastAt < SHOWN_MS;
    return { state: isShown ? 'degraded' : 'ok', detail: { missed: this.missed } };
  }
}
