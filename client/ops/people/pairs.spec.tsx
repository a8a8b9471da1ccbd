import { screen, within } from '@testing-library/react';
import type { PairPage, PairView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { PairsPage } from './pairs';

beforeAll(speakDesk);

const side = (login: string, proposed: number, all: number, shareRatio: string) => ({
  operatorId: login,
  login,
  proposed,
  all,
  shareRatio,
});
const pair = {
  sides: [side('ann', 30, 50, '0.8'), side('bob', 10, 120, '0.3333')],
  together: 40,
  rejected: 1,
  amounts: [
    { coin: 'BTC', amount: '1.25' },
    { coin: 'USDT', amount: '120000' },
  ],
  value: '245000.5',
  lastAt: 1_000,
  marked: true,
} satisfies PairView;

async function open(...list: PairView[]): Promise<HTMLElement[]> {
  const rules = { days: 30, many: 100, few: 10, shareRatio: '0.5' };
  const marked = list.filter((row) => row.marked).length;
  const page: PairPage = { list, rules, marked, total: list.length, page: 1, limit: 20 };
  answerDesk({ pairs: { type: 'ok', message: page } });
  sitDown('auditor');
  showDesk(<PairsPage />);
  expect(await screen.findByText(/The last 30 days.*from 100 acts.*from 10 on.*50%/)).toBeTruthy();
  return screen.queryAllByRole('row').slice(1);
}

it('shows what two did together, by each of them and as a share of all their acts, and marks who stands out', async () => {
  const other = { ...pair, sides: [side('eve', 1, 9, '0.1111'), side('joe', 0, 1, '1')], marked: false, value: null };
  const [first, second] = await open(pair, other);
  const one = within(first as HTMLElement);
  expect(one.getByText('ann · bob', { exact: false })).toBeTruthy();
  for (const text of ['Stands out', '40', '30 · 10', '80% (50) · 33% (120)', '245,000.5', '1.25 BTC, 120,000 USDT']) {
    expect(one.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText('Pairs that stand out: 1')).toBeTruthy();
  expect(within(second as HTMLElement).queryByText('Stands out')).toBeNull();
  expect(within(second as HTMLElement).getByText('11% (9) · 100% (1)')).toBeTruthy();
});

it('says so where nobody approved anything', async () => {
  expect(await open()).toEqual([]);
  expect(screen.getByText('Nobody has approved anything of anybody.')).toBeTruthy();
});
