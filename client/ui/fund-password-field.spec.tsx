import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../languages';
import { FundPasswordField } from './fund-password-field';

describe('the field of the fund password', () => {
  beforeAll(() => speak('en'));

  it.each([undefined, 'The fund password is wrong'])('leads to a new one, also when it was wrong (%s)', (error) => {
    render(
      <MantineProvider env="test">
        <MemoryRouter>
          <FundPasswordField value="111222" error={error} onChange={jest.fn()} />
        </MemoryRouter>
      </MantineProvider>,
    );
    expect(screen.queryAllByText(error ?? 'nothing is wrong')).toHaveLength(error === undefined ? 0 : 1);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/pages/settings/security/changePayPassword');
  });
});
