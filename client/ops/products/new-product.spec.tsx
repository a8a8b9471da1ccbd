import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductTermsView } from '../../../server/contract/operations';
import { answerDesk, type DeskCall, showDesk, sitDown, speakDesk } from '../../test/desk';
import { ProductsPage } from './products';

beforeAll(speakDesk);

const VIEW: ProductTermsView = {
  options: [],
  spot: [],
  perpetuals: [],
  trust: [],
  currencies: ['USDT', 'BTC'],
  optionMarkets: ['BTC/USDT', 'ETH/USDT'],
};
const WRONG = 'Not possible: outside the bounds that hold for everybody';

/** Opens the form of a kind. */
async function openForm(kind: 'option' | 'trust', answer: object = { type: 'ok', message: { id: '9' } }) {
  const calls = answerDesk({
    products: { type: 'ok', message: VIEW },
    'products/new/trust': answer,
    'products/new/options': answer,
  });
  sitDown('settings');
  showDesk(<ProductsPage />);
  await screen.findByRole('button', { name: 'New product' });
  if (kind === 'trust') await userEvent.selectOptions(screen.getByLabelText('Kind'), 'trust');
  await userEvent.click(screen.getByRole('button', { name: 'New product' }));
  return { calls, form: within(screen.getByRole('region', { name: 'New product' })) };
}

type Form = ReturnType<typeof within>;
const propose = (form: Form) => form.getByRole('button', { name: 'Propose the product' });
const posted = (calls: DeskCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));

async function typeAll(form: Form, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.clear(form.getByLabelText(label));
    if (text !== '') await userEvent.type(form.getByLabelText(label), text);
  }
}

const OPTION_FIELDS = {
  'Time in seconds': '90',
  'Payout of rise and fall (%)': '81',
  'Payout of even (%)': '300',
  'Smallest amount': '10',
  'Largest amount': '5000',
};

it('a time of options is proposed whole, with the band that goes by the time', async () => {
  const { calls, form } = await openForm('option');
  expect(propose(form)).toHaveProperty('disabled', true);
  await typeAll(form, OPTION_FIELDS);
  expect(form.getByText('Band of even: 0.015%')).toBeTruthy();
  await userEvent.selectOptions(form.getByLabelText('Market'), 'ETH/USDT');
  await userEvent.type(form.getByLabelText('Reason'), 'Asked for by many');
  await userEvent.click(form.getByLabelText('Offered'));
  await userEvent.click(propose(form));
  expect(await screen.findByRole('button', { name: 'New product' })).toBeTruthy();
  const terms = { payoutPercent: '81', evenPayoutPercent: '300', minimum: '10', maximum: '5000', feePercent: null };
  expect(posted(calls)).toEqual([
    {
      path: 'products/new/options',
      body: { market: 'ETH/USDT', seconds: 90, ...terms, enabled: false, reason: 'Asked for by many' },
    },
  ]);
});

it.each([
  ['29', true],
  ['30', false],
  ['86401', true],
  ['1.5', true],
])('a time of %s seconds is marked as wrong: %s', async (time, isWrong) => {
  const { form } = await openForm('option');
  await typeAll(form, { ...OPTION_FIELDS, 'Time in seconds': time });
  expect(form.queryByText(WRONG) !== null).toBe(isWrong);
  expect(propose(form)).toHaveProperty('disabled', isWrong);
});

it('a trust product is proposed whole; what is typed stays when it is refused', async () => {
  const refusal = { type: 'error', code: 'operations.product-exists', message: 'There is such a product already' };
  const { calls, form } = await openForm('trust', refusal);
  await typeAll(form, {
    Code: 'usdt-45',
    'Term in days': '45',
    'Smallest amount': '100',
    'Interest a day (%)': '0.05',
  });
  // What never changes afterwards is chosen, not found there.
  expect(propose(form)).toHaveProperty('disabled', true);
  await userEvent.selectOptions(form.getByLabelText('Source of interest'), 'lending');
  await userEvent.selectOptions(form.getByLabelText('Early redemption'), 'none');
  expect(form.queryByLabelText('Rate of early redemption')).toBeNull();
  expect(propose(form)).toHaveProperty('disabled', false);
  await userEvent.selectOptions(form.getByLabelText('Early redemption'), 'discounted-rate');
  expect(form.getByText('Lower interest a day, in percent')).toBeTruthy();
  await typeAll(form, { 'Rate of early redemption': '0.05' });
  expect(form.getByText(WRONG)).toBeTruthy();
  await typeAll(form, { 'Rate of early redemption': '0.01' });
  await userEvent.type(form.getByLabelText('Reason'), 'A longer term');
  await userEvent.click(propose(form));
  expect(await form.findByText('There is such a product already')).toBeTruthy();
  expect(form.getByLabelText('Code')).toHaveProperty('value', 'usdt-45');
  expect(form.getByLabelText('Reason')).toHaveProperty('value', 'A longer term');
  const terms = { minimum: '100', maximum: null, dailyPercent: '0.05', quota: null, enabled: true };
  const way = { redemptionRule: 'discounted-rate', redemptionRate: '0.01', yieldSource: 'lending' };
  expect(posted(calls)).toEqual([
    {
      path: 'products/new/trust',
      body: { code: 'usdt-45', currency: 'USDT', termDays: 45, ...terms, ...way, reason: 'A longer term' },
    },
  ]);
});

it('a rate that was typed for one rule is none of another, which counts it otherwise', async () => {
  const { form } = await openForm('trust');
  await userEvent.selectOptions(form.getByLabelText('Early redemption'), 'fixed-fee');
  await typeAll(form, { 'Rate of early redemption': '1.5' });
  await userEvent.selectOptions(form.getByLabelText('Early redemption'), 'remaining-days');
  expect(form.getByLabelText('Rate of early redemption')).toHaveProperty('value', '');
});

it('is for kinds that can have more, and for those who may propose', async () => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('settings');
  const { unmount } = showDesk(<ProductsPage />);
  await screen.findByRole('button', { name: 'New product' });
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
  expect(screen.queryByRole('button', { name: 'New product' })).toBeNull();
  unmount();
  sitDown('support');
  showDesk(<ProductsPage />);
  await screen.findByText('Nothing here.');
  expect(screen.queryByRole('button', { name: 'New product' })).toBeNull();
});
