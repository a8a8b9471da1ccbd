import { TAPE_LATE_SECONDS } from '../../markets/tape/index.js';
import { BOOKS_LATE_SECONDS, type OverdueWork } from '../../wallet/ledger/index.js';
import { type Finding, finding, stateOf } from './finding.js';
import type { InstallationStore, LagFacts, UnsealedFacts } from './installation.store.js';

/** Seconds. Seals of journals and of the log are made each few seconds, roots of the tape's hours minutes after their end. */
const SEALS = { watch: 120, wrong: 600 };
const TAPE_ROOTS = { watch: 600, wrong: 3600 };
/** From when on the readiness and the alarms call it late. */
const BOOKS = { watch: 120, wrong: BOOKS_LATE_SECONDS };
const TAPE = { watch: 5, wrong: TAPE_LATE_SECONDS };
/** As the alarm MessagesLate. */
const MESSAGES = { watch: 60, wrong: 300 };

/** Looks at whether the books are watched and sealed, and at what waits. */
export class ExamineWork {
  constructor(
    private readonly store: InstallationStore,
    private readonly overdue: () => Promise<OverdueWork[]>,
  ) {}

  async execute(): Promise<Finding[]> {
    return [
      ...modeFindings(await this.store.cancelOnly()),
      ...sealFindings(await this.store.unsealed()),
      ...lagFindings(await this.store.lag()),
      ...overdueFindings(await this.overdue()),
    ];
  }
}

export function modeFindings(stopped: readonly { book: 'real' | 'demo'; cause: string }[]): Finding[] {
  if (stopped.length === 0) return [finding('money', 'ok', 'both books take orders', '')];
  return stopped.map(({ book, cause }) =>
    finding(
      'money',
      'wrong',
      `${book} money is in cancel-only: ${cause}`,
      'server/documents/runbook.md#cancelonly; npm run verify-books names what is broken.',
    ),
  );
}

export function sealFindings({ journals, audit, tapeHours }: UnsealedFacts): Finding[] {
  const todo = 'Is a worker up? Its jobs seal (gateway_job_seconds, the part queue of /readyz).';
  return [
    sealed('the journals', journals, { limits: SEALS, todo }),
    sealed("the desk's log and the users' security events", audit, {
      limits: SEALS,
      todo: `${todo} npm run verify-audit checks the chain.`,
    }),
    sealed("the tape's hours that are over", tapeHours, { limits: TAPE_ROOTS, todo }),
  ];
}

function sealed(
  what: string,
  seconds: number | null,
  { limits, todo }: { limits: { watch: number; wrong: number }; todo: string },
): Finding {
  // An hour that is not over yet has a time to come.
  if (seconds === null || seconds <= 0) return finding('money', 'ok', `${what} are sealed`, '');
  return finding('money', stateOf(seconds, limits), `${what} are not sealed for ${Math.round(seconds)} s`, todo);
}

export function lagFindings({ booksUnchecked, tape, messages }: LagFacts): Finding[] {
  return [
    finding(
      'lag',
      stateOf(booksUnchecked, BOOKS),
      `the books were checked ${Math.round(booksUnchecked)} s ago`,
      'server/documents/runbook.md#bookslate',
    ),
    tape === null
      ? finding('lag', 'watch', 'nothing is on the tape', 'Has a feed ever run here? Without it nothing is priced.')
      : finding(
          'lag',
          stateOf(tape, TAPE),
          `the newest second of the tape is ${Math.round(tape)} s old`,
          'server/documents/runbook.md#tapelate: is a feed up, and does it lead (the part lease of /readyz)?',
        ),
    messages === null
      ? finding('lag', 'ok', 'no mail or text message waits', '')
      : finding(
          'lag',
          stateOf(messages, MESSAGES),
          `the oldest mail or text message waits for ${Math.round(messages)} s`,
          'server/documents/runbook.md#messageslate',
        ),
  ];
}

/** By the database's clock: after hours without a worker the workers' own looks give it time, and this does not. */
export function overdueFindings(overdue: readonly OverdueWork[]): Finding[] {
  if (overdue.length === 0) return [finding('lag', 'ok', 'nothing is overdue', '')];
  return overdue.map(({ name, says, rows }) =>
    finding(
      'lag',
      'wrong',
      `${name}: ${rows} overdue. ${says}`,
      'Is a worker up? npm run verify-books names them; what was due is done as of its instant.',
    ),
  );
}
