import { Injectable } from '@nestjs/common';
import { after, BEGINNING, BooksStore } from './books.store.js';
import { byInvariant, type CheckedInvariant, type Found, isBroken } from './findings.js';
import { BooksProgressStore, type Pass, type Place, type Suspect } from './books-progress.store.js';
import type { Invariant } from './invariants.js';
import { registeredSubjects, type Subject } from './subjects.js';

/** Upper bounds of one round. */
export interface RoundLimits {
  /** Total weight of rows of the pass through the whole book. */
  rows: number;
  /** Suspect slices: those with earlier violations. */
  suspects: number;
  /** Slices of new journals, or of new seals: with more than this the round is incomplete, reports so, and the next one continues. */
  slices: number;
  /** The newest rows of each table among which those without a journal are looked for: some milliseconds each. */
  newest: number;
  /**
   * A look: its findings and its progress are not stored, and the pass does not go on. Only workers store them
   * (decision 156).
   */
  isLook?: true;
}

/** Weight of rows in one step of the pass: about half a second of reading. */
export const PASS_ROWS = 15_000;
/**
 * Weight of the pass within a round. Small, so that new journals are checked soon: until a violation is found, the broken book goes on
 * trading. Separate steps do most of the pass.
 */
const ROUND_PASS_ROWS = 5_000;
const LIMITS: RoundLimits = { rows: ROUND_PASS_ROWS, suspects: 50, slices: 100, newest: 10_000 };
const NEW_JOURNALS = 'journals';
const PASS = 'pass';
const ALL = 1_000_000;

/** Parts of a round, in their order: small tables, suspect slices, new journals, new seals, rows without a journal, the pass. */
export type RoundPart = 'small' | 'suspect' | 'new' | 'chains' | 'unbooked' | 'pass';

/** Violations of a round, and whether it covered everything new and suspect. */
export interface Round {
  checked: CheckedInvariant[];
  isComplete: boolean;
  /** Why a part was not checked; findings of the other parts count all the same. */
  failure: unknown;
  /** Seconds that each part took. */
  took: Partial<Record<RoundPart, number>>;
}

/**
 * An incremental check of the books whose duration does not depend on their size. It covers the journals since the last verified
 * seal with the rows they refer to; new entries of the audit log; the newest rows without a journal; small tables; suspect
 * slices; and the next rows of the pass through the whole book, which takes one round for a small book and hours for a large
 * one, mostly in separate steps (`PassBooks`).
 */
@Injectable()
export class CheckRound {
  /** The parts that are being checked, and since when: a check that does not end says what holds it. */
  private readonly running = new Map<RoundPart, number>();

  constructor(
    private readonly books: BooksStore,
    private readonly progress: BooksProgressStore,
  ) {}

  async execute(invariants: readonly Invariant[], limits = LIMITS): Promise<Round> {
    const found: Found[] = [];
    const took: Round['took'] = {};
    let failure: unknown = null;
    const isDone = async (part: RoundPart, work: () => Promise<boolean>): Promise<boolean> => {
      const began = performance.now();
      this.running.set(part, began);
      try {
        return await work();
      } catch (error) {
        failure ??= error;
        return false;
      } finally {
        this.running.delete(part);
        took[part] = (performance.now() - began) / 1000;
      }
    };
    const parts = [
      await isDone('small', () => this.checkSmall(invariants, found)),
      await isDone('suspect', () => this.lookAgain(invariants, limits, found)),
      await isDone('new', () => this.checkNew(invariants, limits, found)),
      await isDone('chains', () => this.checkChains(invariants, limits, found)),
      await isDone('unbooked', () => this.checkUnbooked(invariants, limits, found)),
      limits.isLook ?? (await isDone('pass', () => this.goOn(invariants, limits, found))),
    ];
    return { checked: byInvariant(invariants, found), isComplete: parts.every(Boolean), failure, took };
  }

  /** The parts that are being checked now, each with the seconds that it has taken so far. */
  underWay(): { part: RoundPart; seconds: number }[] {
    return [...this.running].map(([part, began]) => ({ part, seconds: (performance.now() - began) / 1000 }));
  }

  /** A round that stores nothing, for a report: all that is new, small or suspect, and none of the pass. */
  look(invariants: readonly Invariant[]): Promise<Round> {
    return this.execute(invariants, { ...LIMITS, isLook: true });
  }

  /** One step of the pass alone; answers what it found, which the next round looks at again. */
  async goOnWithPass(invariants: readonly Invariant[]): Promise<Found[]> {
    const found: Found[] = [];
    await this.goOn(invariants, { ...LIMITS, rows: PASS_ROWS }, found);
    return found;
  }

