import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { AskForSettlement } from './ask-for-settlement.js';

const NOON = Date.UTC(2026, 0, 5, 12);

function anAsking({ isQueued = true } = {}) {
  const asked: [string, unknown, number][] = [];
  const queues = {
    isQueued,
    add: (name: string, data: unknown, delay: number) => {
      asked.push([name, data, delay]);
      return Promise.resolve(queues.isQueued);
    },
  };
  return { ask: new AskForSettlement(queues as never, new FakeClock(NOON)), asked, queues };
}

describe('the look at a second in which orders close', () => {
  it('is asked for once, for that second, and at once for one that is over', () => {
    const { ask, asked } = anAsking();
    for (const second of [60_000, 60_000, -1000, 60_000]) ask.at(NOON + second);
    expect(asked).toEqual([
      ['options.settle', { closesAt: NOON + 60_000 }, 60_000],
      ['options.settle', { closesAt: NOON - 1000 }, 0],
    ]);
  });

  it('is asked for again where nobody took it', async () => {
    const { ask, asked, queues } = anAsking({ isQueued: false });
    ask.at(NOON);
    await Promise.resolve();
    queues.isQueued = true;
    ask.at(NOON);
    await Promise.resolve();
    ask.at(NOON);
    expect(asked).toHaveLength(2);
  });

  it('is remembered of five thousand seconds at most: then all of them are forgotten', () => {
    const { ask, asked } = anAsking();
    const askAll = () => {
      for (let second = 0; second < 5000; second += 1) ask.at(NOON + second * 1000);
    };
    askAll();
    askAll();
    expect(asked).toHaveLength(5000);
    ask.at(NOON + 5_000_000);
    ask.at(NOON);
    expect(asked).toHaveLength(5002);
  });
});
