import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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

describe('its boxes', () => {
  const onSubmit = jest.fn();
  beforeEach(() => onSubmit.mockClear());

  function Example({ error }: { error?: string }) {
    const [code, setCode] = useState('');
    return (
      <form onSubmit={onSubmit}>
        <CodeField value={code} onChange={setCode} error={error} data-path="code" />
        <output>{code}</output>
        <button type="submit">Send</button>
      </form>
    );
  }

  const showBoxes = (error?: string) =>
    render(
      <MantineProvider env="test">
        <Example {...(error === undefined ? {} : { error })} />
      </MantineProvider>,
    );
  const group = () => screen.getByRole('group', { name: 'Verification code' });
  const boxes = () => within(group()).getAllByRole<HTMLInputElement>('textbox');
  const typed = () => screen.getByRole('status').textContent;

  it('are a group with the field’s name, and each says which digit it is', () => {
    showBoxes();
    expect(boxes().map((box) => box.getAttribute('aria-label'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((place) => `Digit ${place} of 6`),
    );
    expect(new Set(boxes().map(({ inputMode, autocomplete }) => `${inputMode} ${autocomplete}`))).toEqual(
      new Set(['numeric one-time-code']),
    );
  });

  it('are filled one after the other, by digits alone', async () => {
    showBoxes();
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.keyboard('12a34-56');
    expect([typed(), document.activeElement]).toEqual(['123456', boxes()[5]]);
    await userEvent.keyboard('{Backspace}{ArrowLeft}');
    expect([typed(), document.activeElement]).toEqual(['12345', boxes()[4]]);
  });

  it.each(['123 456', '123-456', 'Your code is 123456.', '１２３４５６'])('take %j that is pasted', async (text) => {
    showBoxes();
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.paste(text);
    expect([typed(), document.activeElement]).toEqual(['123456', boxes()[5]]);
  });

  it('stand still when what is pasted has no digit, and wait for the rest of a code', async () => {
    showBoxes();
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.paste('none');
    expect([typed(), document.activeElement]).toEqual(['', boxes()[0]]);
    await userEvent.paste('12-34');
    expect([typed(), document.activeElement]).toEqual(['1234', boxes()[4]]);
  });

  it('take full-width digits, as keyboards of East Asia type them', async () => {
    showBoxes();
    await userEvent.click(boxes()[0] as HTMLInputElement);
    await userEvent.keyboard('１２３４５６');
    expect(typed()).toBe('123456');
  });

  it('have one error for all of them', () => {
    showBoxes('The code has 6 digits');
    expect(screen.getAllByText('The code has 6 digits')).toHaveLength(1);
    const described = document.getElementById(group().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('The code has 6 digits');
    expect(boxes().map((box) => box.getAttribute('aria-invalid'))).toEqual(Array(6).fill('true'));
  });

  it('send the form with Enter, and a form finds the first of them', async () => {
    showBoxes();
    await userEvent.click(boxes()[0] as HTMLInputElement);
    onSubmit.mockImplementation((event: Event) => event.preventDefault());
    await userEvent.keyboard('1{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[data-path=code]')).toBe(boxes()[0]);
  });
});

it('is one field where a longer code may come, and takes all of its digits', async () => {
  function Held() {
    const [value, setValue] = useState('');
    return <CodeField longest={14} value={value} onChange={setValue} />;
  }
  render(
    <MantineProvider env="test">
      <Held />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' });
  await userEvent.type(field, '1234 5678-9012 3456');
  expect(field.value).toBe('12345678901234');
});

it('as one field is described by its error', () => {
  render(
    <MantineProvider env="test">
      <CodeField longest={14} value="" onChange={() => undefined} error="The code is wrong" />
    </MantineProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Verification code' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('The code is wrong');
});
