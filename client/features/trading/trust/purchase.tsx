import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { DecimalText } from '../../../../server/contract/money';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { useTradingPaused } from '../../../platform/trading-status';
import { AmountInput } from '../../../ui/amount-input';
import { CoinIcon } from '../../../ui/coin-icon';
import { ConsentBox } from '../../../ui/consent-box';
import { Form } from '../../../ui/form';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { focusFirstError } from '../../account/profile';
import { useWallet } from '../../wallet/balances';
import { Facts } from './facts';
import cardStyles from './trust-card.module.css';
import pageStyles from './trust-page.module.css';
import { useToday, useDayWords } from './use-day';
import { ProductFailure } from './product-failure';
import { ProductRates } from './product-facts';
import { PurchaseReview } from './purchase-review';
import { RedemptionRule } from './redemption-rule';
import { planOf, termsOf } from './term';
import { product as productQuery, useTrustEvents } from './trust.api';
import { type PurchaseDraft, usePurchase } from './use-purchase';

/** Buys one product with money of the spot account. */
export function Purchase({ id }: { id: string }) {
  useTrustEvents();
  const { data, error, refetch } = useQuery(productQuery(id, useLanguage(), useAccountType()));
  if (error && !data) return <ProductFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={7} />;
  return <Loaded product={data} />;
}

function Loaded({ product }: { product: TrustProductView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const type = useAccountType();
  const [sheet, setSheet] = useState<'review' | 'agreement' | null>(null);
  const coin = useWallet().holdings?.find(({ currencyId }) => currencyId === product.currency_id);
  const available = coin?.pockets.spot.available ?? null;
  const draft = usePurchase({
    product,
    type,
    available,
    onRefused: () => setSheet(null),
    onBought: (words) => {
      toast(words);
      void navigate('/pages/trust/hosting', { replace: true });
    },
  });
  const paused = useTradingPaused();
  const { form, purchase, busy, problem, submit } = draft;
  return (
    <>
      <div className={pageStyles.hero}>
        <span className={cardStyles.cardHead}>
          <CoinIcon code={product.currency_name} />
          <h2 className={pageStyles.heroTitle}>{product.name}</h2>
        </span>
        <ProductRates product={product} />
      </div>
      <Form
        onSubmit={form.onSubmit(
          () => setSheet('review'),
          (errors) => focusFirstError(form, errors),
        )}
        submit={t('trust.next')}
        busy={false}
        blocked={paused}
        problem={sheet === null ? problem : null}
      >
        <Fields
          product={product}
          available={available}
          draft={draft}
          demo={type === 'simulation_account'}
          onRead={() => setSheet('agreement')}
        />
      </Form>
      <Sheet title={t('trust.agreement')} opened={sheet === 'agreement'} onClose={() => setSheet(null)} tall>
        <TrustAgreement />
      </Sheet>
      <Sheet title={t('trust.review')} opened={sheet === 'review'} onClose={() => setSheet(null)}>
        {purchase && (
          <PurchaseReview
            product={product}
            purchase={purchase}
            busy={busy}
            problem={problem}
            onConfirm={() => submit(purchase)}
          />
        )}
      </Sheet>
    </>
  );
}

interface FieldsProps {
  product: TrustProductView;
  available: DecimalText | null;
  draft: PurchaseDraft;
  demo: boolean;
  onRead: () => void;
}

/** The amount, what it would bring and could lose, and what is agreed to. */
function Fields({ product, available, draft: { form, purchase, maximum }, demo, onRead }: FieldsProps) {
  const { t } = useTranslation();
  const unit = product.currency_name;
  return (
    <>
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        onChange={(typed) => form.setFieldValue('amount', typed)}
        label={t('wallet.amount')}
        unit={unit}
        {...(maximum === null ? {} : { max: withoutClosingZeros(maximum) })}
        placeholder={withoutClosingZeros(product.save_min)}
        help={
          <>
            {t('trust.spotBalance')}: <MoneyText value={available} unit={unit} demo={demo} />
          </>
        }
      />
      <Plan product={product} amount={purchase?.amount ?? null} demo={demo} />
      <RedemptionRule product={product} amount={purchase?.amount ?? product.save_min} demo={demo} flush />
      <section className={pageStyles.section} data-flush>
        <h2>{t('trust.loss')}</h2>
        <p>{t('trust.owesText')}</p>
        <p>{t('trust.lossText')}</p>
      </section>
      <ConsentBox
        label={t('trust.agree')}
        checked={form.values.agreed}
        onChange={(ticked) => form.setFieldValue('agreed', ticked)}
        error={form.errors.agreed}
        read={{ label: t('trust.read'), onClick: onRead }}
        path="agreed"
      />
    </>
  );
}

/** What the amount would bring and when, as it is typed. */
function Plan({ product, amount, demo }: { product: TrustProductView; amount: string | null; demo: boolean }) {
  const { t } = useTranslation();
  const dayWords = useDayWords();
  const plan = planOf(termsOf(product, amount ?? '0'), useToday());
  const unit = product.currency_name;
  const money = (value: string) => <MoneyText value={amount === null ? null : value} unit={unit} demo={demo} />;
  return (
    <Facts
      place="flush"
      live
      facts={[
        { label: t('trust.dayInterest'), value: money(plan.daily) },
        { label: t('trust.startDay'), value: dayWords(plan.start) },
        { label: t('trust.firstInterest'), value: dayWords(plan.first, true) },
        { label: t('trust.endDay'), value: dayWords(plan.end, true) },
        { label: t('trust.totalInterest'), value: money(plan.total), total: true },
      ]}
    />
  );
}

const SECTIONS = ['product', 'interest', 'early', 'debtor', 'risk', 'complaints'] as const;

/** What is agreed to with every purchase. */
function TrustAgreement() {
  const { t } = useTranslation();
  return (
    <article className={pageStyles.article}>
      {SECTIONS.map((section) => (
        <section key={section}>
          <h2>{t(`trust.sections.${section}.title`)}</h2>
          <p>{t(`trust.sections.${section}.text`)}</p>
        </section>
      ))}
    </article>
  );
}
