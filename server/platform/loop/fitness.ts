import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { OwnSchema } from '../database/own-schema.store.js';

/**
 * Whether this process may do the work of its roles: it knows what time it is, and it has found the database to be of its own
 * version once. Loops with a role, jobs and the lease of the feed ask; others do that work meanwhile, or it waits.
 */
@Injectable()
export class Fitness {
  constructor(
    private readonly clock: Clock,
    private readonly schema: OwnSchema,
  ) {}

  isFit(): boolean {
    return this.schema.isMet && this.clock.isRight();
  }

  /** Calls back once the database is of this version: at once where it is. The clock may be wrong then, and again later. */
  onceMet(begin: () => void): void {
    this.schema.onceMet(begin);
  }
}
