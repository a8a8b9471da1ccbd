import { ClockComparison } from '../../../platform/clock/clock-comparison.js';
import { CLOCKS_APART_MAX_MS } from '../../../platform/clock/clock.js';
import { type Finding, finding, type FindingState } from './finding.js';

const QUESTIONS = 3;

/** A clock that is not this machine's. */
export interface OtherClock {
  name: string;
  /** Unix milliseconds. */
  read(): Promise<number>;
}

/** Compares this machine's clock with others', each asked three times, as a process compares its own with Postgres'. */
export class ExamineClocks {
  /** @param now this machine's clock, Unix milliseconds. */
  constructor(
    private readonly now: () => number,
    private readonly others: readonly OtherClock[],
  ) {}

  async execute(): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const other of this.others) findings.push(await this.compare(other));
    return findings;
  }

  private async compare(other: OtherClock): Promise<Finding> {
    const comparison = new ClockComparison();
    for (let question = 0; question < QUESTIONS; question += 1) {
      const askedAt = this.now();
      const databaseMs = await other.read();
      comparison.add({ askedAt, answeredAt: this.now(), databaseMs });
    }
    const { databaseAheadMs, uncertainMs } = comparison;
    const aheadMs = -(databaseAheadMs ?? 0);
    const apart = Math.abs(aheadMs);
    const state: FindingState =
      apart - uncertainMs > CLOCKS_APART_MAX_MS ? 'wrong' : apart + uncertainMs > CLOCKS_APART_MAX_MS ? 'watch' : 'ok';
    const words = `${Math.round(apart)} ms ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${other.name} (± ${Math.ceil(uncertainMs)} ms)`;
    return finding(
      'clocks',
      state,
      `this machine's clock is ${words}`,
      'Mend the time service on the machine that is off (timedatectl): a process that differs by more than a second from Postgres does no work.',
    );
  }
}
