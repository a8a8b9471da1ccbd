import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { FuturesClosingAmendmentView } from '../../../../server/contract/trading/futures-amendments.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import * as api from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import { ClosingChanges } from './closing-changes';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), get: jest.fn() }));
const get = jest.mocked(api.get);

const CHANGE: FuturesClosingAmendmentView = {
  limitBefore: '61000',
  limitAfter: '61500.5',
  lotsBefore: 6,
  lotsAfter: 5,
  lotsFilled: 0,
  at: 1_790_000_000_000,
};

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => get.mockReset());

function show(amendments: number | undefined) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClosingChanges order={{ positionId: '7', closingId: '31' }} amendments={amendments} decimals={2} />
    </QueryClientProvider>,
  );
}

describe('what was changed of an order to close lots', () => {
  it('is told of each change, the newest first, and says once what stayed', async () => {
    get.mockResolvedValue([
      { ...CHANGE, limitBefore: '61500.5', lotsBefore: 3, lotsAfter: 6 },
      { ...CHANGE, lotsAfter: 6 },
    ]);
    show(2);
    await screen.findByText('Changes');
    const spans = screen.getAllByRole('listitem').map((row) => [...row.querySelectorAll('span')]);
    expect(spans.map((row) => row.map(({ textContent }) => textContent))).toEqual([
      ['61,500.50', '3 → 6 lots'],
      ['61,000.00 → 61,500.50', '6 lots'],
    ]);
    const [[path, asked] = []] = get.mock.calls;
    expect([path, asked]).toEqual(['futures/closing-amendments', { id: '7', closing_id: '31' }]);
  });

  it.each([0, undefined])('is not asked for where that is %s', (amendments) => {
    show(amendments);
    expect([get.mock.calls, screen.queryByText('Changes')]).toEqual([[], null]);
  });
});
