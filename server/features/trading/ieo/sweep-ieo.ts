import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { ParkedRows, sweepRows } from '../../../platform/jobs/sweep-rows.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type DueProject, type IeoStep, IeoWorkStore, type Worked } from './ieo-work.store.js';
import { SealAllotment } from './seal-allotment.js';

/** Applications of one transaction: enough for set-based work, and little to do again when it is killed. */
const AT_ONCE = 5000;
const LANES = 2;
/** Sales that are read at once; all that are due have their turn in one sweep. */
const PROJECTS_AT_ONCE = 200;
/** Pages of one sweep; the next sweep goes on. */
const PAGES_MAX = 400;
/** Releases are of all sales at once. */
const NO_PROJECT = { projectId: 0, round: 0 };
/** A round that is not due yet, and rows that changed since they were read: the next sweep looks again. */
const AGAIN = ['IE002', 'IE006', 'IE007'];

/**
 * Does what has fallen due of every sale: seals applications and rounds, tells what they gave, ends what was not paid for
 * and what nobody listed in time, delivers what two operators listed, and releases. Any number of sweeps may run at once, be repeated, or be killed at any instant: each step says by
 * itself, under its locks and by the database's clock, whether it is due.
 */
@Injectable()
export class SweepIeo {
  private readonly logger = new Logger(SweepIeo.name);
  private readonly parked = new Map<string, ParkedRows>();

  constructor(
    private readonly store: IeoWorkStore,
    private readonly sealAllotment: SealAllotment,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** @returns how many steps of applications were taken. */
  async execute(): Promise<number> {
    const at = new Date(this.clock.now());
    const ended = await this.transactions.run((tx) => this.store.expire(tx, at));
    if (ended > 0) this.logger.warn(`${ended} sales were not listed in time: everything goes back.`);
    let steps = 0;
    const failures = new Failures();
    // What stops one sale holds up neither the others nor what is released.
    for (let after = 0; ; ) {
      const due = await this.store.due(at, after, PROJECTS_AT_ONCE);
      for (const project of due) {
        steps += await failures.apart(() => this.advance(project, at, failures), 0);
      }
      if (due.length < PROJECTS_AT_ONCE) break;
      after = due.at(-1)?.id ?? after;
    }
    steps += await failures.apart(
      () => this.sweep(NO_PROJECT, at, failures, 'release', (tx, given) => this.store.release(tx, given)),
      0,
    );
    this.metrics.ieoLagSeconds.set(await this.store.lagSeconds(at));
    if (steps > 0) this.logger.log(`${steps} steps of applications taken.`);
    failures.end();
    return steps;
  }

  private async advance(project: DueProject, at: Date, failures: Failures): Promise<number> {
    const { id, isCancelled, isListed } = project;
    const of = { projectId: id, round: 0 };
    try {
      if (isCancelled)
        return await this.sweep(of, at, failures, 'giveBack', (tx, given) => this.store.giveBack(tx, id, given));
      if (!isListed) return await this.rounds(project, at, failures);
      return await this.sweep(of, at, failures, 'lock', (tx, given) => this.store.lock(tx, id, given));
    } catch (error) {
      if (!AGAIN.includes(sqlStateOf(error) ?? '')) throw error;
      this.logger.warn(`Sale ${project.id}: ${String(error)}`);
      return 0;
    }
  }

  private async rounds(project: DueProject, at: Date, failures: Failures): Promise<number> {
    const { id } = project;
    if (!(await this.store.rounds(id)).has(0)) await this.sealAllotment.close(project, at);
    const steps = await this.round(project, 1, at, failures);
    const lapsed = await this.sweep({ projectId: id, round: 0 }, at, failures, 'lapse', (tx, given) =>
      this.store.lapse(tx, id, given),
    );
    return steps + lapsed + (await this.round(project, 2, at, failures));
  }

  private async round(project: DueProject, round: 1 | 2, at: Date, failures: Failures): Promise<number> {
    const { id } = project;
    const sealed = await this.store.rounds(id);
    const applied = sealed.get(0)?.root;
    if (applied === undefined || sealed.get(round)?.isSettled === true) return 0;
    if (!sealed.has(round)) {
      try {
        if (!(await this.sealAllotment.execute(project, round, applied, at))) return 0;
      } catch (error) {
        if (sqlStateOf(error) === 'IE007') return 0;
        throw error;
      }
    }
    const steps = await this.sweep({ projectId: id, round }, at, failures, 'settle', (tx, given) =>
      this.store.settle(tx, id, round, given),
    );
    await this.transactions.run((tx) => this.store.settled(tx, id, round, at));
    return steps;
  }

  /** An application that fails holds up no other: why it does is among the failures. */
  private async sweep(
    of: { projectId: number; round: number },
    at: Date,
    failures: Failures,
    step: IeoStep,
    take: (tx: Transaction, given: { limit: number; at: Date; only: readonly string[] }) => Promise<Worked>,
  ): Promise<number> {
    const work = (only: readonly string[]) =>
      this.transactions.run(async (tx) => {
        const { applications, userIds } = await take(tx, { limit: only.length, at, only });
        this.outbox.announce(tx, [...new Set(userIds)]);
        return applications;
      });
    const due = (limit: number, except: readonly string[]) => this.store.dueOf(step, { ...of, at, limit, except });
    // An application that fails in one round may be settled in the other.
    const name = `${step} ${of.round}`;
    const parked = this.parked.get(name) ?? new ParkedRows(this.clock);
    this.parked.set(name, parked);
    const swept = await sweepRows({ due, work, atOnce: AT_ONCE, lanes: LANES, pagesMax: PAGES_MAX, parked });
    for (const failure of swept.failures) failures.keep(failure);
    return swept.done;
  }
}
