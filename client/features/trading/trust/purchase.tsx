import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type DecimalText, fromUnits, toUnits } from '../../../../server/contract/money';
import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { useOpeningPaused } from '../../../platform/offered-products';
import { AmountInput } from '../../../ui/amount-input';
import { BriefMoney } from '../../../ui/brief-money';
import { CoinIcon } from '../../../ui/coin-icon';
import { ConsentBox } from '../../../ui/consent-box';
import { Form } from '../../../ui/form';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { focusFirstError } from '../../account/profile';
import { type Holding, useWallet } from '../../wallet/balances';
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

/** Buys one product with money of the trust account, and of spot where that is short. */
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
  const available = coin
    ? fromUnits(toUnits(coin.pockets.trust.available) + toUnits(coin.pockets.spot.available))
    : null;
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
  const paused = useOpeningPaused('trust');
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
          coin={coin ?? null}
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
            onConfirm={(worstDailyRatio) => submit({ ...purchase, worstDailyRatio })}
          />
        )}
      </Sheet>
    </>
  );
}

interface FieldsProps {
  product: TrustProductView;
  coin: Holding | null;
  draft: PurchaseDraft;
  demo: boolean;
  onRead: () => void;
}

/** The amount, what it would bring and could lose, and what is agreed to. */
function Fields({ product, coin, draft: { form, purchase, maximum }, demo, onRead }: FieldsProps) {
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
        least={withoutClosingZeros(product.save_min)}
        help={<Balances coin={coin} unit={unit} demo={demo} />}
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

/** Both accounts that pay, and what of them is locked already. */
function Balances({ coin, unit, demo }: { coin: Holding | null; unit: string; demo: boolean }) {
  const { t } = useTranslation();
  const money = (value: DecimalText | null) => <BriefMoney value={value} unit={unit} demo={demo} />;
  const locked = coin?.pockets.trust.frozen ?? '0';
  return (
    <span className={pageStyles.balances}>
      <span>
        {t('trust.trustBalance')}: {money(coin?.pockets.trust.available ?? null)}
        {toUnits(locked) > 0n && (
          <>
            {' · '}
            {t('trust.trustLocked')} {money(locked)}
          </>
        )}
      </span>
      <span>
        {t('trust.spotBalance')}: {money(coin?.pockets.spot.available ?? null)}
      </span>
      <span>{t('trust.paysFirst')}</span>
    </span>
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
