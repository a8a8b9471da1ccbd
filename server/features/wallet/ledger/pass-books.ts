import { Injectable } from '@nestjs/common';
import { CheckBooks } from './check-books.js';
import { CheckRound } from './check-round.js';
import { registeredInvariants } from './invariants.js';

/**
 * Goes on with the pass through the whole book between two checks, so that it is through in a night. What it finds is
 * suspect from then on, and the check that follows at once judges it.
 */
@Injectable()
export class PassBooks {
  constructor(
    private readonly checkRound: CheckRound,
    private readonly checkBooks: CheckBooks,
  ) {}

  /** One step, of some slices with a snapshot each. Answers whether it found something that nobody let stand. */
  async execute(): Promise<boolean> {
    const found = await this.checkRound.goOnWithPass(registeredInvariants());
    const isBroken = found.some(({ isQuarantined }) => !isQuarantined);
    if (isBroken) await this.checkBooks.executeAnew();
    return isBroken;
  }
}
