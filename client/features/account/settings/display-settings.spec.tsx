import { fireEvent, render, screen } from '@testing-library/react';
import { speak } from '../../../languages';
import { readStored } from '../../../platform/stored';
import { ChooseOrderKeys } from './display-settings';

beforeAll(() => speak('en'));

it('keys that order are off until they are switched on, and off again', () => {
  render(<ChooseOrderKeys />);
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: /^Order entry by keys/ });
  expect([choice.checked, readStored('order-keys')]).toEqual([false, null]);
  fireEvent.click(choice);
  expect([choice.checked, readStored('order-keys')]).toEqual([true, 'on']);
  fireEvent.click(choice);
  expect([choice.checked, readStored('order-keys')]).toEqual([false, null]);
});
