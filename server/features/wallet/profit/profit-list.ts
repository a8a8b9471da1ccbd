import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { ExportSources, type ListQuery, type ListRow, type MadeList, type OpenedList } from '../exports/index.js';
import { GetProfitDays } from './get-profit-days.js';

/** The profit of each day as a file: whole days of UTC, whatever the zone. */
@Injectable()
export class ProfitList implements MadeList {
  readonly name = 'profit.days';
  readonly columns = {
    day: 'text',
    opening: 'amount',
    received: 'amount',
    given: 'amount',
    profit: 'amount',
    referral: 'amount',
    closing: 'amount',
  } as const;

  constructor(
    private readonly getProfitDays: GetProfitDays,
    sources: ExportSources,
  ) {
    sources.register(this);
  }

  async open({ userId, demo, from, to }: ListQuery): Promise<OpenedList> {
    const { isBehind, days } = await this.getProfitDays.find({ userId, demo, account: 'all', from, to });
    if (isBehind) throw new Refusal('request.unavailable');
    const rows: ListRow[] = days.map(({ from: day, opening, received, given, profit, referral, closing }) => ({
      day,
      opening,
      received,
      given,
      profit,
      referral,
      closing,
    }));
    return { count: rows.length, pages: once(rows) };
  }
}

async function* once(rows: ListRow[]): AsyncGenerator<ListRow[]> {
  if (rows.length > 0) yield rows;
}
