import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';

/** What may be an attack, or the end of one. */
export const SECURITY_KINDS = [
  'login-failed',
  'login-locked',
  'password-wrong',
  'code-wrong',
  'totp-wrong',
  'totp-locked',
  'wallet-wrong',
  'passkey-wrong',
  'passkey-copied',
  'api-key-refused',
  'fund-password-wrong',
  'fund-password-locked',
  'session-ended',
  'desk-login-failed',
  'desk-locked',
  'desk-forbidden',
] as const;

export type SecurityKind = (typeof SECURITY_KINDS)[number];

export interface SecuritySignal {
  kind: SecurityKind;
  /** Whom it concerns, where there is an account. */
  user?: string | null;
  operator?: string | null;
  /** Network address of the caller. */
  address: string;
  /** Number of the request, as in its reply and in the audit log. */
  request?: string;
  /** Of our own words: a route, a reason. Never what somebody typed. */
  about?: string;
}

/** Says aloud what concerns security: one line in the process log, one count. Nothing that was typed goes into either. */
@Injectable()
export class SecuritySignals {
  private readonly logger = new Logger('Security');

  constructor(private readonly metrics: Metrics) {
    // A series that begins at its first event has no increase that a rule could see.
    for (const kind of SECURITY_KINDS) this.metrics.securityEvents.inc({ kind }, 0);
  }

  emit({ kind, ...rest }: SecuritySignal): void {
    this.metrics.securityEvents.inc({ kind });
    const line = { event: kind, ...rest };
    if (kind === 'session-ended') this.logger.log(line);
    else this.logger.warn(line);
  }
}
