import { SUBSCRIPTION_STATES, SUBSCRIPTION_STEPS } from '../../../contract/rules/subscription.rules.js';
import { storedFunctions } from '../../../platform/database/stored-functions.js';

it('the database lets an order take the steps of the table and no others', () => {
  const { text } = storedFunctions().find(({ name }) => name === 'subscription_order_edges') ?? { text: '' };
  const edges = [...text.matchAll(/\('([a-z]+)', '([a-z]+)'\)/g)].map(([, from, to]) => `${from} ${to}`);
  const table = SUBSCRIPTION_STATES.flatMap((from) => SUBSCRIPTION_STEPS[from].map((to) => `${from} ${to}`));
  expect(edges.sort()).toEqual(table.sort());
});
