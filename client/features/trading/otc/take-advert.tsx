import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import {
  OTC_FIATS,
  type OtcFiat,
  type OtcWay,
  otcSizeOfCoins,
  otcSizeOfMoney,
} from '../../../../server/contract/rules/otc-market.rules';
import type { OtcAdvertView } from '../../../../server/contract/trading/otc-market.dto';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { Form } from '../../../ui/form';
import { judgeAmount } from '../../../ui/judge-amount';
import { MoneyText } from '../../../ui/money-text';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { readTypedAmount } from '../../../ui/typed-amount';
import { MerchantRecord } from './advert-card';
import { advert as advertQuery, type OrderWish, payments as paymentsQuery, useOtcEvents } from './otc.api';
import { NoFundPassword, NotVerified, useOtcGate } from './not-verified';
import styles from './otc.module.css';
import { ReviewOrder } from './review-order';
import { SafetyNote } from './safety-note';
import { useOtcPaused } from './use-otc-paused';
import { waysOf } from './use-otc-words';
import { UnknownOtc } from './unknown-otc';

/** Takes one advert: how much, how it is paid, and a last look. */
export function TakeAdvert({ id }: { id: string }) {
  useOtcEvents();
  const { data, error, refetch } = useQuery(advertQuery(id));
  const gate = useOtcGate();
  if (error && !data) return <UnknownOtc what="advert" error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={7} />;
  if (gate === null) return <Loaded advert={data} />;
  return (
    <div className={styles.gap}>
      <Offer advert={data} />
      {gate === 'verification' ? <NotVerified /> : <NoFundPassword />}
    </div>
  );
}

function Loaded({ advert }: { advert: OtcAdvertView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { means, setMeans, typed, setTyped, way, setWay, paymentId, setPaymentId } = useWish(advert);
  const [problem, setProblem] = useState<string | null>(null);
  const [wish, setWish] = useState<OrderWish | null>(null);
  const { coin_code: fiat, currency_name: coin } = advert;
  const isSelling = advert.type === 'buy';
  const paused = useOtcPaused(!isSelling);
  const amount = readTypedAmount(typed, language);
  const review = () => {
    const scale = means === 'money' ? OTC_FIATS[fiat as OtcFiat] : advert.scale;
    const verdict = judgeAmount(typed, language, { scale });
    if (verdict !== null || amount === null)
      return setProblem(t(verdict === 'decimals' ? 'otc.tooFine' : 'otc.enterAmount'));
    setProblem(null);
    setWish({
      id: advert.id,
      value: amount,
      means,
      way,
      payment_id: isSelling && way !== 'cash' ? paymentId : '',
      price: advert.price,
    });
  };
  return (
    <div className={styles.gap}>
      <Offer advert={advert} />
      <Form
        submit={t('otc.next')}
        busy={false}
        blocked={paused}
        problem={problem}
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
      >
        <PillChoice
          legend={t('otc.means')}
          choices={[
            { key: 'money', label: fiat },
            { key: 'number', label: coin },
          ]}
          chosen={means}
          onChoose={setMeans}
        />
        <AmountInput
          label={means === 'money' ? t('otc.amount') : t('otc.quantity')}
          value={typed}
          onChange={setTyped}
          unit={means === 'money' ? fiat : coin}
          help={<OtherSide advert={advert} means={means} amount={amount} />}
        />
        <PillChoice
          legend={t('otc.way')}
          choices={waysOf(advert.way).map((key) => ({ key, label: t(`otc.ways.${key}`) }))}
          chosen={way}
          onChoose={setWay}
        />
        {isSelling && way !== 'cash' && <OwnPayment way={way} chosen={paymentId} onChoose={setPaymentId} />}
      </Form>
      <Terms text={advert.terms} />
      <SafetyNote text={t(way === 'cash' ? 'otc.safety.cash' : isSelling ? 'otc.safety.sell' : 'otc.safety.buy')} />
      <Sheet title={t('otc.review')} opened={wish !== null} onClose={() => setWish(null)}>
        {wish && <ReviewOrder wish={wish} onRefused={() => setWish(null)} onWords={setProblem} />}
      </Sheet>
    </div>
  );
}

/** What the merchant asks for; nothing where nothing was written. */
function Terms({ text }: { text: string }) {
  const { t } = useTranslation();
  if (text === '') return null;
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('otc.terms')}</h2>
      <p className={styles.text}>{text}</p>
    </section>
  );
}

/** The price, and whose it is. */
function Offer({ advert }: { advert: OtcAdvertView }) {
  const { t } = useTranslation();
  const { coin_code: fiat, currency_name: coin } = advert;
  const isSelling = advert.type === 'buy';
  return (
    <section className={styles.hero}>
      <h2 className={styles.heroTitle}>{t(isSelling ? 'otc.sellCoin' : 'otc.buyCoin', { coin })}</h2>
      <span className={styles.price}>
        <MoneyText value={advert.price === '' ? null : advert.price} unit={fiat} demo={false} />
      </span>
      <span className={styles.name}>{advert.seller_name}</span>
      <MerchantRecord advert={advert} />
      {advert.pricing === 'floating' && <p className={styles.text}>{t('otc.floatingNote')}</p>}
    </section>
  );
}

function useWish(advert: OtcAdvertView) {
  const [means, setMeans] = useState<'money' | 'number'>('money');
  const [typed, setTyped] = useState('');
  const [way, setWay] = useState<OtcWay | ''>(waysOf(advert.way)[0] ?? '');
  const [paymentId, setPaymentId] = useState('');
  return { means, setMeans, typed, setTyped, way, setWay, paymentId, setPaymentId };
}

/** The limits, and what the amount is in the other of the two. */
function OtherSide({
  advert,
  means,
  amount,
}: {
  advert: OtcAdvertView;
  means: 'money' | 'number';
  amount: string | null;
}) {
  const { t } = useTranslation();
  const { coin_code: fiat, currency_name: coin, price, scale } = advert;
  const terms = { price, fiat: fiat as OtcFiat, scale };
  const isKnown = amount !== null && price !== '' && /[1-9]/.test(amount);
  const size = !isKnown ? null : means === 'money' ? otcSizeOfMoney(amount, terms) : otcSizeOfCoins(amount, terms);
  return (
    <>
      {size && (
        <>
          ≈{' '}
          <MoneyText
            value={means === 'money' ? size.quantity : size.amount}
            unit={means === 'money' ? coin : fiat}
            demo={false}
          />
          {' · '}
        </>
      )}
      {t('otc.limits')} <MoneyText value={advert.min_number} demo={false} /> –{' '}
      <MoneyText value={advert.max_number} unit={fiat} demo={false} />
    </>
  );
}

/** Where the money is to come to: an own account of this way. */
function OwnPayment({ way, chosen, onChoose }: { way: string; chosen: string; onChoose: (id: string) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data = [] } = useQuery(paymentsQuery);
  const fitting = data.filter((payment) => payment.way === way);
  if (fitting.length === 0) {
    return (
      <div className={styles.actions}>
        <p className={styles.text}>{t('otc.noPayment')}</p>
        <Button variant="light" mih={44} onClick={() => void navigate('/pages/otc/payments')}>
          {t('otc.addPayment')}
        </Button>
      </div>
    );
  }
  return (
    <SelectField
      label={t('otc.receiveAt')}
      value={chosen}
      onChange={onChoose}
      choices={[
        { key: '', label: t('otc.choose') },
        ...fitting.map(({ id, account, bank }) => ({ key: id, label: `${bank} ${account}`.trim() })),
      ]}
    />
  );
}
