/**
 * How a thing was found. `watch`: it works, and will not for ever, or is not as it should be where real people come. `wrong`: it
 * does harm now, or will before anybody looks again. `unknown`: it could not be looked at, which is not the same as well.
 */
export type FindingState = 'ok' | 'watch' | 'wrong' | 'unknown';

/** What {@link ExamineInstallation} looks at, in the order in which it is said. */
export const TOPICS = [
  'settings',
  'versions',
  'clocks',
  'database',
  'standbys',
  'backups',
  'redis',
  'money',
  'lag',
  'disk',
  'certificates',
] as const;
export type Topic = (typeof TOPICS)[number];

/** One thing that was looked at. */
export interface Finding {
  topic: Topic;
  state: FindingState;
  /** What is so, in words and figures. Nothing secret. */
  says: string;
  /** What helps. Of everything that is not `ok`. */
  todo?: string;
}

/** A figure against two limits: from the first on it is to be watched, from the second on it is wrong. */
export function stateOf(figure: number, { watch, wrong }: { watch: number; wrong: number }): 'ok' | 'watch' | 'wrong' {
  if (figure >= wrong) return 'wrong';
  return figure >= watch ? 'watch' : 'ok';
}

/** What was found, with what helps only where something has to. */
export function finding(topic: Topic, state: FindingState, says: string, todo: string): Finding {
  return state === 'ok' ? { topic, state, says } : { topic, state, says, todo };
}

/** Findings of a look that may fail as a whole: what could not be looked at is said, and the others are looked at. */
export async function looked(
  topic: Topic,
  what: string,
  look: () => Promise<Finding[]> | Finding[],
): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
    return [finding(topic, 'unknown', `${what} could not be looked at: ${reason}`, 'Mend that first, and ask again.')];
  }
}
