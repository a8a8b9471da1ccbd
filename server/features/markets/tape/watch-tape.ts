import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Loops } from '../../../platform/loop/loops.js';
import { TapeReadsStore } from './tape-reads.store.js';

const LOOK_EVERY_MS = 5000;
/** Options are settled and positions liquidated by the tape: without a new second for so long they wait. */
export const TAPE_LATE_SECONDS = 15;

/**
 * Whether the tape goes on, as every process sees it in Postgres: what a feed believes that it has written, and what stands
 * there, are two things.
 */
@Injectable()
export class WatchTape implements OnApplicationBootstrap {
  /** How old the newest second was at the last look, and when that was. Null: nothing is on the tape. */
  private behindSeconds: number | null = null;
  private lookedAt = performance.now();

  constructor(
    loops: Loops,
    private readonly reads: TapeReadsStore,
    private readonly health: HealthRegistry,
  ) {
    loops.add({ name: 'tape.watch', everyMs: LOOK_EVERY_MS, atStart: true, round: () => this.look() });
  }

  onApplicationBootstrap(): void {
    this.health.part('tape', () => this.state());
  }

  async look(): Promise<void> {
    this.behindSeconds = await this.reads.secondsBehind();
    this.lookedAt = performance.now();
  }

  /** While nobody can look, the tape grows older. */
  state(): HealthPart {
    if (this.behindSeconds === null) return { state: 'degraded', detail: { secondsBehind: null } };
    const secondsBehind = Math.round(this.behindSeconds + (performance.now() - this.lookedAt) / 1000);
    return { state: secondsBehind > TAPE_LATE_SECONDS ? 'degraded' : 'ok', detail: { secondsBehind } };
  }
}
