import { ActOnMargins, type Verdict } from './act-on-margins.js';

/** What is done with decisions, at a store that is given: what goes together, what goes apart, who is told. */
const AT = 1_000_000;

interface Call {
  groups: string[];
  deleverage: boolean;
}

let calls: Call[];
let apart: string[];
let overtaken: string[];
let behind: string[];
let changed: string[];
let failing: (call: Call) => boolean;
let warned: string[][];
let warningFails: Error | null;
let announced: string[][];
let refreshed: number[][];
let delays: number[];

beforeEach(() => {
  [calls, apart, overtaken, behind, changed] = [[], [], [], [], []];
  [warned, announced, refreshed, delays] = [[], [], [], []];
  [failing, warningFails] = [() => false, null];
});

const store = {
  execute: async (
    _tx: unknown,
    { groups, deleverage }: { groups: ReturnType<typeof group>[]; deleverage: boolean },
  ) => {
    const call = { groups: groups.map(({ all }) => all[0]?.[0] as string), deleverage };
    calls.push(call);
    if (failing(call)) throw new Error(`${call.groups.join()} cannot be closed`);
    const late = call.groups.filter((id) => overtaken.includes(id));
    const moved = call.groups.filter((id) => changed.includes(id));
    const left = deleverage ? [] : call.groups.filter((id) => apart.includes(id) && !late.includes(id));
    const acted = call.groups.filter((id) => ![...left, ...late, ...moved].includes(id));
    return { acted, apart: left, overtaken: late, behind: late.filter((id) => behind.includes(id)), changed: moved };
  },
  warn: async (_tx: unknown, levels: { userId: string }[]) => {
    if (warningFails) throw warningFails;
    warned.push(levels.map(({ userId }) => userId));
    return ['9'];
  },
};
const followed = { refresh: async (ids: number[]) => refreshed.push(ids) };
const act = new ActOnMargins(
  store as never,
  followed as never,
  { run: (work: (tx: object) => Promise<unknown>) => work({}) } as never,
  { announce: (_tx: unknown, users: string[]) => announced.push(users) } as never,
  { now: () => AT } as never,
  { liquidationDelaySeconds: { observe: (value: number) => delays.push(value) } } as never,
);
Object.assign(act, { logger: { error: jest.fn() } });

function group(id: string, userId = `user of ${id}`, items = [id]) {
  return { userId, items: items.map((each) => ({ id: each, marketId: 1 })), all: [[id, '1']] };
}
const verdict = (groups: object[], levels: object[] = []) =>
  ({ groups, levels, marks: { 1: { markAt: AT - 1500 } } }) as unknown as Verdict;
const level = (userId: string, positionId: string | null) => ({
  userId,
  demo: false,
  positionId,
  level: 'warning',
  figures: {},
});

it('all are closed in one transaction, without the gains of others', async () => {
  const done = await act.execute(verdict([group('1', 'ann'), group('2', 'bob'), group('3', 'ann')]));
  expect(done).toEqual({ closed: 3, overtaken: [], behind: [], alone: [], changed: [], failures: [] });
  expect(calls).toEqual([{ groups: ['1', '2', '3'], deleverage: false }]);
  expect(announced).toEqual([['ann', 'bob']]);
  expect(refreshed[0]).toEqual([1, 2, 3]);
  expect(delays).toEqual([1.5, 1.5, 1.5]);
});

it('so many of what is left for that are closed with the gains of others, the rest is handed back', async () => {
  const groups = Array.from({ length: 60 }, (_, place) => group(String(place + 1)));
  apart = groups.slice(0, 51).map(({ items }) => items[0]?.id as string);
  expect(await act.execute(verdict(groups))).toMatchObject({ closed: 34, overtaken: [], behind: groups.slice(25, 51) });
  expect(calls.map((call) => [call.groups.length, call.deleverage])).toEqual([
    [60, false],
    [25, true],
  ]);
  expect(calls[1]?.groups).toEqual(apart.slice(0, 25));
});

it('an account is left whole where one of its positions is named', async () => {
  apart = ['2'];
  await act.execute(verdict([group('1'), group('2', 'ann', ['2', '5', '6'])]));
  expect(calls.at(-1)).toEqual({ groups: ['2'], deleverage: true });
});

it('where all together fail each is handed back to be decided by itself, and warnings are written', async () => {
  failing = ({ groups }) => groups.includes('2');
  const groups = [group('1'), group('2'), group('3')];
  const done = await act.execute(verdict(groups, [level('ann', '8')]));
  expect(done).toEqual({ closed: 0, overtaken: [], behind: [], alone: groups, changed: [], failures: [] });
  expect(calls).toEqual([{ groups: ['1', '2', '3'], deleverage: false }]);
  expect(refreshed).toEqual([[1, 2, 3], [8]]);
  expect(warned).toEqual([['ann']]);
});

