import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Config } from '../../../platform/config/config.js';
import { type SecurityEventKind, SecurityStore } from './security.store.js';

/** Why withdrawals of a user wait, and until when. */
export interface Hold {
  reason: 'password' | 'fund-password' | 'authenticator' | 'wallet-key' | 'passkey' | 'contact';
  until: Date;
}

const REASONS = new Map<SecurityEventKind, Hold['reason']>([
  ['password-changed', 'password'],
  ['password-reset', 'password'],
  ['fund-password-set', 'fund-password'],
  ['fund-password-changed', 'fund-password'],
  ['totp-on', 'authenticator'],
  ['totp-off', 'authenticator'],
  ['wallet-key-added', 'wallet-key'],
  ['passkey-added', 'passkey'],
  ['passkey-removed', 'passkey'],
  ['contact-changed', 'contact'],
]);
const HOUR_MS = 3_600_000;

/** Holds after changes of an account's security; how long is a setting, and none is a setting too. */
@Injectable()
export class GetHolds {
  constructor(
    private readonly store: SecurityStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** For how long withdrawals wait after a change of this kind. */
  hoursAfter(reason: Hold['reason']): number {
    const { HOLD_HOURS_SECURITY, HOLD_HOURS_CONTACT } = this.config.values;
    return reason === 'contact' ? HOLD_HOURS_CONTACT : HOLD_HOURS_SECURITY;
  }

  /** The holds that run now, one a reason; a later change starts its hold again. Never more than 30 days. */
  async execute(userId: string, tx?: Transaction): Promise<Hold[]> {
    const { HOLD_HOURS_SECURITY, HOLD_HOURS_CONTACT } = this.config.values;
    const now = this.clock.now();
    const longest = Math.max(HOLD_HOURS_SECURITY, HOLD_HOURS_CONTACT) * HOUR_MS;
    const events = await this.store.latestSince(userId, [...REASONS.keys()], new Date(now - longest), tx);
    const holds = new Map<Hold['reason'], Hold>();
    for (const { kind, at } of events) {
      const reason = REASONS.get(kind);
      if (!reason || holds.has(reason)) continue;
      const until = new Date(at.getTime() + this.hoursAfter(reason) * HOUR_MS);
      if (until.getTime() > now) holds.set(reason, { reason, until });
    }
    return [...holds.values()];
  }
}
