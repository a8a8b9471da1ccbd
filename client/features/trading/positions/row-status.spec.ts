import { endWord } from './row-status';

describe('how a row that ended is called', () => {
  it.each([
    ['take-profit', 'contract.tp'],
    ['stop-loss', 'contract.sl'],
    ['deleveraged', 'contract.reportKind.deleveraged'],
    ['liquidated', 'contract.status.liquidated'],
    ['closed', 'contract.status.closed'],
    [null, 'contract.status.closed'],
  ] as const)('%s: %s', (closedAs, word) => {
    expect(endWord({ state: 'closed', closedAs })).toBe(word);
  });
});
