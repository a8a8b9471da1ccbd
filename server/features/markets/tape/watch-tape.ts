import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../../../platform/health/health.registry.js';
import { Loops } from '../../../platform/loop/loops.js';
import { TapeReadsStore } from './tape-reads.store.js';

const LOOK_EVERY_MS = 5000;
/** Age of the newest second from which the tape counts as stalled: option settlement and liquidation wait then. */
export const TAPE_LATE_SECONDS = 15;

/**
 * Whether the tape advances, judged by the rows in Postgres: a feed may believe that it writes while nothing is committed.
 */
@Injectable()
export class WatchTape implements OnApplicationBootstrap {
  /** Age of the newest second at the last query, and when that was. Null: the tape is empty. */
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

  /** The age keeps growing while the query fails. */
  state(): HealthPart {
    if (this.behindSeconds === null) return { state: 'degraded', detail: { secondsBehind: null } };
    const secondsBehind = Math.round(this.behindSeconds + (performance.now() - this.lookedAt) / 1000);
    return { state: secondsBehind > TAPE_LATE_SECONDS ? 'degraded' : 'ok', detail: { secondsBehind } };
  }
}
