import { Logger } from '@nestjs/common';
import { someMetrics } from '../../../test/factories/figures.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import type { CheckedInvariant, Violation } from './findings.js';
import { brokenIn, CheckBooks } from './check-books.js';
import type { Round } from './check-round.js';
import { TradingMode } from './trading-mode.js';

let said: unknown[];

beforeEach(() => {
  said = [];
  for (const level of ['error', 'fatal', 'warn', 'log'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...[message]: unknown[]) => void said.push([level, message]));
});
afterEach(() => jest.restoreAllMocks());

describe('a check of the books', () => {
  const row = (book: string, id = '1') =>
    ({ book, fingerprint: `${book} ${id}`, details: { id } }) as unknown as Violation;
  const invariant = (name: string, rows: Violation[], quarantined: Violation[] = []): CheckedInvariant => ({
    name,
    says: `${name} holds.`,
    rows,
    quarantined,
    late: [],
  });

  function aCheck() {
    const round = {
      result: { checked: [], isComplete: true, failure: null, took: { new: 1.5, pass: 0.5 } } as Round,
      count: 0,
      looks: 0,
    };
    const noted: unknown[] = [];
    const stopped: unknown[] = [];
    const { figures, metrics } = someMetrics();
    let go: () => void = () => undefined;
    const gate = { isShut: false };
    const check = new CheckBooks(
      {
        execute: async () => {
          round.count += 1;
          if (gate.isShut) await new Promise<void>((resolve) => (go = resolve));
          return round.result;
        },
        look: async () => {
          round.looks += 1;
          if (gate.isShut) await new Promise<void>((resolve) => (go = resolve));
          return round.result;
        },
      } as never,
      { secondsSincePass: () => Promise.resolve(77) } as never,
      { stop: (book: string, cause: string) => Promise.resolve(stopped.push([book, cause])) } as never,
      { noteChecked: (book: string, inOrder: boolean) => Promise.resolve(noted.push([book, inOrder])) } as never,
      metrics,
    );
    return { check, round, noted, stopped, figures, gate, open: () => go() };
  }

  it('that finds nothing notes both books in order, and says nothing', async () => {
    const { check, noted, stopped, figures } = aCheck();
    const now = jest.spyOn(performance, 'now');
    now.mockReturnValueOnce(4_000_000).mockReturnValueOnce(4_002_500);
    await check.execute();
    expect(noted).toEqual([
      ['real', true],
      ['demo', true],
    ]);
    expect([stopped, said]).toEqual([[], []]);
    expect(figures).toEqual({
      booksCheckSeconds: 2.5,
      'booksCheckPartSeconds new': 1.5,
      'booksCheckPartSeconds pass': 0.5,
      booksPassedSecondsAgo: 77,
      'booksBroken real': 0,
      'booksBroken demo': 0,
      'booksQuarantined real': 0,
      'booksQuarantined demo': 0,
      'booksWorkLate real': 0,
      'booksWorkLate demo': 0,
    });
  });

  it('stops the book that a row is about, both where nobody can tell, and names what is broken', async () => {
    const { check, round, noted, stopped, figures } = aCheck();
    const six = ['1', '2', '3', '4', '5', '6'].map((id) => row('demo', id));
    const checked = [
      invariant('L01', six, [row('real'), row('both')]),
      invariant('L02', [], [row('demo')]),
      invariant('L03-holds', [row('demo')]),
      invariant('L04', [row('both')]),
    ];
    round.result = { checked, isComplete: false, failure: null, took: {} };
    expect(await check.execute()).toBe(checked);
    expect(noted).toEqual([
      ['real', false],
      ['demo', false],
    ]);
    expect(stopped).toEqual([
      ['real', 'The books break L04.'],
      ['demo', 'The books break L01, L03-holds, L04.'],
    ]);
    expect(figures).toMatchObject({
      'booksBroken real': 1,
      'booksBroken demo': 3,
      'booksQuarantined real': 2,
      'booksQuarantined demo': 2,
    });
    // Five rows of each are enough to read.
    expect(said).toEqual([
      ['error', { invariant: 'L01', says: 'L01 holds.', rows: six.slice(0, 5) }],
      ['error', { invariant: 'L03-holds', says: 'L03-holds holds.', rows: [row('demo')] }],
      ['error', { invariant: 'L04', says: 'L04 holds.', rows: [row('both')] }],
      ['warn', 'There was more than one check looks at; the next one goes on.'],
    ]);
  });

  it('stops nothing for what is late, and says how many invariants name some of each book', async () => {
    const { check, round, noted, stopped, figures } = aCheck();
    const late = (name: string, rows: Violation[]) => ({ ...invariant(name, []), late: rows });
    const checked = [late('O05', [row('real'), row('demo')]), late('P04', [row('real')]), late('T01', [])];
    round.result = { checked, isComplete: true, failure: null, took: {} };
    await check.execute();
    expect(stopped).toEqual([]);
    expect(noted).toEqual([
      ['real', true],
      ['demo', true],
    ]);
    expect(figures).toMatchObject({ 'booksBroken real': 0, 'booksWorkLate real': 2, 'booksWorkLate demo': 1 });
    expect(said).toEqual([
      ['warn', { late: 'O05', says: 'O05 holds.', rows: [row('real'), row('demo')] }],
      ['warn', { late: 'P04', says: 'P04 holds.', rows: [row('real')] }],
    ]);
  });

  it('that does not come to its end says nothing of a book in which it found nothing', async () => {
    const { check, round, noted, stopped } = aCheck();
    round.result = {
      checked: [invariant('L01', [row('demo')])],
      isComplete: false,
      failure: new Error('cut'),
      took: {},
    };
    await expect(check.execute()).rejects.toThrow('cut');
    expect(noted).toEqual([['demo', false]]);
    expect(stopped).toEqual([['demo', 'The books break L01.']]);
    expect(said).toEqual([['error', expect.objectContaining({ invariant: 'L01' })]]);
  });

  it('is one for all who ask while it runs, and another one for whoever needs one that has not begun', async () => {
    const { check, round, gate, open } = aCheck();
    gate.isShut = true;
    const [first, same, anew] = [check.execute(), check.execute(), check.executeAnew()];
    expect(round.count).toBe(1);
    gate.isShut = false;
    open();
    await Promise.all([first, same]);
    await anew;
    expect(round.count).toBe(2);
    await check.execute();
    expect(round.count).toBe(3);
  });

  it('that only looks stops what is broken all the same, and is one for all who ask while another runs', async () => {
    const { check, round, stopped, gate, open } = aCheck();
    round.result = { checked: [invariant('L01', [row('demo')])], isComplete: true, failure: null, took: {} };
    gate.isShut = true;
    const first = check.look();
    await Promise.resolve();
    const others = [check.look(), check.look()];
    gate.isShut = false;
    open();
    await Promise.all([first, ...others]);
    expect([round.looks, round.count]).toEqual([2, 0]);
    const stop = ['demo', 'The books break L01.'];
    expect(stopped).toEqual([stop, stop]);
  });

  it.each<[string, string[]]>([
    ['The books break L01.', ['L01']],
    ['The books break L01, L13-withdrawals, M03.', ['L01', 'L13-withdrawals', 'M03']],
    ['The books break everything.', []],
    ['A holiday', []],
  ])('%p names %p', (cause, names) => {
    expect(brokenIn(cause)).toEqual(names);
  });
});

