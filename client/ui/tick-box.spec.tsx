import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TickBox } from './tick-box';

it.each([
  ['beside its words', false, 'Mail: Filled orders'],
  ['alone in the cell of a table, whose headings are its words', true, ''],
])('a box to tick has its name %s', async (_where, alone, words) => {
  const onChange = jest.fn();
  const { container } = render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <TickBox label="Mail: Filled orders" checked={false} onChange={onChange} alone={alone} />
    </MantineProvider>,
  );
  expect(container.textContent).toBe(words);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mail: Filled orders' }));
  expect(onChange).toHaveBeenCalledWith(true);
});
