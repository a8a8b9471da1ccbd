import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductTermsView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { ProductsPage } from './products';

beforeAll(speakDesk);

const VIEW: ProductTermsView = {
  options: [
    {
      id: '1',
      name: '*',
      seconds: 60,
      payoutPercent: '80',
      evenPayoutPercent: '300',
      evenBandPercent: '0.01',
      version: 'v1',
      minimum: '10',
      maximum: '5000',
      feePercent: null,
      enabled: true,
      proposalId: null,
    },
  ],
  spot: [],
  perpetuals: [
    {
      id: '1',
      name: 'BTC/USDT',
      version: 'v2',
      steps: [{ maxLeverage: 100, maintenancePercent: '0.5' }],
      leverages: [1, 5, 10],
      openLotsMax: 100_000,
      lotsMax: 1000,
      feePercent: '0.05',
      enabled: true,
      proposalId: null,
    },
    {
      id: '2',
      name: 'ETH/USDT',
      version: 'v3',
      steps: [{ maxLeverage: 50, maintenancePercent: '1' }],
      leverages: [1, 5],
      openLotsMax: 90_000,
      lotsMax: 900,
      feePercent: '0.05',
      enabled: false,
      proposalId: '31',
    },
  ],
  trust: [],
};

it('are read with their units, and proposed whole with what was changed', async () => {
  const calls = answerDesk({
    products: { type: 'ok', message: VIEW },
    'products/options/1': { type: 'ok', message: { id: '9' } },
  });
  sitDown('settings');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  for (const text of ['80%', '5,000', 'as the market']) expect(row.getByText(text)).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  const payout = row.getByLabelText('Payout of rise and fall (%)');
  await userEvent.clear(payout);
  await userEvent.type(payout, '82.5');
  await userEvent.type(row.getByLabelText('Reason'), 'A campaign');
  await userEvent.click(row.getByRole('button', { name: 'Propose the terms' }));
  expect(await screen.findByRole('button', { name: 'Change the terms' })).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: 'products/options/1',
      body: {
        payoutPercent: '82.5',
        evenPayoutPercent: '300',
        minimum: '10',
        maximum: '5000',
        feePercent: null,
        enabled: true,
        seen: 'v1',
        reason: 'A campaign',
      },
    },
  ]);
});

it('are found by kind and name; what waits for a second person is not proposed again', async () => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('treasurer');
  showDesk(<ProductsPage />);
  await screen.findByRole('article', { name: 'Every market · 60 s' });
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
  expect(screen.getAllByRole('article')).toHaveLength(2);
  await userEvent.type(screen.getByLabelText('Market or product'), 'eth');
  const row = within(screen.getByRole('article'));
  for (const text of ['1x, 5x', '90,000', 'Other terms wait for a second person.'])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.queryByRole('button')).toBeNull();
});

it('are not proposed beyond their bounds, and the field says so', async () => {
  const calls = answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('settings');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  const payout = row.getByLabelText('Payout of rise and fall (%)');
  await userEvent.clear(payout);
  await userEvent.type(payout, '101');
  await userEvent.type(row.getByLabelText('Reason'), 'Too much');
  expect(row.getByText('Not possible: outside the bounds that hold for everybody')).toBeTruthy();
  expect(row.getByRole('button', { name: 'Propose the terms' })).toHaveProperty('disabled', true);
  await userEvent.clear(payout);
  await userEvent.type(payout, '100');
  expect(row.queryByText('Not possible: outside the bounds that hold for everybody')).toBeNull();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it.each(['1 5 x', '1,000', '2.5', '5 1', '200', ''])('of leverages are read whole: %j is none', async (text) => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('settings');
  showDesk(<ProductsPage />);
  await screen.findByRole('article', { name: 'Every market · 60 s' });
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
  const row = within(screen.getByRole('article', { name: 'BTC/USDT' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  const leverages = row.getByLabelText('Leverages');
  await userEvent.clear(leverages);
  if (text !== '') await userEvent.type(leverages, text);
  expect(row.getByRole('button', { name: 'Propose the terms' })).toHaveProperty('disabled', true);
  await userEvent.clear(leverages);
  await userEvent.type(leverages, '1 5 100');
  expect(row.getByRole('button', { name: 'Propose the terms' })).toHaveProperty('disabled', false);
});

it('that others changed meanwhile are read again, and are what the next form has', async () => {
  let payoutPercent = '80';
  const view = () => ({ ...VIEW, options: [{ ...VIEW.options[0], payoutPercent, version: `of ${payoutPercent}` }] });
  const calls = answerDesk({
    products: () => ({ type: 'ok', message: view() }),
    'products/options/1': () => {
      payoutPercent = '70';
      return { type: 'error', code: 'operations.terms-changed', message: 'The terms were changed' };
    },
  });
  sitDown('settings');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  await userEvent.type(row.getByLabelText('Reason'), 'A campaign');
  await userEvent.click(row.getByRole('button', { name: 'Propose the terms' }));
  expect(await row.findByText('The terms were changed')).toBeTruthy();
  // What was typed stays; what stands there now is beside it.
  expect(row.getByLabelText('Reason')).toHaveProperty('value', 'A campaign');
  expect(await row.findByText('70%')).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  expect(row.getByLabelText('Payout of rise and fall (%)')).toHaveProperty('value', '70');
  await userEvent.type(row.getByLabelText('Reason'), 'A campaign');
  await userEvent.click(row.getByRole('button', { name: 'Propose the terms' }));
  await screen.findAllByText('The terms were changed');
  const posted = calls.filter(({ method }) => method === 'POST').map(({ body }) => (body as { seen: string }).seen);
  expect(posted).toEqual(['of 80', 'of 70']);
});

it('are looked at by those who may not propose', async () => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('support');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  expect(row.queryByRole('button')).toBeNull();
});
