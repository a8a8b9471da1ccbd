import type { Config } from '../../platform/config/config.js';
import { Loops } from '../../platform/loop/loops.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { aFitness } from './fitness.js';
import { FakeClock } from '../fakes/fake-clock.js';

/** The loops of a process with these roles. */
export function someLoops({
  roles = ['worker'],
  clock = new FakeClock(),
  metrics = new Metrics(),
  fitness = aFitness(clock),
} = {}): Loops {
  return new Loops({ values: { ROLES: roles } } as Config, clock, metrics, fitness);
}
