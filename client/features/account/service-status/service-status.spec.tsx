import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { IncidentView, ServiceStatusView } from '../../../../server/contract/service-status.dto';
import { speak, speakMore } from '../../../languages';
import { serviceStatusWords } from '../../../languages/service-status';
import * as api from '../../../platform/api';
import { ServiceStatus } from './service-status';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), get: jest.fn() }));
const get = jest.mocked(api.get);

beforeAll(async () => {
  await speak('en');
  await speakMore(serviceStatusWords);
});

const incident = (values: Partial<IncidentView>): IncidentView =>
  ({
    id: '1',
    kind: 'incident',
    state: 'investigating',
    parts: ['spot'],
    title: 'Spot is slow',
    beginsAt: 0,
    endsAt: null,
    closedAt: null,
    updates: [],
    ...values,
  }) as IncidentView;

async function overall(state: ServiceStatusView['state'], incidents: IncidentView[]): Promise<string | null> {
  get.mockResolvedValue({ at: Date.now(), state, parts: [], incidents });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <ServiceStatus />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const head = await screen.findByRole('status');
  return head.querySelector('h2')?.textContent ?? null;
}

it.each([
  ['nothing goes on', 'up', [], 'Everything works'],
  ['an incident is open', 'up', [incident({})], 'An incident is being dealt with'],
  ['work is under way', 'up', [incident({ kind: 'maintenance', state: 'under-way' })], 'Maintenance is under way'],
  ['work is planned', 'up', [incident({ kind: 'maintenance', state: 'planned' })], 'Everything works'],
  ['an incident is over', 'up', [incident({ state: 'resolved', closedAt: 1 })], 'Everything works'],
  ['a part is down', 'down', [incident({})], 'Some parts do not work'],
] as const)('never says that everything works while something goes on: %s', async (_when, state, incidents, words) => {
  expect(await overall(state, [...incidents])).toBe(words);
});
