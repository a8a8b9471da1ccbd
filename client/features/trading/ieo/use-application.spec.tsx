import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { speak } from '../../../languages';
import { changePreferences } from '../../../platform/preferences';
import { useApplication } from './use-application';

const project = { id: '5', currency_name: 'NEW', price: '0.5', max_number: '100000' } as unknown as IeoProjectView;
const nothing = () => undefined;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});

it.each([
  ['12500', '12500', null],
  ['12,500', '12500', '12,500 NEW'],
  ['12.500', null, null],
])('of %j coins asks for %j and says that it reads %j', (typed, number, reading) => {
  const queries = new QueryClient();
  const { result } = renderHook(
    () => useApplication({ project, available: null, onRefused: nothing, onApplied: nothing }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      ),
    },
  );
  act(() => result.current.form.setFieldValue('number', typed));
  expect([result.current.wish?.number ?? null, result.current.reading]).toEqual([number, reading]);
});
