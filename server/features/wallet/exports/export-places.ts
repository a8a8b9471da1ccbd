import type { RefusalCode } from '../../../contract/errors.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** For files that are written while they are read. */
const PLACES = 4;

/** How many files this process writes, or reports it reckons, at the same time: one for a user, a few over all. */
export class ExportPlaces {
  private readonly users = new Set<string>();

  /** @param second what the second of a user at a time is refused with. */
  constructor(
    private readonly most = PLACES,
    private readonly second: RefusalCode = 'exports.one-at-a-time',
  ) {}

  /** Answers how to give the place back, once or more often. @throws Refusal as constructed, `request.unavailable`. */
  take(userId: string): () => void {
    if (this.users.has(userId)) throw new Refusal(this.second);
    if (this.users.size >= this.most) throw new Refusal('request.unavailable');
    this.users.add(userId);
    let isTaken = true;
    return () => {
      if (isTaken) this.users.delete(userId);
      isTaken = false;
    };
  }
}