  /** Current violations of an invariant that was violated before or may have been since. */
  async standing(invariant: Invariant): Promise<CheckedInvariant[]> {
    const found = await this.books.checkWhole('round', [invariant]);
    for (const suspect of await this.progress.suspects(ALL)) {
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

  private async checkSmall(invariants: readonly Invariant[], found: Found[]): Promise<boolean> {
    found.push(...(await this.books.checkWhole('round', invariants)));
    return true;
  }

  /** With more suspect slices than one round can check, the books must not be declared in order. */
  private async lookAgain(invariants: readonly Invariant[], limits: RoundLimits, all: Found[]): Promise<boolean> {
    const suspects = await this.progress.countSuspects();
    for (const suspect of await this.progress.suspects(limits.suspects)) {
      const found = await this.checkSlice(suspect, invariants);
      all.push(...found);
      if (limits.isLook) continue;
      if (found.length === 0) await this.progress.acquit(suspect);
      else await this.progress.note(suspect, { isLetStand: !found.some(isBroken) });
    }
    return suspects <= limits.suspects;
  }

  private checkSlice({ subject, range }: Suspect, invariants: readonly Invariant[]): Promise<Found[]> {
    if (subject === NEW_JOURNALS) return this.books.checkJournals(range, invariants);
    if (subject === PASS) return this.books.checkWhole('pass', invariants);
    const known = registeredSubjects().find(({ table }) => table === subject);
    return known ? this.books.checkRows(known, range, invariants) : Promise.resolve([]);
  }

  /** The range from the last verified seal to the newest journal. */
  private async checkNew(invariants: readonly Invariant[], limits: RoundLimits, found: Found[]): Promise<boolean> {
    const newest = BigInt(await this.books.newestJournal());
    let first = after({ first: '0', last: await this.progress.verifiedTo() });
    let isContiguous = true;
    for (let slices = 0; slices < limits.slices; slices += 1) {
      const slice = await this.books.checkJournalsFrom(first, invariants);
      if (!slice) return true;
      const { range, sealedTo } = slice;
      // Recorded before the watermark moves: after a crash between the two, the slice is checked again.
      await this.recordFindings({ subject: NEW_JOURNALS, range }, slice.found, { all: found, limits });
      const isSealed = BigInt(range.last) <= BigInt(sealedTo);
      // Behind a slice that was not sealed whole there may be journals that its snapshot did not see yet.
      if (isContiguous && !limits.isLook) await this.progress.verify(isSealed ? range.last : sealedTo);
      isContiguous &&= isSealed;
      if (BigInt(range.last) >= newest) return true;
      first = after(range);
    }
    return false;
  }

  /** The range from the last verified seal of each chain to its newest. */
  private async checkChains(invariants: readonly Invariant[], limits: RoundLimits, all: Found[]): Promise<boolean> {
    let isThrough = true;
    for (const subject of registeredSubjects().filter(({ isChain }) => isChain)) {
      isThrough = (await this.checkChain(subject, invariants, limits, all)) && isThrough;
    }
    return isThrough;
  }

  private async checkChain(
    subject: Subject,
    invariants: readonly Invariant[],
    limits: RoundLimits,
    all: Found[],
  ): Promise<boolean> {
    let first = after({ first: '0', last: await this.progress.chainVerifiedTo(subject.table) });
    for (let slices = 0; slices < limits.slices; slices += 1) {
      const slice = await this.books.checkRowsFrom(subject, first, subject.sliceRows, invariants);
      if (!slice) return true;
      await this.recordFindings({ subject: subject.table, range: slice.range }, slice.found, { all, limits });
      if (!limits.isLook) await this.progress.verifyChain(subject.table, slice.range.last);
      first = after(slice.range);
    }
    return false;
  }

  /** Rows without a journal cannot be found through journals, and the pass may take hours to reach them. */
  private async checkUnbooked(invariants: readonly Invariant[], limits: RoundLimits, all: Found[]): Promise<boolean> {
    for (const { subject, rows } of await this.books.unbooked(registeredSubjects(), limits.newest)) {
      for (const row of rows) {
        const range = { first: row, last: row };
        const found = await this.books.checkRows(subject, range, invariants);
        await this.recordFindings({ subject: subject.table, range }, found, { all, limits });
      }
    }
    return true;
  }

  /** The next rows of the pass through the whole book. */
  private async goOn(invariants: readonly Invariant[], limits: RoundLimits, all: Found[]): Promise<boolean> {
    const pass = await this.progress.pass();
    let left = limits.rows;
    for (const subject of registeredSubjects()) {
      let place = await this.placeOf(pass, subject);
      while (place.next !== null) {
        if (left <= 0) return true;
        const slice = await this.books.checkRowsFrom(subject, place.next, left, invariants);
        if (slice)
          await this.recordFindings({ subject: subject.table, range: slice.range }, slice.found, { all, limits });
        const next = slice && after(slice.range);
        const isThrough = next === null || place.last === null || BigInt(next) > BigInt(place.last);
        place = { ...place, next: isThrough ? null : next };
        left -= slice?.weight ?? 0;
        await this.progress.setPlace(pass, subject.table, place);
      }
    }
    const found = await this.books.checkWhole(PASS, invariants);
    await this.recordFindings({ subject: PASS, range: { first: '0', last: '0' } }, found, { all, limits });
    await this.progress.endPass(pass);
    return true;
  }

  /** The end of a table is fixed when the pass reaches it: rows added later are checked as new ones. */
  private async placeOf({ places }: Pass, subject: Subject): Promise<Place> {
    return places.get(subject.table) ?? { next: BEGINNING, last: await this.books.lastRow(subject) };
  }

  /** What two operators let stand makes no slice suspect. */
  private async recordFindings(
    suspect: Suspect,
    found: readonly Found[],
    { all, limits }: { all: Found[]; limits: RoundLimits },
  ): Promise<void> {
    if (found.some(isBroken) && !limits.isLook) await this.progress.suspect(suspect);
    all.push(...found);
  }
}
