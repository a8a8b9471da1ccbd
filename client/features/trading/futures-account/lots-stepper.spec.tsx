import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { speak } from '../../../languages';
import { LotsStepper } from './lots-stepper';

const show = (value: string, whole: number) =>
  render(
    <MantineProvider env="test">
      <LotsStepper label="Lots" value={value} onChange={jest.fn()} min={1} max={whole} whole={whole} />
    </MantineProvider>,
  );
const chosen = () => screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

describe('the shares of lots', () => {
  beforeAll(() => speak('en'));

  it.each([
    { typed: '37', whole: 37, share: ['100%'] },
    { typed: '9', whole: 37, share: ['25%'] },
    { typed: '10', whole: 37, share: [] },
    { typed: '', whole: 37, share: [] },
    { typed: '1', whole: 2, share: ['50%'] },
    { typed: '1', whole: 1, share: ['100%'] },
  ])('show which one $typed of $whole is', ({ typed, whole, share }) => {
    show(typed, whole);
    expect(chosen()).toEqual(share);
  });
});
