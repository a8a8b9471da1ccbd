import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConsentBox } from './consent-box';

it('a consent that is missing says so, in words that belong to the box, and its text is no part of the press', async () => {
  const onChange = jest.fn();
  const onClick = jest.fn();
  render(
    <MantineProvider env="test">
      <ConsentBox
        label="I agree"
        checked={false}
        onChange={onChange}
        error="Please agree"
        read={{ label: 'Read', onClick }}
      />
    </MantineProvider>,
  );
  const box = screen.getByRole('checkbox', { name: 'I agree' });
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please agree');
  await userEvent.click(screen.getByRole('button', { name: 'Read: I agree' }));
  expect([onClick.mock.calls.length, onChange.mock.calls.length]).toEqual([1, 0]);
  await userEvent.click(box);
  expect(onChange).toHaveBeenCalledWith(true);
});
