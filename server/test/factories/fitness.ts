import type { Clock } from '../../platform/clock/clock.js';
import type { OwnSchema } from '../../platform/database/own-schema.store.js';
import { Fitness } from '../../platform/loop/fitness.js';
import { FakeSchema } from '../fakes/fake-schema.js';

/** Of a process with this clock, on a database of its own version where nothing else is said. */
export function aFitness(clock: Clock, schema = new FakeSchema()): Fitness {
  return new Fitness(clock, schema as unknown as OwnSchema);
}
