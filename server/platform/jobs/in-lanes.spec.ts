import { describe, expect, it } from '@jest/globals';
import { inLanes } from './in-lanes.js';

const FAILURE = new Error('the first item fails');

describe('work in lanes', () => {
  it('answers in the order of the items, with no more at work than there are lanes', async () => {
    let [atWork, most] = [0, 0];
    const answers = await inLanes([3, 1, 2, 0, 1], 2, async (turns) => {
      atWork += 1;
      most = Math.max(most, atWork);
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      atWork -= 1;
      return `${turns} turns`;
    });
    expect(answers).toEqual(['3 turns', '1 turns', '2 turns', '0 turns', '1 turns']);
    expect(most).toBe(2);
  });

  it('tells of a failure when the other lanes are at rest, and not while one of them still writes', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const begun: string[] = [];
    const over: string[] = [];
    const outcome = inLanes(['fails', 'slow', 'last'], 2, async (item) => {
      begun.push(item);
      if (item === 'fails') throw FAILURE;
      await gate;
      over.push(item);
    }).then(
      () => null,
      (error: unknown) => ({ error, over: [...over] }),
    );
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect([begun, over]).toEqual([['fails', 'slow'], []]);
    open();
    expect(await outcome).toEqual({ error: FAILURE, over: ['slow', 'last'] });
  });

  it('has nothing to do for no items', async () => {
    expect(await inLanes([], 4, () => Promise.reject(FAILURE))).toEqual([]);
  });
});
