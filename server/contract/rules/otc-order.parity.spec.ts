import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { StoredRules } from '../../test/stored-rules.js';
import { OTC_STATES, OTC_STEPS } from './otc-order.rules.js';

let stored: StoredRules;

beforeAll(async () => {
  stored = await StoredRules.open();
}, 60_000);
afterAll(() => stored.close());

it('the database lets the same pairs of states follow each other as the table does', async () => {
  const numbers = Object.values(OTC_STATES);
  const pairs = numbers.flatMap((from) => numbers.map((to) => ({ from, to })));
  const known = await stored.answers('otc_step_known("from", "to")', { from: 'smallint', to: 'smallint' }, pairs);
  const ofTable = OTC_STEPS.filter(({ from }) => from !== 'locking').map(
    ({ from, to }) => `${OTC_STATES[from]} ${OTC_STATES[to]}`,
  );
  expect(
    pairs
      .filter((_pair, place) => known[place] === true)
      .map(({ from, to }) => `${from} ${to}`)
      .sort(),
  ).toEqual([...new Set(ofTable)].sort());
});
