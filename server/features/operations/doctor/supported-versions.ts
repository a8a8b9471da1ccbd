import { OLDEST_POSTGRES } from '../../../platform/database/known-postgres.js';
import { type Finding, finding, type FindingState } from './finding.js';

/**
 * The last day on which a major version gets fixes of its makers.
 * Sources: the release schedule of Node.js (github.com/nodejs/Release), postgresql.org/support/versioning, as of November 2026.
 */
const SUPPORTED_UNTIL: Record<'Node' | 'Postgres', Readonly<Record<number, string>>> = {
  Node: { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' },
  Postgres: { 14: '2026-11-12', 15: '2027-11-11', 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' },
};
/** The oldest that the product was tried on, and the oldest that reads its stored functions. */
const OLDEST = { Node: 20, Postgres: OLDEST_POSTGRES } as const;

/**
 * What a version is worth on a day.
 * @param version `20.20.2`, `17.4`: the first number counts.
 * @param now Unix milliseconds.
 */
export function versionFinding(of: 'Node' | 'Postgres', version: string, now: number): Finding {
  const major = Number.parseInt(version, 10);
  const until = SUPPORTED_UNTIL[of][major];
  const todo = `Move to a ${of} that is still mended (server/documents/operations.md).`;
  const { state, words } = judged(major, OLDEST[of], { until, now });
  return finding('versions', state, `${of} ${version}${words}`, todo);
}

function judged(
  major: number,
  oldest: number,
  { until, now }: { until: string | undefined; now: number },
): { state: FindingState; words: string } {
  if (Number.isNaN(major)) return { state: 'unknown', words: ' is no version that can be read' };
  if (major < oldest) return { state: 'wrong', words: `: older than ${oldest}, the oldest that the product runs on` };
  if (until === undefined) return { state: 'ok', words: '' };
  const isOver = now >= Date.parse(until) + 86_400_000;
  return isOver
    ? { state: 'watch', words: `: nobody has mended it since ${until}` }
    : { state: 'ok', words: `, which is mended until ${until}` };
}
