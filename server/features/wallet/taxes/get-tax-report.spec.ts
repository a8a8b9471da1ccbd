import type { TaxReportRequest } from '../../../contract/wallet/taxes.dto.js';
import { GetTaxReport } from './get-tax-report.js';

const ASKED: TaxReportRequest = { year: 2026, method: 'fifo' };

/** Reports that are reckoned until they are let go, or fail. */
function reports() {
  const waiting: { done: () => void; fail: () => void }[] = [];
  const reckonTaxes = {
    execute: () =>
      new Promise((done, fail) =>
        waiting.push({
          done: () => done({ lines: [], results: [] }),
          fail: () => fail(new Error('The books are away')),
        }),
      ),
  };
  const getTaxReport = new GetTaxReport(reckonTaxes as never, {} as never);
  return { waiting, ask: (userId: string) => getTaxReport.execute(userId, 'en', ASKED) };
}

describe('the tax report', () => {
  it('is reckoned once at a time for a user, and again when that is done', async () => {
    const { ask, waiting } = reports();
    const first = ask('7');
    await expect(ask('7')).rejects.toMatchObject({ code: 'taxes.one-at-a-time' });
    waiting[0]?.done();
    expect(await first).toMatchObject({ year: 2026, line_count: 0 });
    const again = ask('7');
    waiting[1]?.done();
    await again;
  });

  it('is reckoned for two users at once, and for no more: each has all journals in memory', async () => {
    const { ask, waiting } = reports();
    const [first, second] = [ask('7'), ask('8')];
    await expect(ask('9')).rejects.toMatchObject({ code: 'request.unavailable' });
    expect(waiting).toHaveLength(2);
    waiting[0]?.fail();
    await expect(first).rejects.toThrow('The books are away');
    const third = ask('9');
    waiting[1]?.done();
    waiting[2]?.done();
    await Promise.all([second, third]);
  });
});
