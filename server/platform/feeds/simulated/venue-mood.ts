import type { SimulatedVenue } from './simulated-instruments.js';
import { keyOf, random } from './noise.js';

const HOUR = 3_600_000;

export interface VenueMood {
  /** From the event at the venue to us. */
  latencyMs: number;
  /** Nothing is heard from the venue at all. */
  silent: boolean;
}

/** A venue at its best: never silent, and as near as it ever is. */
export function promptVenue(seed: string, venue: SimulatedVenue): VenueMood {
  return { latencyMs: 20 + 60 * random(keyOf(`${seed}/${venue}`), 0), silent: false };
}

/**
 * How a venue behaves at an instant. The first is always prompt, because prices are made there; of the others every
 * fourth hour has 10 to 25 silent seconds, and every second hour one or two slow minutes.
 */
export function venueMood(seed: string, venue: SimulatedVenue, instant: number): VenueMood {
  const prompt = promptVenue(seed, venue);
  if (venue === 'simulated-a') return prompt;
  const key = keyOf(`${seed}/${venue}`);
  const hour = Math.floor(instant / HOUR);
  const into = instant - hour * HOUR;
  const during = (likely: number, stream: number, shortest: number, longest: number) => {
    const from = random(key, hour, stream + 1) * (HOUR - longest);
    const length = shortest + random(key, hour, stream + 2) * (longest - shortest);
    return random(key, hour, stream) < likely && into >= from && into < from + length;
  };
  return {
    silent: during(0.25, 1, 10_000, 25_000),
    latencyMs: during(0.5, 4, 30_000, 120_000) ? 700 + 800 * random(key, hour, 7) : prompt.latencyMs,
  };
}
