import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { speak } from '../languages';
import { PasswordField } from './password-field';

beforeAll(() => speak('en'));

function Example({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return (
    <MantineProvider env="test">
      <PasswordField label="Password" help="Eight or more" error={error} value={value} onChange={setValue} />
    </MantineProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Password');
const eye = () => screen.getByRole('button');
const state = () => [field().type, eye().getAttribute('aria-label'), eye().getAttribute('aria-pressed')];
const HIDDEN = ['password', 'Show', 'false'];
const SHOWN = ['text', 'Hide', 'true'];

describe('a password', () => {
  it('is shown and hidden from the keyboard, which comes to the eye behind the field', async () => {
    render(<Example />);
    await userEvent.type(field(), 'secret');
    await userEvent.tab();
    expect(document.activeElement).toBe(eye());
    expect(state()).toEqual(HIDDEN);
    await userEvent.keyboard('{Enter}');
    expect(state()).toEqual(SHOWN);
    await userEvent.keyboard(' ');
    expect(state()).toEqual(HIDDEN);
    expect(field().value).toBe('secret');
  });

  it('is shown by one press of the mouse, and by the click of assistive technology, which has none', async () => {
    render(<Example />);
    await userEvent.click(eye());
    expect(state()).toEqual(SHOWN);
    fireEvent.click(eye(), { detail: 0 });
    expect(state()).toEqual(HIDDEN);
  });

  it('is not shown by a press that slides off, nor by another button of the mouse', () => {
    render(<Example />);
    fireEvent.touchStart(eye());
    fireEvent.touchEnd(eye());
    fireEvent.mouseDown(eye(), { button: 2 });
    expect(state()).toEqual(HIDDEN);
  });

  it('says what is wrong with it in the place of the help', () => {
    const { rerender } = render(<Example />);
    const described = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
    expect([field().getAttribute('aria-invalid'), described()]).toEqual([null, 'Eight or more']);
    rerender(<Example error="Too short" />);
    expect([field().getAttribute('aria-invalid'), described()]).toEqual(['true', 'Too short']);
    expect(screen.queryByText('Eight or more')).toBeNull();
  });
});
