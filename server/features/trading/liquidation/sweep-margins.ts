import { Injectable } from '@nestjs/common';
import { Failures } from '../../../platform/database/failures.js';
import { type AccountKey, FollowOpenPositions } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';
import type { DueMargins } from './due-margins.store.js';
import { FindDueMargins } from './find-due-margins.js';
import { MissedMargins } from './missed-margins.js';
import { ReachedMargins } from './reached-margins.js';

/** Batch size of decisions: small enough that the marks are still current at the execution. */
const AT_ONCE = 250;
const NAMED = 20;
/**
 * After so many consecutive sweeps that found a position due right after a change, the index is taken to miss such changes: it
 * follows each change within a second, so one miss alone may be a coincidence.
 */
const CHANGED_SWEEPS = 3;

/**
 * Checks every open position and account from rows and tape alone, and passes those that are due and that the index has not reached to the same exact
 * decision as the index does, so that a false positive has no effect. Positions that the index has reached are left to it until
 * the next sweep finds them again. Sweeps of several workers may overlap, as the index's own decisions do.
 */
@Injectable()
export class SweepMargins {
  /** Rows that the index had reached at the previous sweep. */
  private waiting = new Set<number | AccountKey>();
  /** Sweeps in a row, up to the previous one, that liquidated something right after a change. */
  private changedSweeps = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly find: FindDueMargins,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly reached: ReachedMargins,
    private readonly checkMargins: CheckMargins,
    private readonly missedMargins: MissedMargins,
  ) {}

  /** One sweep at a time: a call during one waits for it. */
  execute(rows?: number): Promise<void> {
    this.running ??= this.sweep(rows).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async sweep(rows?: number): Promise<void> {
    // Before the index is loaded, comparing with it would report every due position as missed.
    if (!this.missedMargins.mayLook(this.followOpenPositions.loaded)) return;
    const began = performance.now();
    const waiting = new Set<number | AccountKey>();
    const failures = new Failures();
    let changedCount = 0;
    for await (const { due, changed } of this.find.slices(rows)) {
      const { missed, late, left } = this.divided(due);
      // An account that changes every few seconds is decided like the others; one such sweep says nothing of the index.
      const lately = this.divided(changed);
      const inHand = [left, lately.left].flatMap(({ ids, accounts }) => [...ids, ...accounts]);
      for (const each of inHand) waiting.add(each);
      this.missedMargins.inHand(inHand.length);
      this.missedMargins.miss(await this.handOver(missed, failures), named(missed));
      for (const each of [late, lately.late]) this.missedMargins.late(await this.handOver(each, failures));
      const count = await this.handOver(lately.missed, failures);
      changedCount += count;
      if (this.changedSweeps + 1 < CHANGED_SWEEPS) this.missedMargins.changed(count);
      else this.missedMargins.miss(count, named(lately.missed));
    }
    this.waiting = waiting;
    this.changedSweeps = changedCount > 0 ? this.changedSweeps + 1 : 0;
    this.missedMargins.done((performance.now() - began) / 1000);
    failures.end();
  }

  /** Rows that the index missed, rows that it had already reached at the previous sweep, and rows that are left to it. */
  private divided({ ids, accounts }: DueMargins): Record<'missed' | 'late' | 'left', DueMargins> {
    const inHand = this.reached.inHand();
    const isMissed = (each: number | AccountKey) => !inHand.has(each);
    const isLate = (each: number | AccountKey) => inHand.has(each) && this.waiting.has(each);
    const isLeft = (each: number | AccountKey) => inHand.has(each) && !this.waiting.has(each);
    const those = (isWanted: (each: number | AccountKey) => boolean): DueMargins => ({
      ids: ids.filter(isWanted),
      accounts: accounts.filter(isWanted),
    });
    return { missed: those(isMissed), late: those(isLate), left: those(isLeft) };
  }

  /** Number of liquidations: positions closed, in part or wholly, and those that needed only their orders cancelled. */
  private async handOver({ ids, accounts }: DueMargins, failures: Failures): Promise<number> {
    let decided = 0;
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      decided += await failures.apart(() => this.decide(ids.slice(from, from + AT_ONCE), []), 0);
    }
    for (let from = 0; from < accounts.length; from += AT_ONCE) {
      decided += await failures.apart(() => this.decide([], accounts.slice(from, from + AT_ONCE)), 0);
    }
    return decided;
  }

  private async decide(ids: number[], accounts: AccountKey[]): Promise<number> {
    const { closed, cancelled } = await this.checkMargins.settle(ids, accounts);
    return closed + cancelled;
  }
}

function named({ ids, accounts }: DueMargins): string {
  return [
    ...ids.slice(0, NAMED).map((id) => `position ${id}`),
    ...accounts.slice(0, NAMED).map((key) => `account ${key}`),
  ].join(', ');
}
