import { registeredInvariants, registerInvariant } from './invariants.js';
import { assertRegistered, capitalReasons, costsSql, registeredReasons, registerReason } from './reasons.js';
import { registeredSubjects, registerSubject } from './subjects.js';

const NAMES = ['Z03', 'Z01', 'Z05', 'Z02', 'Z04'];

it('invariants and tables come by their names, in whatever order they were registered', () => {
  for (const name of NAMES) {
    registerInvariant({ name, says: name, parts: [] });
    registerSubject({ table: name, touchedBy: '', sliceRows: 1 });
  }
  expect(registeredInvariants().map(({ name }) => name)).toEqual(NAMES.toSorted());
  expect(registeredSubjects().map(({ table }) => table)).toEqual(NAMES.toSorted());
});

it('reasons of journals say what brings money in, and what it cost before', () => {
  const cost = 'select 1 as currency_id, 2 as amount, now() as at';
  registerReason('z.gift', null, { kinds: ['spot'], isCapital: true });
  registerReason('z.move', null, { kinds: ['spot'] });
  registerReason('z.bought', 'select 1', { kinds: ['spot'], cost });
  registerReason('z.plain', null);
  expect(capitalReasons()).toEqual(['z.gift']);
  expect(registeredReasons().get('z.bought')).toEqual({ row: 'select 1', touched: { kinds: ['spot'], cost } });
  // Nothing where there is no cost, and of each reason its own.
  expect(costsSql()).toBe(
    `select null::integer as currency_id, null::numeric as amount, null::timestamptz as at where false union all ` +
      `select k.currency_id, k.amount, k.at from (${cost}) k where c.reason = 'z.bought'`,
  );
  expect(() => assertRegistered('z.plain')).not.toThrow();
  expect(() => assertRegistered('z.nobody')).toThrow('Nobody registered the reason z.nobody');
});
