import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { Stepper } from './stepper';

it('steps are a list with a name, of which one is the current one, and nothing in it can be pressed', () => {
  render(
    <MantineProvider env="test">
      <Stepper
        label="Progress"
        done={1}
        steps={[
          { key: 'sent', title: 'Submitted', text: 'today' },
          { key: 'review', title: 'Under review' },
          { key: 'paid', title: 'Paid' },
        ]}
      />
    </MantineProvider>,
  );
  const items = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
  expect(within(items[0] as HTMLElement).getByText('today')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
