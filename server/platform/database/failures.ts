import { endsPass } from './transaction.js';

/** How many failures a pass says in words. */
const NAMED = 5;

/**
 * What failed in a pass over rows that have nothing to do with one another: a row that always fails must not keep the others
 * from being acted on, and its failure must not pass unseen either.
 */
export class Failures {
  private readonly all: unknown[] = [];

  /**
   * Does the work for one row, or for some. A failure is kept for the end.
   * @returns what the work answers, or `otherwise` when it failed
   * @throws at once what concerns the whole process: trying the next row is of no use then.
   */
  async apart<Answer>(work: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (endsPass(error)) throw error;
      this.keep(error);
      return otherwise;
    }
  }

  /** Keeps what failed of one row for the end. */
  keep(failure: unknown): void {
    this.all.push(failure);
  }

  /** @throws what failed, once everything else is done. */
  end(): void {
    if (this.all.length === 1) throw this.all[0];
    if (this.all.length > 1) throw new AggregateError(this.all, this.all.map(String).slice(0, NAMED).join('; '));
  }
}
