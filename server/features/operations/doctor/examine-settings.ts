import { type Configuration, realMoneyOnSimulated } from '../../../platform/config/config.js';
import { saidAtStart } from '../../../platform/config/said-at-start.js';
import { type Finding, finding } from './finding.js';

/** Looks at what is set: whether a process would start with it, and what is not safe where real people come. */
export class ExamineSettings {
  constructor(private readonly environment: Record<string, string | undefined>) {}

  execute(values: Configuration): Finding[] {
    const todo = 'server/documents/settings.md has every setting with its meaning.';
    const lines = [...saidAtStart(this.environment, values), ...unsafeInProduction(values)];
    if (lines.length > 0) return lines.map((line) => finding('settings', 'watch', line, todo));
    return [finding('settings', 'ok', `nothing is misspelled or missing (${values.NODE_ENV})`, '')];
  }
}

/** What starts in production, and is for trying things out. */
export function unsafeInProduction(values: Configuration): string[] {
  if (values.NODE_ENV !== 'production')
    return [`NODE_ENV is ${values.NODE_ENV}: limits are wide, and what production refuses is let through`];
  const lines: string[] = [];
  if ((values.RATE_FACTOR ?? 1) > 1)
    lines.push(`RATE_FACTOR is ${values.RATE_FACTOR}: limits of calls are wider than written`);
  if (realMoneyOnSimulated(values)) lines.push('REAL_MONEY_ON_SIMULATED: real money trades on invented prices');
  if (realMoneyOnSimulated(values) && values.FEED === 'auto')
    lines.push(
      'FEED is auto: where no venue answers markets wait for one; a simulated installation has FEED=simulated',
    );
  if (values.FEED === 'simulated') lines.push('FEED is simulated: prices are invented');
  if (values.AUDIT_ANCHORS === 'local')
    lines.push(
      "AUDIT_ANCHORS is local: the log's heads lie beside what they are to prove; a bucket with Object Lock is elsewhere",
    );
  if (values.METRICS_PORT === undefined)
    lines.push('METRICS_PORT is not set: nothing asks workers and feeds for their figures apart from their own port');
  return lines;
}
