import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { whenAllEnd } from '../../../platform/jobs/in-lanes.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type DueProject, IeoWorkStore, type Worked } from './ieo-work.store.js';
import { SealAllotment } from './seal-allotment.js';

/** Applications of one transaction: enough for set-based work, and little to do again when it is killed. */
const AT_ONCE = 5000;
const LANES = 2;
/** Sales that are read at once; all that are due have their turn in one sweep. */
const PROJECTS_AT_ONCE = 200;
/** Transactions of one lane of one sweep; the next sweep goes on. */
const MOST_BATCHES = 400;
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
    const failures: unknown[] = [];
    // What stops one sale holds up neither the others nor what is released.
    for (let after = 0; ; ) {
      const due = await this.store.due(at, after, PROJECTS_AT_ONCE);
      for (const project of due) {
        try {
          steps += await this.advance(project, at);
        } catch (error) {
          failures.push(error);
        }
      }
      if (due.length < PROJECTS_AT_ONCE) break;
      after = due.at(-1)?.id ?? after;
    }
    steps += await this.inLanes((tx) => this.store.release(tx, { limit: AT_ONCE, at }));
    this.metrics.ieoLagSeconds.set(await this.store.lagSeconds(at));
    if (steps > 0) this.logger.log(`${steps} steps of applications taken.`);
    if (failures.length > 0) throw failures[0];
    return steps;
  }

  private async advance(project: DueProject, at: Date): Promise<number> {
    try {
      if (project.isCancelled)
        return await this.inLanes((tx) => this.store.giveBack(tx, project.id, { limit: AT_ONCE, at }));
      if (!project.isListed) return await this.rounds(project, at);
      return await this.inLanes((tx) => this.store.lock(tx, project.id, { limit: AT_ONCE, at }));
    } catch (error) {
      if (!AGAIN.includes(sqlStateOf(error) ?? '')) throw error;
      this.logger.warn(`Sale ${project.id}: ${String(error)}`);
      return 0;
    }
  }

  private async rounds(project: DueProject, at: Date): Promise<number> {
    if (!(await this.store.rounds(project.id)).has(0)) await this.sealAllotment.close(project, at);
    const steps = await this.round(project, 1, at);
    const lapsed = await this.inLanes((tx) => this.store.lapse(tx, project.id, { limit: AT_ONCE, at }));
    return steps + lapsed + (await this.round(project, 2, at));
  }

  private async round(project: DueProject, round: 1 | 2, at: Date): Promise<number> {
    const sealed = await this.store.rounds(project.id);
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
    const steps = await this.inLanes((tx) => this.store.settle(tx, project.id, round, { limit: AT_ONCE, at }));
    await this.transactions.run((tx) => this.store.settled(tx, project.id, round, at));
    return steps;
  }

  private async inLanes(batch: (tx: Transaction) => Promise<Worked>): Promise<number> {
    const done = await whenAllEnd(Array.from({ length: LANES }, () => this.lane(batch)));
    return done.reduce((sum, steps) => sum + steps, 0);
  }

  private async lane(batch: (tx: Transaction) => Promise<Worked>): Promise<number> {
    let steps = 0;
    for (let round = 0; round < MOST_BATCHES; round += 1) {
      const { applications } = await this.transactions.run(async (tx) => {
        const worked = await batch(tx);
        this.outbox.announce(tx, [...new Set(worked.userIds)]);
        return worked;
      });
      steps += applications;
      if (applications === 0) break;
    }
    return steps;
  }
}
