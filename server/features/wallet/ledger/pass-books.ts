import { Injectable } from '@nestjs/common';
import { BooksProgressStore } from './books-progress.store.js';
import { CheckBooks } from './check-books.js';
import { CheckRound } from './check-round.js';
import { registeredInvariants } from './invariants.js';

/** So long after a pass none is begun here: small books would be read from end to end with each step, and the checks do so each minute. */
export const REST_SECONDS = 600;

/**
 * Goes on with the pass through the whole book between two checks, so that it is through in a night. What it finds is
 * suspect from then on, and the check that follows at once judges it.
 */
@Injectable()
export class PassBooks {
  constructor(
    private readonly checkRound: CheckRound,
    private readonly checkBooks: CheckBooks,
    private readonly progress: BooksProgressStore,
  ) {}

  /** One step, of some slices with a snapshot each. Answers whether it found something that nobody let stand. */
  async execute(): Promise<boolean> {
    if (await this.isResting()) return false;
    const found = await this.checkRound.goOnWithPass(registeredInvariants());
    const isBroken = found.some(({ isQuarantined }) => !isQuarantined);
    if (isBroken) await this.checkBooks.executeAnew();
    return isBroken;
  }

  /** Between two passes; one that is under way goes on. */
  private async isResting(): Promise<boolean> {
    const { places } = await this.progress.pass();
    return places.size === 0 && (await this.progress.secondsSincePass()) < REST_SECONDS;
  }
}
