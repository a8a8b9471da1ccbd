import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Violation } from './findings.js';
import { CheckRound } from './check-round.js';
import { registeredInvariants } from './invariants.js';
import { type QuarantineRow, QuarantineStore } from './quarantine.store.js';

/**
 * Quarantine: violations in immutable rows that two operators have accepted, so that they no longer stop the book. Each entry
 * covers one row in one state and changes no balance. The desk checks the operators' roles.
 */
@Injectable()
export class QuarantineViolations {
  constructor(
    private readonly checkRound: CheckRound,
    private readonly store: QuarantineStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The current violations with these fingerprints that are not in quarantine.
   * @throws Refusal `operations.not-found` for an unknown invariant, `operations.not-for-quarantine`,
   * `operations.violation-gone` when one of them is not there.
   */
  async find(name: string, fingerprints: readonly string[]): Promise<Violation[]> {
    const invariant = registeredInvariants().find((known) => known.name === name);
    if (!invariant) throw new Refusal('operations.not-found');
    if (invariant.isRepairable) throw new Refusal('operations.not-for-quarantine');
    const [checked] = await this.checkRound.standing(invariant);
    const found = checked?.rows.filter(({ fingerprint }) => fingerprints.includes(fingerprint)) ?? [];
    if (found.length !== fingerprints.length) throw new Refusal('operations.violation-gone');
    return found;
  }

  /** @throws Refusal `operations.violation-gone` when one of them is in quarantine already. */
  async impose(
    tx: Transaction,
    { proposalId, invariant }: { proposalId: string; invariant: string },
    violations: readonly Violation[],
  ): Promise<void> {
    const added = await this.store.insert(tx, { proposalId, invariant, at: this.now() }, violations);
    if (added !== violations.length) throw new Refusal('operations.violation-gone');
  }

  standing(limit: number): Promise<QuarantineRow[]> {
    return this.store.standing(limit);
  }

  countStanding(): Promise<number> {
    return this.store.countStanding();
  }

  /** The next check stops the book again if the violation still stands. Null when there is no such quarantine. */
  lift(tx: Transaction, id: string, { operatorId, reason }: { operatorId: string; reason: string }) {
    return this.store.lift(tx, id, { operatorId, reason, at: this.now() });
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
