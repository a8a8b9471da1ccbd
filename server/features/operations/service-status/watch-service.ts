import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { HealthRegistry } from '../../../platform/health/health.registry.js';
import { Loops } from '../../../platform/loop/loops.js';
import { judgeParts } from './judge-parts.rules.js';
import { ServiceStatusStore } from './service-status.store.js';

const LOOK_EVERY_MS = 15_000;
/** Less than a round, so that whoever comes a little early is not taken for another one. Seconds. */
const APART_SECONDS = 10;

/**
 * Workers keep how each part is, one of them at a time, and gateways that they are there. What is dead writes nothing: the gap
 * that it leaves counts as what nobody saw.
 */
@Injectable()
export class WatchService {
  constructor(
    loops: Loops,
    private readonly store: ServiceStatusStore,
    private readonly health: HealthRegistry,
    private readonly clock: Clock,
  ) {
    // Not at the start: a process that has just begun has heard of no price.
    loops.add({ name: 'service-status.look', role: 'worker', everyMs: LOOK_EVERY_MS, round: () => this.look() });
    loops.add({
      name: 'service-status.pulse',
      role: 'gateway',
      everyMs: LOOK_EVERY_MS,
      atStart: true,
      round: () => this.store.pulse(new Date(this.clock.now())),
    });
  }

  async look(): Promise<void> {
    const states = judgeParts(await this.health.ask());
    await this.store.note(states, APART_SECONDS, new Date(this.clock.now()));
  }
}
