import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../languages';
import { FundPasswordField } from './fund-password-field';

describe('the field of the fund password', () => {
  beforeAll(() => speak('en'));

  it.each([
    [undefined, 'Forgot password'],
    ['The fund password is wrong', 'Change fund password'],
  ])('leads to a new one, also when it was refused (%s)', (error, way) => {
    render(
      <MantineProvider env="test">
        <MemoryRouter>
          <FundPasswordField value="111222" error={error} onChange={jest.fn()} />
        </MemoryRouter>
      </MantineProvider>,
    );
    expect(screen.queryAllByText(error ?? 'nothing is wrong')).toHaveLength(error === undefined ? 0 : 1);
    expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe(
      '/pages/settings/security/changePayPassword',
    );
  });
});
