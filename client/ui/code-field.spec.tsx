import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '../languages';
import { beginSession, endSession } from '../platform/session';
import { CodeField, type CodeMemory } from './code-field';

beforeAll(() => speak('en'));
beforeEach(() => act(() => beginSession('token')));
afterEach(() => act(endSession));

const MEMORY: CodeMemory = { countdown: 'own contact', act: 'withdrawal of 5' };

function show(memory?: CodeMemory) {
  const onSend = jest.fn(() => Promise.resolve('a…@example.com'));
  const { unmount } = render(
    <MantineProvider env="test">
      <CodeField value="" onChange={() => undefined} onSend={onSend} {...(memory ? { memory } : {})} />
    </MantineProvider>,
  );
  return { onSend, unmount };
}

const send = () => screen.getByRole<HTMLButtonElement>('button');

it('counts down on, and still says where the code went, when the form was closed meanwhile', async () => {
  const first = show(MEMORY);
  await userEvent.click(send());
  await screen.findByText(/^Sent to a…@example\.com/);
  first.unmount();
  const { onSend } = show(MEMORY);
  screen.getByText(/^Sent to a…@example\.com/);
  expect([send().disabled, send().textContent]).toEqual([true, expect.stringMatching(/[0-9]+/)]);
  await userEvent.click(send());
  expect(onSend).not.toHaveBeenCalled();
});

it('says of other values that no code was sent for them, and still counts', async () => {
  const first = show(MEMORY);
  await userEvent.click(send());
  await screen.findByText(/^Sent to a…@example\.com/);
  first.unmount();
  show({ ...MEMORY, act: 'withdrawal of 6' });
  expect(screen.queryByText(/^Sent to a…@example\.com/)).toBeNull();
  expect(send().disabled).toBe(true);
});

it('forgets all of it with the session', async () => {
  act(() => beginSession('token'));
  const first = show(MEMORY);
  await userEvent.click(send());
  await screen.findByText(/^Sent to a…@example\.com/);
  first.unmount();
  act(endSession);
  show(MEMORY);
  expect(send().disabled).toBe(false);
});
