import { act, renderHook } from '@testing-library/react';
import { CallFailed } from './api';
import { useSubmission } from './use-submission';

jest.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

function setUp(send: (values: { name: string }, key: string) => Promise<unknown>) {
  const errors: [string, unknown][] = [];
  const form = {
    setFieldError: (path: string, error: unknown) => void errors.push([path, error]),
    getInputNode: () => null,
  };
  const fields = { 'account.username-taken': 'name' } as const;
  const { result } = renderHook(() => useSubmission<{ name: string }>(form, { send, fields }));
  return { result, errors };
}

const submit = (hook: ReturnType<typeof setUp>, name = 'a') =>
  act(async () => {
    hook.result.current.submit({ name });
    await Promise.resolve();
  });

it('sends once, however often the button is pressed', async () => {
  let finish = () => {};
  const send = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const hook = setUp(send);
  await submit(hook);
  await submit(hook);
  expect(send).toHaveBeenCalledTimes(1);
  expect(hook.result.current.busy).toBe(true);
  await act(async () => finish());
  expect(hook.result.current.busy).toBe(false);
});

it('puts a refusal at the field that it is about, and every other one above the button', async () => {
  const refusals = [
    new CallFailed('refused', 'taken', 'account.username-taken'),
    new CallFailed('refused', 'later', 'request.too-many'),
  ];
  const hook = setUp(() => Promise.reject(refusals.shift()));
  await submit(hook);
  expect([hook.errors, hook.result.current.problem]).toEqual([[['name', 'taken']], null]);
  await submit(hook);
  expect(hook.result.current.problem).toBe('later');
});

it('keeps its key while the outcome is not known, and takes a new one for other values or after an answer', async () => {
  const keys: string[] = [];
  const outcomes = ['timeout', 'unreachable', 'refused', 'refused', 'refused'] as const;
  const hook = setUp((_values, key) => {
    keys.push(key);
    const kind = outcomes[keys.length - 1] ?? 'refused';
    return Promise.reject(new CallFailed(kind, 'no', null, kind === 'refused'));
  });
  for (const name of ['a', 'a', 'a', 'a', 'b']) await submit(hook, name);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
