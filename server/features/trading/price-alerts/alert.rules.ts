import type { AlertDirection } from '../../../contract/rules/price-alert.rules.js';

/**
 * Where an alert stands. `up` goes off at a figure at or above its level, `down` at one at or below. `above` and `below`
 * are there already and wait until it has come back. `asleep` waits for an instant: the first figure from then on says
 * on which side it is.
 */
export const PHASES = ['up', 'down', 'above', 'below', 'asleep'] as const;
export type Phase = (typeof PHASES)[number];

export interface Standing {
  phase: Phase;
  /** Unix milliseconds: figures up to this instant have been judged. */
  since: number;
  /** Unix milliseconds; null unless it is asleep. */
  wakesAt: number | null;
}

/** An alert as the rule sees it. */
export interface Watch extends Standing {
  direction: AlertDirection;
  /** In units of 10^-18. */
  level: bigint;
  /** How long it is quiet after it went off; null: it goes off once. */
  pauseMs: number | null;
}

/** What a figure was at an instant. */
export interface Reading {
  at: number;
  /** In units of 10^-18. */
  value: bigint;
}

/** What becomes of an alert at a figure. Without a standing it is over. */
export interface Step {
  standing: Standing | null;
  wentOff: boolean;
}

/** On which side of its level an alert is; null where a figure on the level of a crossing does not say. */
export function sideOf(direction: AlertDirection, level: bigint, value: bigint): Exclude<Phase, 'asleep'> | null {
  if (direction === 'rise') return value < level ? 'up' : 'above';
  if (direction === 'fall') return value > level ? 'down' : 'below';
  if (value === level) return null;
  return value < level ? 'up' : 'down';
}

/** What becomes of an alert at a figure; null: nothing. A figure that was judged before is no news. */
export function step(watch: Watch, { at, value }: Reading): Step | null {
  if (at <= watch.since) return null;
  const { phase, direction, level } = watch;
  if (phase === 'up' || phase === 'down') {
    const isReached = phase === 'up' ? value >= level : value <= level;
    return isReached ? goneOff(watch, at) : null;
  }
  if (phase === 'asleep' && at < (watch.wakesAt ?? 0)) return null;
  const side = sideOf(direction, level, value);
  return side === null || side === phase
    ? null
    : { standing: { phase: side, since: at, wakesAt: null }, wentOff: false };
}

/** Of one that goes off once. */
const OVER: Step = { standing: null, wentOff: true };

function goneOff({ pauseMs }: Watch, at: number): Step {
  if (pauseMs === null) return OVER;
  return { standing: { phase: 'asleep', since: at, wakesAt: at + pauseMs }, wentOff: true };
}
