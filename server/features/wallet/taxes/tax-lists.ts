import { Injectable } from '@nestjs/common';
import type { ExportListName } from '../../../contract/wallet/exports.dto.js';
import type { TaxLine, TaxMethod, TaxResult } from '../../../contract/rules/tax.rules.js';
import { ExportSources, type ListQuery, type ListRow, type OpenedList } from '../exports/index.js';
import { ReckonTaxes } from './reckon-taxes.js';

const LISTS: Readonly<Record<TaxMethod, ExportListName>> = { fifo: 'tax.fifo', average: 'tax.average' };
const COLUMNS = {
  section: 'text',
  time: 'instant',
  coin: 'text',
  quantity: 'amount',
  proceeds: 'amount',
  cost: 'amount',
  gain: 'amount',
  journal: 'text',
  acquired: 'instant',
  acquiredIn: 'text',
  event: 'reason',
  note: 'text',
} as const;
const PAGE_ROWS = 500;

/** The tax report as a file, each line with its journals, by either method. */
@Injectable()
export class TaxLists {
  constructor(
    private readonly reckonTaxes: ReckonTaxes,
    sources: ExportSources,
  ) {
    for (const method of ['fifo', 'average'] as const) {
      const open = (query: ListQuery) => this.open(method, query);
      sources.register({ name: LISTS[method], columns: COLUMNS, open });
    }
  }

  private async open(method: TaxMethod, { userId, demo, since, until }: ListQuery): Promise<OpenedList> {
    // Nobody is taxed for money that is none.
    const found = demo ? { lines: [], results: [] } : await this.reckonTaxes.execute({ userId, method, since, until });
    const rows = [...found.lines.map(lineRow), ...found.results.map(resultRow)];
    return { count: rows.length, pages: inPages(rows) };
  }
}

async function* inPages(rows: readonly ListRow[]): AsyncGenerator<ListRow[]> {
  for (let place = 0; place < rows.length; place += PAGE_ROWS) yield rows.slice(place, place + PAGE_ROWS);
}

/** Codes, the same in every language, so that a spreadsheet can tell them apart. */
function lineRow(line: TaxLine): ListRow {
  const notes = [line.isAssumed ? 'recorded-price' : '', line.isUncovered ? 'no-acquisition' : ''];
  return {
    section: line.kind === 'move' ? 'transfer-out' : 'disposal',
    time: new Date(line.at),
    coin: line.currency,
    quantity: line.quantity,
    proceeds: line.proceeds,
    cost: line.cost,
    gain: line.gain,
    journal: line.journalId,
    acquired: line.acquiredAt === null ? null : new Date(line.acquiredAt),
    acquiredIn: line.acquiredIn,
    event: null,
    note: notes.filter((note) => note !== '').join(' '),
  };
}

function resultRow({ section, at, currency, quantity, value, journalId, reason }: TaxResult): ListRow {
  return {
    section,
    time: new Date(at),
    coin: currency,
    quantity,
    proceeds: null,
    cost: null,
    gain: value,
    journal: journalId,
    acquired: null,
    acquiredIn: null,
    event: reason,
    note: '',
  };
}
