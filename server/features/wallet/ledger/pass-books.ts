import { Injectable } from '@nestjs/common';
import { isBroken } from './findings.js';
import { BooksProgressStore } from './books-progress.store.js';
import { CheckBooks } from './check-books.js';
import { CheckRound } from './check-round.js';
import { registeredInvariants } from './invariants.js';

/**
 * Minimum pause between passes: a small book fits into one step and would be read completely every time, as the check of every
 * minute does already.
 */
export const REST_SECONDS = 600;

/**
 * Continues the pass through the whole book between two checks, so that it completes in a night. A violation makes its slice
 * suspect, and a check that runs at once judges it.
 */
@Injectable()
export class PassBooks {
  constructor(
    private readonly checkRound: CheckRound,
    private readonly checkBooks: CheckBooks,
    private readonly progress: BooksProgressStore,
  ) {}

  /** One step of several slices, each in its own snapshot. Returns whether it found a violation outside quarantine. */
  async execute(): Promise<boolean> {
    if (await this.isResting()) return false;
    const found = await this.checkRound.goOnWithPass(registeredInvariants());
    const isStopping = found.some(isBroken);
    if (isStopping) await this.checkBooks.executeAnew();
    return isStopping;
  }

  /** Whether the pause between two passes is running; a pass in progress continues. */
  private async isResting(): Promise<boolean> {
    const { places } = await this.progress.pass();
    return places.size === 0 && (await this.progress.secondsSincePass()) < REST_SECONDS;
  }
}