describe('the mode of a book', () => {
  function aMode({ changes = true } = {}) {
    const asked: unknown[] = [];
    const { figures, metrics } = someMetrics();
    const store = {
      change: (...given: unknown[]) => {
        asked.push(given);
        return Promise.resolve(changes);
      },
    };
    return { mode: new TradingMode(store as never, metrics, new FakeClock(1000)), asked, figures };
  }

  it('is said once, when it is stopped, and is a figure each time', async () => {
    const { mode, asked, figures } = aMode();
    await mode.stop('demo', 'It is broken.');
    expect(asked).toEqual([
      ['demo', { mode: 'cancel-only', cause: 'It is broken.', operatorId: null, at: new Date(1000) }],
    ]);
    expect(said).toEqual([['fatal', 'The demo book is in cancel-only: It is broken.']]);
    expect(figures).toEqual({ 'cancelOnly demo': 1 });
    said = [];
    const again = aMode({ changes: false });
    await again.mode.stop('demo', 'It is broken.');
    expect([said, again.figures]).toEqual([[], { 'cancelOnly demo': 1 }]);
  });

  it('is opened by an operator, unless the book is not in order', async () => {
    const { mode, figures } = aMode();
    expect(await mode.clear('real', { operatorId: '7', reason: 'Put right' })).toBe(true);
    expect(figures).toEqual({ 'cancelOnly real': 0 });
    expect(said).toEqual([['warn', 'Operator 7 ended cancel-only of the real book: Put right']]);
    said = [];
    const refused = aMode({ changes: false });
    expect(await refused.mode.clear('real', { operatorId: '7', reason: 'Put right' })).toBe(false);
    expect([said, refused.figures]).toEqual([[], {}]);
  });
});
