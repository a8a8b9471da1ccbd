import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { OtcPreviewView } from '../../../../server/contract/trading/otc-orders.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { DetailsList } from '../../../ui/details-list';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { MoneyText } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { type OrderWish, place, preview } from './otc.api';
import styles from './otc.module.css';
import { useOtcPaused } from './use-otc-paused';

interface ReviewProps {
  wish: OrderWish;
  onRefused: () => void;
  onWords: (words: string) => void;
}

/** What the server says that the order would be; then it is placed, by the fund password where coins are sold. */
export function ReviewOrder({ wish, onRefused, onWords }: ReviewProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { busy, run } = useAtMostOnce();
  const { data, error } = useQuery(preview(wish));
  const [failure, setFailure] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const placed = useRef(false);
  const isSale = data?.side === 'sell';
  // It may have begun on another device, or in another window, since the amount was typed.
  const paused = useOtcPaused(data?.side === 'buy');
  const confirm = async () => {
    // The page goes once the history allows it: until then its button is no second order.
    if (placed.current) return;
    if (isSale && !/^\d{6}$/.test(pin)) return setFailure(t('otc.enterPin'));
    setFailure(null);
    try {
      const made = await run({
        // A second try with another fund password is the same order: it goes under the key of the first, with what stands there now.
        intent: JSON.stringify(wish),
        content: undefined,
        send: (_none, key) => place(wish, isSale ? pin : null, key),
      });
      placed.current = made !== undefined;
      if (made) void navigate(`/pages/otc/order?id=${made.id}`, { replace: true });
    } catch (thrown) {
      if (!(thrown instanceof CallFailed)) throw thrown;
      setFailure(failureWords(thrown, t));
    }
  };
  if (error) {
    const words = failureWords(error, t);
    return (
      <Refused
        words={words}
        onBack={() => {
          onWords(words);
          onRefused();
        }}
      />
    );
  }
  if (!data) return <CardSkeleton rows={5} />;
  return (
    <Form
      submit={t('otc.placeOrder')}
      busy={busy}
      blocked={paused}
      pinned
      problem={failure}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Terms preview={data} />
      {isSale && <FundPasswordField value={pin} onChange={setPin} />}
    </Form>
  );
}

/** What is given for what, and what comes of it. */
function Terms({ preview: { side, coin_code: fiat, currency_name: coin, ...terms } }: { preview: OtcPreviewView }) {
  const { t } = useTranslation();
  const money = (value: string, unit: string) => <MoneyText value={value} unit={unit} demo={false} />;
  const isSale = side === 'sell';
  return (
    <div className={styles.review}>
      <DetailsList
        details={[
          { label: t(isSale ? 'otc.youReceive' : 'otc.youPay'), value: money(terms.deal_money, fiat) },
          { label: t(isSale ? 'otc.youGive' : 'otc.youReceive'), value: money(terms.number, coin) },
          { label: t('otc.price'), value: money(terms.price, fiat) },
          { label: t('otc.way'), value: t(`otc.ways.${terms.way}`) },
          { label: t('otc.window'), value: t('otc.minutes', { count: terms.window }) },
          { label: t('otc.yourName'), value: terms.name },
          ...(isSale ? [{ label: t('otc.balanceAfter'), value: money(terms.balance_after, coin) }] : []),
        ]}
      />
      <p className={styles.text}>{t(isSale ? 'otc.reviewSell' : 'otc.reviewBuy')}</p>
    </div>
  );
}

/** Why no such order is placed; the way back is all that is left. */
function Refused({ words, onBack }: { words: string; onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.sheet}>
      <p role="alert" className={styles.text}>
        {words}
      </p>
      <Button size="lg" onClick={onBack}>
        {t('common.back')}
      </Button>
    </div>
  );
}
