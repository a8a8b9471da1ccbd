import { Injectable } from '@nestjs/common';
import { after, BooksStore, byInvariant, type CheckedInvariant, type Found } from './books.store.js';
import { BooksProgressStore, type Suspect } from './books-progress.store.js';
import type { Invariant } from './invariants.js';
import { registeredSubjects } from './subjects.js';

/** What a round looks at, at most. */
export interface RoundLimits {
  /** Of the whole book, by the weight of its rows: about half a second of reading, and the whole of twenty million postings in a day. */
  rows: number;
  /** Slices in which something was found before. */
  suspects: number;
  /** Slices of new journals: a round that has more goes on in the next, and says so. */
  slices: number;
}

const LIMITS: RoundLimits = { rows: 15_000, suspects: 50, slices: 100 };
const NEW_JOURNALS = 'journals';
const PASS = 'pass';

/** What a round found, and whether it has seen the newest journal. */
export interface Round {
  checked: CheckedInvariant[];
  isComplete: boolean;
}

/**
 * One look at the books, which takes as long for a book of a hundred million postings as for a small one: all that was
 * booked since the last verified seal with whatever it is about; what is small; the slices in which something was found
 * before; and the next rows of a pass through the whole book, which takes hours there and one round here.
 */
@Injectable()
export class CheckRound {
  constructor(
    private readonly books: BooksStore,
    private readonly progress: BooksProgressStore,
  ) {}

  async execute(invariants: readonly Invariant[], limits = LIMITS): Promise<Round> {
    const found = await this.books.checkWhole('round', invariants);
    found.push(...(await this.lookAgain(invariants, limits)));
    const isComplete = await this.checkNew(invariants, limits, found);
    found.push(...(await this.goOn(invariants, limits)));
    return { checked: byInvariant(invariants, found), isComplete };
  }

  /** What stands of an invariant now, where it was found before or can have been broken since. */
  async standing(invariant: Invariant): Promise<CheckedInvariant[]> {
    const found = await this.books.checkWhole('round', [invariant]);
    for (const suspect of await this.progress.suspects(LIMITS.suspects)) {
      found.push(...(await this.checkSlice(suspect, [invariant])));
    }
    let first = after({ first: '0', last: await this.progress.verifiedTo() });
    for (;;) {
      const slice = await this.books.checkJournalsFrom(first, [invariant]);
      if (!slice) return byInvariant([invariant], found);
      found.push(...slice.found);
      first = after(slice.range);
    }
  }

  private async lookAgain(invariants: readonly Invariant[], limits: RoundLimits): Promise<Found[]> {
    const all: Found[] = [];
    for (const suspect of await this.progress.suspects(limits.suspects)) {
      const found = await this.checkSlice(suspect, invariants);
      if (found.length === 0) await this.progress.acquit(suspect);
      else await this.progress.note(suspect, { isLetStand: found.every(({ isQuarantined }) => isQuarantined) });
      all.push(...found);
    }
    return all;
  }

  private checkSlice({ subject, range }: Suspect, invariants: readonly Invariant[]): Promise<Found[]> {
    if (subject === NEW_JOURNALS) return this.books.checkJournals(range, invariants);
    if (subject === PASS) return this.books.checkWhole('pass', invariants);
    const known = registeredSubjects().find(({ table }) => table === subject);
    return known ? this.books.checkRows(known, range, invariants) : Promise.resolve([]);
  }

  /** From the last verified seal to the newest journal. */
  private async checkNew(invariants: readonly Invariant[], limits: RoundLimits, found: Found[]): Promise<boolean> {
    let first = after({ first: '0', last: await this.progress.verifiedTo() });
    for (let slices = 0; slices < limits.slices; slices += 1) {
      const slice = await this.books.checkJournalsFrom(first, invariants);
      if (!slice) return true;
      const { range, sealedTo } = slice;
      found.push(...slice.found);
      // Noted before the place moves on: whatever dies between the two, the slice is looked at again.
      if (slice.found.length > 0) await this.progress.suspect({ subject: NEW_JOURNALS, range });
      await this.progress.verify(BigInt(range.last) < BigInt(sealedTo) ? range.last : sealedTo);
      first = after(range);
    }
    return false;
  }

  /** The next rows of the pass through the whole book. */
  private async goOn(invariants: readonly Invariant[], limits: RoundLimits): Promise<Found[]> {
    const all: Found[] = [];
    const places = await this.progress.places();
    let left = limits.rows;
    for (const subject of registeredSubjects()) {
      let next = places.has(subject.table) ? (places.get(subject.table) ?? null) : '0';
      while (next !== null) {
        if (left <= 0) return all;
        const slice = await this.books.checkRowsFrom(subject, next, left, invariants);
        if (slice) await this.keep({ subject: subject.table, range: slice.range }, slice.found, all);
        next = slice && after(slice.range);
        left -= slice?.weight ?? 0;
        await this.progress.setPlace(subject.table, next);
      }
    }
    const found = await this.books.checkWhole(PASS, invariants);
    await this.keep({ subject: PASS, range: { first: '0', last: '0' } }, found, all);
    await this.progress.endPass();
    return all;
  }

  private async keep(suspect: Suspect, found: readonly Found[], all: Found[]): Promise<void> {
    if (found.length > 0) await this.progress.suspect(suspect);
    all.push(...found);
  }
}
