import { Injectable, Logger } from '@nestjs/common';
import { BOOKS, type Book } from '../../../contract/books.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { CheckedInvariant } from './findings.js';
import { BooksProgressStore } from './books-progress.store.js';
import { CheckRound, type Round } from './check-round.js';
import { registeredInvariants } from './invariants.js';
import { TradingModeStore } from './trading-mode.store.js';
import { TradingMode } from './trading-mode.js';

/** What a look found, and whether it was one at everything. */
export type Look = Pick<Round, 'checked' | 'isComplete'>;

/** Checks the books round by round; a violation switches its book to cancel-only. */
@Injectable()
export class CheckBooks {
  private readonly logger = new Logger(CheckBooks.name);
  private running: Promise<CheckedInvariant[]> | null = null;
  private looking: Promise<Look> | null = null;

  constructor(
    private readonly checkRound: CheckRound,
    private readonly progress: BooksProgressStore,
    private readonly mode: TradingMode,
    private readonly modeStore: TradingModeStore,
    private readonly metrics: Metrics,
  ) {}

  /** Returns the results. A call during a run shares that run's result. */
  execute(): Promise<CheckedInvariant[]> {
    this.running ??= this.check().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** A check that begins after the call: the one in progress may have read before the caller changed the books. */
  async executeAnew(): Promise<CheckedInvariant[]> {
    await this.running?.catch(() => undefined);
    return this.execute();
  }

  /**
   * What a check would find now, with the same consequences for a book, and nothing kept of it: for the desk, whose process may
   * be a gateway. It begins after it was asked for. One that is not complete found nothing where it did not look.
   */
  async look(): Promise<Look> {
    await this.looking?.catch(() => undefined);
    this.looking ??= this.judged(() => this.checkRound.look(registeredInvariants())).finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** Parts that this process is checking, for the log of a late check: `new for 41 s`; empty when it checks nothing. */
  underWay(): string {
    return this.checkRound
      .underWay()
      .map(({ part, seconds }) => `${part} for ${Math.round(seconds)} s`)
      .join(', ');
  }

  private async check(): Promise<CheckedInvariant[]> {
    return (await this.judged(() => this.checkRound.execute(registeredInvariants()))).checked;
  }

  private async judged(round: () => Promise<Round>): Promise<Look> {
    const began = performance.now();
    const { checked, isComplete, failure, took } = await round();
    this.metrics.booksCheckSeconds.set((performance.now() - began) / 1000);
    for (const [part, seconds] of Object.entries(took)) this.metrics.booksCheckPartSeconds.set({ part }, seconds);
    this.metrics.booksPassedSecondsAgo.set(await this.progress.secondsSincePass());
    for (const { name, says, rows, late } of checked) {
      if (rows.length > 0) this.logger.error({ invariant: name, says, rows: rows.slice(0, 5) });
      // The watch of each kind of work raises the alarm in time: here it is said what is late, and that anything is.
      if (late.length > 0) this.logger.warn({ late: name, says, rows: late.slice(0, 5) });
    }
    if (!isComplete && failure === null)
      this.logger.warn('There was more than one check looks at; the next one goes on.');
    for (const book of BOOKS) await this.judge(book, checked, isComplete);
    // Violations of the other parts have been acted on by then.
    if (failure !== null) throw failure;
    return { checked, isComplete };
  }

  private async judge(book: Book, checked: CheckedInvariant[], isComplete: boolean): Promise<void> {
    const broken = brokenFor(book, checked);
    const quarantined = checked.flatMap((one) => one.quarantined).filter((row) => isAbout(book, row)).length;
    this.metrics.booksBroken.set({ book }, broken.length);
    this.metrics.booksQuarantined.set({ book }, quarantined);
    const late = checked.filter((one) => one.late.some((row) => isAbout(book, row)));
    this.metrics.booksWorkLate.set({ book }, late.length);
    // An unfinished round does not count as a check; if that persists, the check is late, which raises an alarm.
    if (isComplete || broken.length > 0) await this.modeStore.noteChecked(book, broken.length === 0);
    if (broken.length > 0) await this.mode.stop(book, causeOf(broken));
  }
}

/** Why a book was stopped. */
function causeOf(broken: readonly string[]): string {
  return `The books break ${broken.join(', ')}.`;
}

/** The invariants that a cause names, so that it can be shown in another language; none: it is free text. */
export function brokenIn(cause: string): string[] {
  const names = /^The books break ([A-Z][0-9]+[a-z-]*(?:, [A-Z][0-9]+[a-z-]*)*)\.$/.exec(cause)?.[1];
  return names === undefined ? [] : names.split(', ');
}

/** Names of the invariants with violations of a book outside quarantine. */
export function brokenFor(book: Book, checked: readonly CheckedInvariant[]): string[] {
  return checked.filter(({ rows }) => rows.some((row) => isAbout(book, row))).map(({ name }) => name);
}

function isAbout(book: Book, row: { book: string }): boolean {
  return row.book === book || row.book === 'both';
}
