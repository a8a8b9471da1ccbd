import { Refusal } from '../../../platform/http/refusal.js';

/** For files that are written while they are read. */
const PLACES = 4;

/** How many files this process writes, or reports it reckons, at the same time: one for a user, a few over all. */
export class ExportPlaces {
  private readonly users = new Set<string>();

  constructor(private readonly most = PLACES) {}

  /** Answers how to give the place back, once or more often. @throws Refusal `exports.one-at-a-time`, `request.unavailable`. */
  take(userId: string): () => void {
    if (this.users.has(userId)) throw new Refusal('exports.one-at-a-time');
    if (this.users.size >= this.most) throw new Refusal('request.unavailable');
    this.users.add(userId);
    let isTaken = true;
    return () => {
      if (isTaken) this.users.delete(userId);
      isTaken = false;
    };
  }
}
