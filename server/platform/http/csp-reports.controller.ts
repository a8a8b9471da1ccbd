import { Body, Controller, HttpCode, Logger, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Clock } from '../clock/clock.js';
import { Public } from './access.js';
import { Rate } from './rate-limits/rate-classes.js';

/** Its path below the prefix. */
export const CSP_REPORTS = 'csp-report';
const LOG_EVERY_MS = 1000;
const LONGEST = 100;

/**
 * Where browsers report what the page's policy kept them from (`report-uri`). Anybody may say anything here, so a
 * report is worth one short line a second: which rule, and the origin of what was blocked. Addresses with their
 * parameters are not written down.
 */
@ApiExcludeController()
@Controller(CSP_REPORTS)
export class CspReportsController {
  private readonly logger = new Logger('PagePolicy');
  private loggedAt = Number.NEGATIVE_INFINITY;
  private unreported = 0;

  constructor(private readonly clock: Clock) {}

  @Post()
  @Public()
  @Rate('read')
  @HttpCode(204)
  take(@Body() body: unknown): void {
    const report = fieldsOf(fieldsOf(body)['csp-report']);
    const directive = plain(report['effective-directive'] ?? report['violated-directive']);
    this.unreported += 1;
    if (directive === '' || this.clock.now() - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = this.clock.now();
    this.logger.warn(
      `${directive} blocked ${originOf(report['blocked-uri'])}; ${this.unreported} report(s) since the last`,
    );
    this.unreported = 0;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Short, and without anything that could pass for another line of the log. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value.replace(/[^\w:/.-]/g, '').slice(0, LONGEST) : '';
}

function originOf(uri: unknown): string {
  const text = typeof uri === 'string' ? uri : '';
  return plain(URL.canParse(text) && /^(https?|wss?):/.test(text) ? new URL(text).origin : text.split(/[?#]/, 1)[0]);
}
