import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Language } from '../../../../server/contract/errors';
import { OTC_CASH_MINUTES, type OtcFiat } from '../../../../server/contract/rules/otc-market.rules';
import type { OtcAdvertView, OtcPaymentView } from '../../../../server/contract/trading/otc-market.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { toast } from '../../../ui/toast';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { advertise, type AdvertWords, KEYS } from './otc.api';
import { waysOf } from './use-otc-words';

export interface AdvertValues extends Omit<AdvertWords, 'payment_ids' | 'way' | 'pay_password'> {
  pricing: 'fixed' | 'floating';
  ways: string[];
  payments: string[];
  /** The fund password, as typed. */
  pin: string;
}

function begun(known: OtcAdvertView | null, payments: OtcPaymentView[], language: Language): AdvertValues {
  const typed = (amount: string | undefined) => (amount ? typedAs(amount, language) : '');
  const ways = known ? waysOf(known.way) : [];
  return {
    type: known?.type ?? 'sell',
    currency_id: String(known?.currency_id ?? 3),
    coin_code: (known?.coin_code ?? 'CNY') as OtcFiat,
    pricing: known?.pricing ?? 'fixed',
    price: known?.pricing === 'fixed' ? typed(known.price) : '',
    ratio: typed(known?.ratio ?? '1'),
    total_number: typed(known?.total_number),
    min_number: typed(known?.min_number),
    max_number: typed(known?.max_number),
    ways,
    // Of two of one way nobody knows here which one it was.
    payments: payments
      .filter(({ way }) => ways.includes(way) && payments.filter((one) => one.way === way).length === 1)
      .map(({ id }) => id),
    window: String(known?.window ?? 30),
    terms: known?.terms ?? '',
    pin: '',
  };
}

/** Whether the advert as it is typed takes cash. */
export function takesCash({ type, ways, payments: chosen }: AdvertValues, known: OtcPaymentView[]): boolean {
  if (type === 'buy') return ways.includes('cash');
  return known.some(({ id, way }) => way === 'cash' && chosen.includes(id));
}

/** Where a buyer hands over cash: the own places that are ticked, where cash is. */
function cashPlaces({ ways, payments: chosen }: AdvertValues, known: OtcPaymentView[]): string[] {
  if (!ways.includes('cash')) return [];
  return known.filter(({ id, way }) => way === 'cash' && chosen.includes(id)).map(({ id }) => id);
}

/** The advert's form: what is typed, and what becomes of it. */
export function useAdvert(known: OtcAdvertView | null, payments: OtcPaymentView[]) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<AdvertWords>();
  const [values, setValues] = useState(() => begun(known, payments, language));
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async () => {
    const read = (text: string) => readTypedAmount(text, language) ?? '';
    const isFixed = values.pricing === 'fixed';
    const words: AdvertWords = {
      type: values.type,
      currency_id: values.currency_id,
      coin_code: values.coin_code,
      price: isFixed ? read(values.price) : '',
      ratio: isFixed ? '' : read(values.ratio),
      total_number: read(values.total_number),
      min_number: read(values.min_number),
      max_number: read(values.max_number),
      way: values.type === 'sell' ? '' : values.ways.join(','),
      payment_ids: (values.type === 'sell' ? values.payments : cashPlaces(values, payments)).join(','),
      window: takesCash(values, payments) ? String(OTC_CASH_MINUTES) : values.window,
      terms: values.terms.trim(),
      pay_password: values.pin,
    };
    const amounts = [isFixed ? words.price : words.ratio, words.total_number, words.min_number, words.max_number];
    if (amounts.some((amount) => !/[1-9]/.test(amount))) return setProblem(t('otc.enterAmounts'));
    if (words.way === '' && words.payment_ids === '') return setProblem(t('otc.enterWay'));
    if (!/^\d{6}$/.test(values.pin)) return setProblem(t('otc.enterPin'));
    setProblem(null);
    try {
      const send = (content: AdvertWords, key: string) => advertise(known?.id ?? null, content, key);
      // A second try with another fund password is the same advert.
      const intent = JSON.stringify({ ...words, pay_password: '' });
      const made = await run({ intent, content: words, send });
      if (made === undefined) return;
      toast(t(known ? 'otc.saved' : 'otc.published'));
      void navigate('/pages/otc/merchant', { replace: true });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await Promise.all([KEYS.mine, KEYS.offered].map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  };
  const change = (part: Partial<AdvertValues>) => setValues((now) => ({ ...now, ...part }));
  return { values, change, problem, busy, submit: () => void submit() };
}
