import { Injectable } from '@nestjs/common';
import { LIMITS } from '../../../contract/rules/own-limits.rules.js';
import type { OwnLimitsView, OwnLimitView, StayView } from '../../../contract/wallet/own-limits.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type LimitInForce, type LimitName, OwnLimitsStore, type PendingLimit } from './own-limits.store.js';

/** What a user forbids itself, and how long it is here. */
@Injectable()
export class GetOwnLimits {
  constructor(
    private readonly store: OwnLimitsStore,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<OwnLimitsView> {
    const at = new Date(this.clock.now());
    const [account, inForce, pending, changes, breaks] = await Promise.all([
      this.store.account(userId, at),
      this.store.inForce(userId, at),
      this.store.pending(userId, at),
      this.store.changes(userId),
      this.store.breaks(userId),
    ]);
    const now = (account?.now ?? at).getTime();
    return {
      limits: LIMITS.map((name) => limitView(name, { inForce, pending })),
      break_until: running(account?.breakUntil, now),
      excluded_until: running(account?.excludedUntil, now),
      check_minutes: account?.checkMinutes ?? 0,
      counted_since: account?.createdAt.getTime() ?? null,
      changes: changes.map(({ kind, period, amount, askedAt, effectiveAt, calledBackAt }) => ({
        kind,
        period,
        amount,
        asked_at: askedAt.getTime(),
        effective_at: effectiveAt.getTime(),
        called_back_at: calledBackAt?.getTime() ?? null,
      })),
      breaks: breaks.map(({ kind, beginsAt, endsAt }) => ({
        kind,
        begins_at: beginsAt.getTime(),
        ends_at: endsAt.getTime(),
      })),
    };
  }

  /** How long the user is here and what came of it. */
  async stay(userId: string): Promise<StayView> {
    const at = this.clock.now();
    const stay = await this.store.stay(userId, new Date(at));
    const dueIn = stay?.dueIn ?? null;
    return {
      due: dueIn !== null && dueIn <= 0,
      due_in: Math.max(dueIn ?? 0, 0),
      check_minutes: stay?.checkMinutes ?? 0,
      minutes: stay?.minutes ?? 0,
      today_minutes: stay?.todayMinutes ?? 0,
      result: stay?.result ?? '0',
      break_until: running(stay?.breakUntil, at),
      excluded_until: running(stay?.excludedUntil, at),
    };
  }
}

function limitView(
  { kind, period }: LimitName,
  given: { inForce: LimitInForce[]; pending: PendingLimit[] },
): OwnLimitView {
  const isIt = (each: LimitName) => each.kind === kind && each.period === period;
  const held = given.inForce.find(isIt);
  const pending = given.pending.find(isIt);
  return {
    kind,
    period,
    amount: held?.amount ?? null,
    used: held?.used ?? null,
    pending: pending ? { amount: pending.amount, effective_at: pending.effectiveAt.getTime() } : null,
  };
}

function running(until: Date | null | undefined, now: number): number | null {
  return until && until.getTime() > now ? until.getTime() : null;
}
