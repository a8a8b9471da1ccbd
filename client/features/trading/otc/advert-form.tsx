import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import {
  OTC_FIAT_CODES,
  OTC_INDEXED_FIAT,
  OTC_WAYS,
  type OtcFiat,
} from '../../../../server/contract/rules/otc-market.rules';
import { OTC_WINDOWS } from '../../../../server/contract/rules/otc-order.rules';
import type {
  OtcAdvertView,
  OtcOfferView,
  OtcPaymentView,
  OtcSide,
} from '../../../../server/contract/trading/otc-market.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { AmountInput } from '../../../ui/amount-input';
import { ErrorState } from '../../../ui/error-state';
import fieldStyles from '../../../ui/field.module.css';
import { Form } from '../../../ui/form';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { TickBox } from '../../../ui/tick-box';
import { toast } from '../../../ui/toast';
import { readTypedAmount } from '../../../ui/typed-amount';
import {
  advert as advertQuery,
  advertise,
  type AdvertWords,
  KEYS,
  offer as offerQuery,
  payments as paymentsQuery,
} from './otc.api';
import styles from './otc.module.css';
import { waysOf } from './use-otc-words';

/** A new advert (null), or new terms of an own one. */
export function AdvertForm({ id }: { id: string | null }) {
  const { t } = useTranslation();
  const offer = useQuery(offerQuery);
  const payments = useQuery(paymentsQuery);
  const known = useQuery({ ...advertQuery(id ?? ''), enabled: id !== null });
  const failure = offer.error ?? payments.error ?? known.error;
  if (failure && !(offer.data && payments.data)) {
    return (
      <ErrorState
        text={failureWords(failure, t)}
        onRetry={() => void Promise.all([offer.refetch(), payments.refetch()])}
      />
    );
  }
  if (!offer.data || !payments.data || (id !== null && !known.data)) return <CardSkeleton rows={8} />;
  return <Fields key={id ?? 'new'} offer={offer.data} payments={payments.data} known={known.data ?? null} />;
}

interface Values extends Omit<AdvertWords, 'payment_ids' | 'way'> {
  pricing: 'fixed' | 'floating';
  ways: string[];
  payments: string[];
}

function begun(known: OtcAdvertView | null, payments: OtcPaymentView[]): Values {
  const ways = known ? waysOf(known.way) : [];
  return {
    type: known?.type ?? 'sell',
    currency_id: String(known?.currency_id ?? 3),
    coin_code: (known?.coin_code ?? 'CNY') as OtcFiat,
    pricing: known?.pricing ?? 'fixed',
    price: known?.pricing === 'fixed' ? known.price : '',
    ratio: known?.ratio ?? '1',
    total_number: known?.total_number ?? '',
    min_number: known?.min_number ?? '',
    max_number: known?.max_number ?? '',
    ways,
    payments: payments.filter(({ way }) => ways.includes(way)).map(({ id }) => id),
    window: String(known?.window ?? 30),
    terms: known?.terms ?? '',
  };
}