it('where some of those that are left fail they are handed back so', async () => {
  const groups = Array.from({ length: 30 }, (_, place) => group(String(place + 1)));
  apart = groups.map(({ items }) => items[0]?.id as string);
  failing = ({ groups: some }) => some.length === 25;
  const done = await act.execute(verdict(groups));
  const handedBack = { overtaken: [], behind: groups.slice(25), alone: groups.slice(0, 25), changed: [] };
  expect(done).toEqual({ closed: 0, ...handedBack, failures: [] });
  expect(calls.map((call) => call.groups.length)).toEqual([30, 25]);
});

it('whoever has changed meanwhile is handed back, also where only orders were to be cancelled', async () => {
  const groups = [group('1'), group('2', 'ann', []), group('3')];
  changed = ['2', '3'];
  expect(await act.execute(verdict(groups))).toMatchObject({ closed: 1, alone: [], changed: groups.slice(1) });
});

it('one alone that fails is not tried again', async () => {
  failing = () => true;
  const { alone, failures } = await act.execute(verdict([group('1')]));
  expect([alone, failures.map(String)]).toEqual([[], ['Error: 1 cannot be closed']]);
  expect(calls).toHaveLength(1);
  expect(delays).toEqual([1.5]);
});

it('one that fails with the gains of others loses nothing of what was overtaken', async () => {
  const groups = [group('1'), group('2')];
  [apart, overtaken] = [['1'], ['2']];
  failing = ({ deleverage }) => deleverage;
  const done = await act.execute(verdict(groups, [level('ann', '8')]));
  expect(done).toMatchObject({ closed: 0, overtaken: [groups[1]], alone: [] });
  expect(done.failures.map(String)).toEqual(['Error: 1 cannot be closed']);
  expect(warned).toEqual([['ann']]);
});

it('those behind a group that takes nothing are handed back apart from those that others have overtaken', async () => {
  const groups = [group('1'), group('2'), group('3')];
  [overtaken, behind] = [['2', '3'], ['3']];
  const done = await act.execute(verdict(groups));
  expect(done).toMatchObject({ closed: 1, overtaken: [groups[1]], behind: [groups[2]] });
});

it('rows that cannot be read again lose nothing of it either', async () => {
  const unread = jest.spyOn(followed, 'refresh').mockRejectedValue(new Error('unread'));
  overtaken = ['1'];
  const groups = [group('1'), group('2')];
  const done = await act.execute(verdict(groups, [level('ann', '8')]));
  unread.mockRestore();
  expect(done).toMatchObject({ closed: 1, overtaken: [groups[0]] });
  expect(done.failures.map(String)).toEqual(['Error: unread', 'Error: unread']);
  expect(warned).toEqual([['ann']]);
});

it('where nothing is closed nobody asks, and whoever is warned is told', async () => {
  expect(await act.execute(verdict([], [level('ann', '8'), level('bob', null)]))).toMatchObject({ closed: 0 });
  expect([calls, warned, announced, refreshed]).toEqual([[], [['ann', 'bob']], [['9']], [[8]]]);
  await act.execute(verdict([]));
  expect([warned.length, announced.length, refreshed.length]).toEqual([1, 1, 1]);
});

it('a warning that cannot be written fails nothing, but where the database is gone', async () => {
  warningFails = new Error('a warning too much');
  expect(await act.execute(verdict([group('1')], [level('ann', '8')]))).toMatchObject({ closed: 1 });
  expect(refreshed).toEqual([[1], [8]]);
  warningFails = Object.assign(new Error('gone'), { code: '57P01' });
  await expect(act.execute(verdict([], [level('ann', '8')]))).rejects.toThrow('gone');
});

it('where the database is gone nothing is tried one by one', async () => {
  const gone = Object.assign(new Error('gone'), { code: '57P01' });
  failing = () => {
    throw gone;
  };
  await expect(act.execute(verdict([group('1'), group('2')]))).rejects.toThrow('gone');
  expect(calls).toHaveLength(1);
});

it('those whose levels others have taken are handed back, from all together and from those with the gains of others', async () => {
  const groups = [group('1'), group('2', 'ann', ['2', '5']), group('3'), group('4', 'bob', [])];
  [apart, overtaken] = [['3'], ['2']];
  expect(await act.execute(verdict(groups))).toMatchObject({ closed: 3, overtaken: [groups[1]] });
  // It could be had together with the others, and no more when it came to itself.
  [apart, overtaken] = [['3'], []];
  const execute = store.execute;
  store.execute = async (tx, closing) => {
    overtaken = closing.deleverage ? ['3'] : [];
    return execute(tx, closing);
  };
  expect(await act.execute(verdict(groups))).toMatchObject({ closed: 3, overtaken: [groups[2]] });
  store.execute = execute;
});
