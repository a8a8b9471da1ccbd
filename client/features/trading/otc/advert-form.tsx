import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  OTC_CASH_MINUTES,
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
import { failureWords } from '../../../platform/failure-words';
import { AmountInput } from '../../../ui/amount-input';
import { ErrorState } from '../../../ui/error-state';
import fieldStyles from '../../../ui/field.module.css';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { TickBox } from '../../../ui/tick-box';
import { advert as advertQuery, offer as offerQuery, payments as paymentsQuery } from './otc.api';
import { NoFundPassword, useOtcGate } from './not-verified';
import styles from './otc.module.css';
import { type AdvertValues, takesCash, useAdvert } from './use-advert';
import { useOtcPaused } from './use-otc-paused';

const AREA = {
  label: fieldStyles.label ?? '',
  input: fieldStyles.input ?? '',
  description: fieldStyles.help ?? '',
};

/** A new advert (null), or new terms of an own one. */
export function AdvertForm({ id }: { id: string | null }) {
  const { t } = useTranslation();
  const offer = useQuery(offerQuery);
  const payments = useQuery(paymentsQuery);
  const known = useQuery({ ...advertQuery(id ?? ''), enabled: id !== null });
  const gate = useOtcGate();
  const failure = offer.error ?? payments.error ?? known.error;
  if (failure && !(offer.data && payments.data)) {
    return (
      <ErrorState
        text={failureWords(failure, t)}
        onRetry={() => void Promise.all([offer.refetch(), payments.refetch()])}
      />
    );
  }
  if (gate === 'fundPassword') return <NoFundPassword />;
  if (!offer.data || !payments.data || (id !== null && !known.data)) return <CardSkeleton rows={8} />;
  return <Fields key={id ?? 'new'} offer={offer.data} payments={payments.data} known={known.data ?? null} />;
}

interface FieldsProps {
  offer: OtcOfferView;
  payments: OtcPaymentView[];
  known: OtcAdvertView | null;
}

function Fields({ offer, payments, known }: FieldsProps) {
  const { t } = useTranslation();
  const { values, change, problem, busy, submit } = useAdvert(known, payments);
  const isSelling = values.type === 'sell';
  // Other terms open nothing by themselves.
  const paused = useOtcPaused(!known && !isSelling);
  const coin = offer.coins.find(({ currency_id }) => String(currency_id) === values.currency_id)?.currency_name ?? '';
  const part = { values, change };
  const isCash = takesCash(values, payments);
  return (
    <div className={styles.gap}>
      <Form
        submit={t(known ? 'otc.save' : 'otc.publish')}
        busy={busy}
        blocked={paused}
        problem={problem}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!known && <What {...part} offer={offer} />}
        <Price {...part} />
        <Amounts {...part} coin={coin} />
        {isSelling ? (
          <OwnPayments
            payments={payments}
            chosen={values.payments}
            onChoose={(chosen) => change({ payments: chosen })}
          />
        ) : (
          <Ways {...part} />
        )}
        {!isSelling && values.ways.includes('cash') && (
          <OwnPayments
            payments={payments.filter(({ way }) => way === 'cash')}
            chosen={values.payments}
            onChoose={(chosen) => change({ payments: chosen })}
          />
        )}
        {isCash && <p className={styles.text}>{t('otc.cashWindow', { count: OTC_CASH_MINUTES })}</p>}
        <SelectField
          label={t('otc.window')}
          value={isCash ? String(OTC_CASH_MINUTES) : values.window}
          onChange={(window) => change({ window })}
          choices={OTC_WINDOWS.filter((minutes) => !isCash || minutes === OTC_CASH_MINUTES).map((minutes) => ({
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
          classNames={AREA}
          onChange={({ currentTarget }) => change({ terms: currentTarget.value.replaceAll('\n', ' ') })}
        />
        <FundPasswordField value={values.pin} onChange={(pin) => change({ pin })} />
      </Form>
      <p className={styles.text}>{t(isSelling ? 'otc.sellNote' : 'otc.buyNote')}</p>
    </div>
  );
}

interface PartProps {
  values: AdvertValues;
  change: (part: Partial<AdvertValues>) => void;
}

/** Which side, which coin, and what it is paid with: they stay as they are. */
function What({ values, change, offer }: PartProps & { offer: OtcOfferView }) {
  const { t } = useTranslation();
  return (
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
          change({ coin_code, ...(coin_code === OTC_INDEXED_FIAT ? {} : { pricing: 'fixed' as const }) })
        }
        choices={OTC_FIAT_CODES.map((key) => ({ key, label: key }))}
      />
    </>
  );
}

function Price({ values, change }: PartProps) {
  const { t } = useTranslation();
  return (
    <>
      {values.coin_code === OTC_INDEXED_FIAT && (
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
    </>
  );
}

function Amounts({ values, change, coin }: PartProps & { coin: string }) {
  const { t } = useTranslation();
  const { total_number, min_number, max_number, coin_code } = values;
  return (
    <>
      <AmountInput
        label={t('otc.total')}
        value={total_number}
        unit={coin}
        onChange={(typed) => change({ total_number: typed })}
      />
      <AmountInput
        label={t('otc.least')}
        value={min_number}
        unit={coin_code}
        onChange={(typed) => change({ min_number: typed })}
      />
      <AmountInput
        label={t('otc.most')}
        value={max_number}
        unit={coin_code}
        onChange={(typed) => change({ max_number: typed })}
      />
    </>
  );
}

function Ways({ values, change }: PartProps) {
  const { t } = useTranslation();
  return (
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
