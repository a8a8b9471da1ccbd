import { fireEvent, render, screen } from '@testing-library/react';
import { speak } from '../../../languages';
import { preferences } from '../../../platform/preferences';
import { ChooseOrderKeys } from './display-settings';

beforeAll(() => speak('en'));

it('keys that order are off until they are switched on, and off again', () => {
  render(<ChooseOrderKeys />);
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: /^Order entry by keys/ });
  expect([choice.checked, preferences().orderKeys]).toEqual([false, false]);
  fireEvent.click(choice);
  expect([choice.checked, preferences().orderKeys]).toEqual([true, true]);
  fireEvent.click(choice);
  expect([choice.checked, preferences().orderKeys]).toEqual([false, false]);
});
