import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { statementText } from '../../../contract/languages/statement.js';
import { fromUnits, toUnits } from '../../../contract/money.js';
import { grouped } from '../../../contract/rules/profit-days.rules.js';
import { PAGE_MAX, pageAsked } from '../../../contract/pages.dto.js';
import { isSummed, type TaxLine, type TaxResult, taxResultsOf } from '../../../contract/rules/tax.rules.js';
import type {
  TaxCoinView,
  TaxLineView,
  TaxPostingView,
  TaxReportRequest,
  TaxReportView,
  TaxResultLinesView,
  TaxResultLineView,
  TaxResultsRequest,
  TaxResultView,
} from '../../../contract/wallet/taxes.dto.js';
import { ExportPlaces } from '../exports/index.js';
import { ReckonTaxes } from './reckon-taxes.js';
import { TaxesStore } from './taxes.store.js';

/** Each has all journals of its user in memory. */
const REPORTS_AT_ONCE = 2;
/** What the page shows; the file has all of them. */
const LINES_SHOWN = 100;

/** The tax report of a year, and the journals that its lines name. */
@Injectable()
export class GetTaxReport {
  private readonly places = new ExportPlaces(REPORTS_AT_ONCE, 'taxes.one-at-a-time');

  constructor(
    private readonly reckonTaxes: ReckonTaxes,
    private readonly store: TaxesStore,
  ) {}

  /**
   * One of a user at a time, and a few over all.
   * @throws Refusal `taxes.one-at-a-time`, `request.unavailable`, `exports.too-many-rows`.
   */
  async execute(userId: string, language: Language, asked: TaxReportRequest): Promise<TaxReportView> {
    const leave = this.places.take(userId);
    try {
      return await this.report(userId, language, asked);
    } finally {
      leave();
    }
  }

  private async report(userId: string, language: Language, { year, method }: TaxReportRequest): Promise<TaxReportView> {
    const { lines, results } = await this.reckonTaxes.execute({ userId, method, ...timeOf(year) });
    const sold = lines.filter(({ kind }) => kind === 'dispose');
    const coins = [...grouped(sold, ({ currency }) => currency)].map(([currency, of]) => coinOf(currency, of));
    const total = coinOf('', sold);
    return {
      year,
      method,
      // Coins of many kinds have no quantity together.
      total: { ...total, quantity: '0' },
      coins: coins.sort((one, other) => (one.currency < other.currency ? -1 : 1)),
      results: resultsOf(results, language),
      lines: lines.slice(-LINES_SHOWN).reverse().map(lineView),
      line_count: lines.length,
    };
  }

  /** What one of the sums of the report is made of, journal by journal, the newest first. */
  async results(userId: string, { year, reason, ...request }: TaxResultsRequest): Promise<TaxResultLinesView> {
    if (!isSummed(reason)) return { lines: [], has_more: false };
    const { page, limit } = pageAsked(request);
    const offset = (page - 1) * limit;
    // One more than is shown says whether there are older ones.
    const asked = { userId, reason, ...timeOf(year), limit: limit + 1, offset };
    const journals = (await this.store.ofReason(asked)).reverse();
    const shown = journals.slice(0, limit);
    const lines = shown.flatMap((row) => taxResultsOf({ ...row, at: row.at.getTime() })).map(resultLineView);
    // Behind the last page that may be asked for there is none.
    return { lines, has_more: journals.length > limit && page < PAGE_MAX };
  }

  /** What a journal wrote for the user. */
  async journal(userId: string, language: Language, id: string): Promise<TaxPostingView[]> {
    const rows = await this.store.postings(userId, id);
    return rows.map(({ at, ...row }) => ({ ...row, info: statementText(language, row.reason), at: at.getTime() }));
  }
}

/** A calendar year of UTC. */
function timeOf(year: number): { since: Date; until: Date } {
  return { since: new Date(Date.UTC(year, 0, 1)), until: new Date(Date.UTC(year + 1, 0, 1)) };
}

function coinOf(currency: string, lines: readonly TaxLine[]): TaxCoinView {
  const known = lines.filter(({ gain }) => gain !== null);
  return {
    currency,
    quantity: sum(lines.map(({ quantity }) => quantity)),
    proceeds: sum(known.map(({ proceeds }) => proceeds)),
    cost: sum(known.map(({ cost }) => cost)),
    gain: sum(known.map(({ gain }) => gain)),
    unknown: lines.length - known.length,
  };
}

function resultsOf(results: readonly TaxResult[], language: Language): TaxResultView[] {
  return [...grouped(results, ({ reason }) => reason)].map(([reason, of]) => ({
    section: of[0]?.section ?? 'income',
    reason,
    info: statementText(language, reason),
    value: sum(of.map(({ value }) => value)),
    lines: of.length,
    unknown: of.filter(({ value }) => value === null).length,
  }));
}

function resultLineView({ at, journalId, currency, quantity, value }: TaxResult): TaxResultLineView {
  return { at, journal: journalId, currency, quantity, value };
}

function lineView(line: TaxLine): TaxLineView {
  const { at, journalId, currency, kind, quantity, proceeds, cost, gain, acquiredAt, acquiredIn } = line;
  return {
    at,
    journal: journalId,
    currency,
    kind,
    quantity,
    proceeds,
    cost,
    gain,
    acquired_at: acquiredAt,
    acquired_in: acquiredIn,
    is_assumed: line.isAssumed,
    is_uncovered: line.isUncovered,
  };
}

function sum(amounts: readonly (string | null)[]): string {
  return fromUnits(amounts.reduce((total, amount) => total + toUnits(amount ?? '0'), 0n));
}
