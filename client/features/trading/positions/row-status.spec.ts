import { endWord } from './row-status';

describe('how a row that ended is called', () => {
  it.each([
    ['take-profit', 'futures.tp'],
    ['stop-loss', 'futures.sl'],
    ['deleveraged', 'futures.reportKind.deleveraged'],
    ['liquidated', 'futures.status.liquidated'],
    ['closed', 'futures.status.closed'],
    [null, 'futures.status.closed'],
  ] as const)('%s: %s', (closedAs, word) => {
    expect(endWord({ state: 'closed', closedAs })).toBe(word);
  });
});
