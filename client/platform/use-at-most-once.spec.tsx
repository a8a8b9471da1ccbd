import { act, renderHook } from '@testing-library/react';
import { CallFailed, isOutcomeUnknown } from './api';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';
import { useAtMostOnce } from './use-at-most-once';

interface Sent {
  content: string;
  key: string;
}

/** A command whose attempts end as listed, in order. */
function setUp(outcomes: (CallFailed | string)[]) {
  const sent: Sent[] = [];
  const { result } = renderHook(() => useAtMostOnce<string>());
  const run = (intent: string, content = intent) =>
    act(() =>
      result.current
        .run({
          intent,
          content,
          send: async (what, key) => {
            sent.push({ content: what, key });
            const outcome = outcomes[sent.length - 1] ?? 'done';
            if (outcome instanceof CallFailed) throw outcome;
            return outcome;
          },
        })
        .catch((error: unknown) => error),
    );
  return { result, sent, run };
}

const lost = new CallFailed('timeout', '');
const refused = new CallFailed('refused', 'no');

it('keeps key and content of an intent while its outcome is unknown', async () => {
  const unknowns = [lost, new CallFailed('unreachable', ''), new CallFailed('refused', '', 'request.outcome-unknown')];
  const { sent, run } = setUp([...unknowns, 'done']);
  await run('buy', 'at 1');
  await run('buy', 'at 2');
  await run('buy', 'at 3');
  expect(await run('buy', 'at 4')).toBe('done');
  expect(sent.map(({ content }) => content)).toEqual(['at 1', 'at 1', 'at 1', 'at 1']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

it.each([
  ['a refusal', refused],
  ['a lost session', new CallFailed('session', '')],
  ['an unverified user', new CallFailed('unverified', '')],
  ['success', 'done'],
])('takes a new key after %s', async (_name, outcome) => {
  const { sent, run } = setUp([outcome]);
  await run('buy', 'at 1');
  await run('buy', 'at 2');
  expect(sent.map(({ content }) => content)).toEqual(['at 1', 'at 2']);
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

it.each([
  ['a server that is busy', new CallFailed('refused', '', 'request.unavailable')],
  ['too many calls', new CallFailed('refused', '', 'request.too-many')],
  ['a session that is over', new CallFailed('session', '')],
  ['a refusal that nobody looked the key up for', new CallFailed('refused', '', 'market.closed')],
])('keeps key and content of an intent without an answer through %s', async (_name, outcome) => {
  const { sent, run } = setUp([lost, outcome, 'done']);
  await run('buy', 'at 1');
  await run('buy', 'at 2');
  expect(await run('buy', 'at 3')).toBe('done');
  expect(sent.map(({ content }) => content)).toEqual(['at 1', 'at 1', 'at 1']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it('takes a new key once the server has closed that of an intent without an answer', async () => {
  const { sent, run } = setUp([lost, new CallFailed('refused', 'no', 'ledger.insufficient-balance', true)]);
  await run('buy', 'at 1');
  await run('buy', 'at 2');
  await run('buy', 'at 3');
  expect(sent.map(({ content }) => content)).toEqual(['at 1', 'at 1', 'at 3']);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

it('takes a new key for another intent, even while the first is unknown', async () => {
  const { sent, run } = setUp([lost]);
  await run('buy');
  await run('sell');
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

it('keeps the key of an unknown intent while others are decided', async () => {
  const { sent, run } = setUp([lost, 'done', lost, 'done', 'done']);
  for (const intent of ['add 10', 'add 20', 'add 30', 'add 10', 'add 30']) await run(intent);
  const keys = sent.map(({ key }) => key);
  expect([keys[3], keys[4]]).toEqual([keys[0], keys[2]]);
  expect(new Set(keys).size).toBe(3);
});

describe('a command that sets a value', () => {
  const form = () => {
    const { result } = renderHook(() => useAtMostOnce<string>());
    const set = async (value: string, sets: string, outcome: CallFailed | string = 'done') => {
      let used = '';
      const send = (_content: string, key: string) => {
        used = key;
        return outcome instanceof CallFailed ? Promise.reject(outcome) : Promise.resolve(outcome);
      };
      await act(() => result.current.run({ intent: value, content: value, sets, send }).catch(() => undefined));
      return used;
    };
    return { set, held: (value: string) => result.current.held(value) };
  };

  it.each([
    ['was done', 'done'],
    ['has no answer either', lost],
    ['was refused', refused],
  ])('is another one after a later value that %s', async (_name, outcome) => {
    const { set, held } = form();
    const first = await set('60000', 'stop 1', lost);
    expect(held('60000')).toBe('60000');
    await set('61000', 'stop 1', outcome);
    expect(held('60000')).toBeNull();
    expect(await set('60000', 'stop 1')).not.toBe(first);
  });

  it('is the same one while nothing else, or only another thing, was set', async () => {
    const { set } = form();
    const first = await set('60000', 'stop 2', lost);
    await set('61000', 'stop 3');
    expect(await set('60000', 'stop 2')).toBe(first);
  });

  it('is another one also where the later values were set in another form', async () => {
    const [here, there] = [form(), form()];
    const first = await here.set('60000', 'stop 4', lost);
    await there.set('61000', 'stop 4');
    await there.set('60000', 'stop 4', lost);
    expect(here.held('60000')).toBeNull();
    expect(await here.set('60000', 'stop 4')).not.toBe(first);
  });
});

it('sends nothing while an attempt is under way', async () => {
  const { result } = renderHook(() => useAtMostOnce<string>());
  let finish = (_answer: string) => {};
  const send = jest.fn(() => new Promise<string>((resolve) => (finish = resolve)));
  let first: Promise<string | undefined> | undefined;
  act(() => {
    first = result.current.run({ intent: 'buy', content: '', send });
  });
  expect(result.current.busy).toBe(true);
  await act(async () => expect(await result.current.run({ intent: 'buy', content: '', send })).toBeUndefined());
  await act(async () => finish('done'));
  expect([await first, send.mock.calls.length, result.current.busy]).toEqual(['done', 1, false]);
});

it('knows which failures leave the outcome open', () => {
  expect([lost, new CallFailed('unreachable', ''), refused, new Error('x')].map(isOutcomeUnknown)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('of a form whose values outlive it', () => {
  const begin = (form?: string) => renderHook(() => useAtMostOnce<string>(form)).result;
  const attempt = (result: ReturnType<typeof begin>, content: string, outcome: CallFailed | string, keys: string[]) =>
    act(() =>
      result.current
        .run({
          intent: 'buy',
          content,
          send: async (what, key) => {
            keys.push(`${what} ${key}`);
            if (outcome instanceof CallFailed) throw outcome;
            return outcome;
          },
        })
        .catch(() => undefined),
    );
  const login = (id: number) => {
    beginSession(`token-${id}`);
    rememberUser({ id } as SessionUser);
  };

  it('sends again what nobody knows the outcome of, also after the form has gone and come', async () => {
    const keys: string[] = [];
    await attempt(begin('a form'), 'at 1', lost, keys);
    const again = begin('a form');
    expect([again.current.held('buy'), again.current.held('sell'), begin('another').current.held('buy')]).toEqual([
      'at 1',
      null,
      null,
    ]);
    await attempt(again, 'at 2', 'done', keys);
    expect(keys[1]).toBe(keys[0]);
    expect(again.current.held('buy')).toBeNull();
    await attempt(begin('a form'), 'at 3', 'done', keys);
    expect(keys[2]).not.toContain(keys[0]?.split(' ')[2]);
    expect(keys[2]).toMatch(/^at 3 /);
  });

  it('sends nothing of one user for another, and forgets it without a name', async () => {
    const keys: string[] = [];
    login(7);
    await attempt(begin('shared'), 'at 1', lost, keys);
    login(8);
    expect(begin('shared').current.held('buy')).toBeNull();
    login(7);
    expect(begin('shared').current.held('buy')).toBe('at 1');
    endSession();
    await attempt(begin(), 'at 1', lost, keys);
    expect(begin().current.held('buy')).toBeNull();
  });
});
