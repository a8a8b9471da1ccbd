import { FORMER_TRIGGER_FUNCTIONS } from './migrations/1763896700000-stored-function-terms.js';
import { FORMER_WRITTEN_ONCE_FUNCTIONS } from './migrations/1763897500000-written-once-terms.js';

/** By its name what each trigger function was called before a migration renamed it: earlier migrations bind it by that. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  ...FORMER_TRIGGER_FUNCTIONS,
  ...FORMER_WRITTEN_ONCE_FUNCTIONS,
};
