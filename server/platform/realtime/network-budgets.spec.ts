import { NETWORKS_MAX, NetworkBudgets } from './network-budgets.js';

test('a network has its burst and then its rate, whatever others take', () => {
  const budgets = new NetworkBudgets(2, 3);
  const taken = (network: string, now: number) =>
    Array.from({ length: 10 }, () => budgets.take(network, now)).filter(Boolean).length;
  expect([taken('a', 0), taken('b', 0), taken('a', 500), taken('a', 1000)]).toEqual([3, 3, 1, 1]);
});

test('whoever took nothing for so long that all of it came back is forgotten', () => {
  const budgets = new NetworkBudgets(1, 10);
  for (let network = 0; network < 100; network += 1) budgets.take(String(network), 0);
  expect(budgets.size).toBe(100);
  budgets.take('later', 9000);
  expect(budgets.size).toBe(101);
  budgets.take('much later', 20_000);
  expect(budgets.size).toBe(1);
});

test('remembers so many networks at most; those that were heard of first go first', () => {
  const budgets = new NetworkBudgets(1, 2);
  const takeAll = (network: string) => [budgets.take(network, 0), budgets.take(network, 0), budgets.take(network, 0)];
  expect(takeAll('first')).toEqual([true, true, false]);
  for (let network = 0; network < NETWORKS_MAX + 10; network += 1) budgets.take(`of a crowd ${network}`, 0);
  expect(budgets.size).toBe(NETWORKS_MAX);
  expect(budgets.take('first', 0)).toBe(true);
});
