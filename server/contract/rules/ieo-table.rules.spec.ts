import type { AllotmentRow } from './ieo-proof.rules.js';
import { wholeTableOf } from './ieo-table.rules.js';

const ACCOUNTS = ['a', 'b', 'c', 'd', 'e'];
const row = (account: string, first: string | null): AllotmentRow => ({
  account,
  committed: '2',
  first,
  paid: null,
  second: null,
});

/** Two rows a page; the first round is sealed before the request of this number. */
function table(sealedBefore: number) {
  let asked = 0;
  return (after: string) => {
    asked += 1;
    const isSealed = asked >= sealedBefore;
    const left = ACCOUNTS.filter((account) => account > after);
    const rows = left.slice(0, 2).map((account) => row(account, isSealed ? '1' : null));
    const rounds = [0, ...(isSealed ? [1] : [])].map((round) => ({ round, root: `root ${round}` }));
    return Promise.resolve({ rounds, rows, next: left.length > 2 ? (rows.at(-1)?.account ?? null) : null });
  };
}

it('joins the pages in their order, and says how many rows there are', async () => {
  const counts: number[] = [];
  const whole = await wholeTableOf(table(1), (count) => counts.push(count));
  expect(whole.rows.map(({ account }) => account)).toEqual(ACCOUNTS);
  expect(counts).toEqual([2, 4, 5]);
});

it.each([2, 3])('begins anew where a round is sealed before page %i: rows and seals are of one time', async (page) => {
  const whole = await wholeTableOf(table(page));
  expect(whole.rounds.map(({ round }) => round)).toEqual([0, 1]);
  expect(whole.rows).toEqual(ACCOUNTS.map((account) => row(account, '1')));
});