function Fields({
  offer,
  payments,
  known,
}: {
  offer: OtcOfferView;
  payments: OtcPaymentView[];
  known: OtcAdvertView | null;
}) {
  const { t } = useTranslation();
  const { values, change, problem, busy, submit } = useAdvert(known, payments);
  const isSelling = values.type === 'sell';
  const coin = offer.coins.find(({ currency_id }) => String(currency_id) === values.currency_id)?.currency_name ?? '';
  const mayFloat = values.coin_code === OTC_INDEXED_FIAT;
  return (
    <div className={styles.gap}>
      <Form
        submit={t(known ? 'otc.save' : 'otc.publish')}
        busy={busy}
        problem={problem}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!known && (
          <>
            <PillChoice<OtcSide>
              legend={t('otc.iWant')}
              choices={[
                { key: 'sell', label: t('otc.sell') },
                { key: 'buy', label: t('otc.buy') },
              ]}
              chosen={values.type}
              onChoose={(type) => change({ type })}
            />
            <SelectField
              label={t('otc.coin')}
              value={values.currency_id}
              onChange={(currency_id) => change({ currency_id })}
              choices={offer.coins.map(({ currency_id, currency_name }) => ({
                key: String(currency_id),
                label: currency_name,
              }))}
            />
            <SelectField<OtcFiat>
              label={t('otc.fiat')}
              value={values.coin_code}
              onChange={(coin_code) =>
                change({ coin_code, ...(coin_code === OTC_INDEXED_FIAT ? {} : { pricing: 'fixed' }) })
              }
              choices={OTC_FIAT_CODES.map((key) => ({ key, label: key }))}
            />
          </>
        )}
        {mayFloat && (
          <PillChoice
            legend={t('otc.pricing')}
            choices={[
              { key: 'fixed', label: t('otc.fixed') },
              { key: 'floating', label: t('otc.floating') },
            ]}
            chosen={values.pricing}
            onChoose={(pricing) => change({ pricing })}
          />
        )}
        {values.pricing === 'fixed' ? (
          <AmountInput
            label={t('otc.price')}
            value={values.price}
            unit={values.coin_code}
            onChange={(price) => change({ price })}
          />
        ) : (
          <AmountInput
            label={t('otc.ratio')}
            help={t('otc.ratioHelp')}
            value={values.ratio}
            onChange={(ratio) => change({ ratio })}
          />
        )}
        <AmountInput
          label={t('otc.total')}
          value={values.total_number}
          unit={coin}
          onChange={(total_number) => change({ total_number })}
        />
        <AmountInput
          label={t('otc.least')}
          value={values.min_number}
          unit={values.coin_code}
          onChange={(min_number) => change({ min_number })}
        />
        <AmountInput
          label={t('otc.most')}
          value={values.max_number}
          unit={values.coin_code}
          onChange={(max_number) => change({ max_number })}
        />
        {isSelling ? (
          <OwnPayments
            payments={payments}
            chosen={values.payments}
            onChoose={(chosen) => change({ payments: chosen })}
          />
        ) : (
          <fieldset className={styles.set}>
            <legend className={fieldStyles.label}>{t('otc.way')}</legend>
            {OTC_WAYS.map((way) => (
              <TickBox
                key={way}
                label={t(`otc.ways.${way}`)}
                checked={values.ways.includes(way)}
                onChange={(ticked) =>
                  change({ ways: OTC_WAYS.filter((one) => (one === way ? ticked : values.ways.includes(one))) })
                }
              />
            ))}
          </fieldset>
        )}
        <SelectField
          label={t('otc.window')}
          value={values.window}
          onChange={(window) => change({ window })}
          choices={OTC_WINDOWS.map((minutes) => ({
            key: String(minutes),
            label: t('otc.minutes', { count: minutes }),
          }))}
        />
        <Textarea
          label={t('otc.terms')}
          description={t('otc.termsHelp')}
          maxLength={500}
          autosize
          minRows={2}
          value={values.terms}
          classNames={{
            label: fieldStyles.label ?? '',
            input: fieldStyles.input ?? '',
            description: fieldStyles.help ?? '',
          }}
          onChange={({ currentTarget }) => change({ terms: currentTarget.value.replaceAll('\n', ' ') })}
        />
      </Form>
      <p className={styles.text}>{t(isSelling ? 'otc.sellNote' : 'otc.buyNote')}</p>
    </div>
  );
}

function OwnPayments({
  payments,
  chosen,
  onChoose,
}: {
  payments: OtcPaymentView[];
  chosen: string[];
  onChoose: (ids: string[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.set}>
      <legend className={fieldStyles.label}>{t('otc.receiveAt')}</legend>
      {payments.map(({ id, way, account, bank }) => (
        <TickBox
          key={id}
          label={[t(`otc.ways.${way}`), bank, account].filter((text) => text !== '').join(' · ')}
          checked={chosen.includes(id)}
          onChange={(ticked) =>
            onChoose(payments.map((one) => one.id).filter((one) => (one === id ? ticked : chosen.includes(one))))
          }
        />
      ))}
      <Button component={Link} to="/pages/otc/payments" variant="light" mih={44}>
        {t('otc.addPayment')}
      </Button>
    </fieldset>
  );
}

function useAdvert(known: OtcAdvertView | null, payments: OtcPaymentView[]) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<AdvertWords>();
  const [values, setValues] = useState(() => begun(known, payments));
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
      payment_ids: values.type === 'sell' ? values.payments.join(',') : '',
      window: values.window,
      terms: values.terms.trim(),
    };
    const amounts = [isFixed ? words.price : words.ratio, words.total_number, words.min_number, words.max_number];
    if (amounts.some((amount) => !/[1-9]/.test(amount))) return setProblem(t('otc.enterAmounts'));
    if (words.way === '' && words.payment_ids === '') return setProblem(t('otc.enterWay'));
    setProblem(null);
    try {
      const send = (content: AdvertWords, key: string) => advertise(known?.id ?? null, content, key);
      const made = await run({ intent: JSON.stringify(words), content: words, send });
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
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }));
  return { values, change, problem, busy, submit: () => void submit() };
}
