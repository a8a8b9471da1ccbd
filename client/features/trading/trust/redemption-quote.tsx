import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../../../../server/contract/money';
import type { RedemptionQuoteView, TrustOrderView } from '../../../../server/contract/trading/trust.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useFromNow } from '../../../platform/use-now';
import { useSubmission } from '../../../platform/use-submission';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { Facts } from './facts';
import styles from './redemption-quote.module.css';
import { LessThanPaid } from './redemption-rule';
import pageStyles from './trust-page.module.css';
import sheetStyles from './trust-sheet.module.css';
import { KEYS, redeem, redemptionQuote } from './trust.api';

/** How long a quote stands. */
const QUOTE_SECONDS = 60;
/** Digits that fit at full size on a small phone, alone and beside the mark of the demo. */
const LONG = 14;
const LONG_DEMO = 9;
const REDEEM_KEYS = [KEYS.mine, KEYS.offered];

/** The way out of an order before its end: exact figures first, then the decision. */
export function EarlyRedemption({ order }: { order: TrustOrderView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.actions}>
      <Button variant="default" fullWidth size="lg" onClick={() => setOpened(true)}>
        {t('trust.redeemEarly')}
      </Button>
      <Sheet title={t('trust.redeemTitle')} opened={opened} onClose={() => setOpened(false)}>
        <RedemptionQuote order={order} onClose={() => setOpened(false)} />
      </Sheet>
    </div>
  );
}

interface Props {
  order: TrustOrderView;
  onClose: () => void;
}

/** What ending the order now costs, exactly, for a minute; after that new figures are asked for. */
export function RedemptionQuote({ order, onClose }: Props) {
  const { t } = useTranslation();
  const [round, setRound] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(redemptionQuote(order.id, round));
  const { busy, problem, submit } = useRedemption({ onClose, onExpired: () => setRound(round + 1) });
  if (error && !data && !isFetching) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  return (
    <div className={sheetStyles.sheet}>
      {data ? (
        <Quote
          order={order}
          quote={data}
          busy={busy}
          problem={problem}
          onRedeem={() => submit({ id: order.id, quoteId: data.quote_id })}
          onAgain={() => setRound(round + 1)}
        />
      ) : (
        <CardSkeleton rows={6} />
      )}
      <Button fullWidth size="lg" variant="default" disabled={busy} onClick={onClose}>
        {t('trust.keep')}
      </Button>
    </div>
  );
}

function useRedemption({ onClose, onExpired }: { onClose: () => void; onExpired: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { id: '', quoteId: '' } });
  return useSubmission<{ id: string; quoteId: string }>(form, {
    send: async (redemption, key) => {
      try {
        toast(await redeem(redemption, key));
        onClose();
      } catch (failure) {
        if (failure instanceof CallFailed && failure.code === 'trust.quote-expired') onExpired();
        throw failure;
      } finally {
        // Ended or not, the page below says how the order stands.
        await Promise.all(REDEEM_KEYS.map((queryKey) => queries.invalidateQueries({ queryKey })));
      }
    },
  });
}

interface QuoteProps {
  order: TrustOrderView;
  quote: RedemptionQuoteView;
  busy: boolean;
  problem: string | null;
  onRedeem: () => void;
  onAgain: () => void;
}

function Quote({ order, quote, busy, problem, onRedeem, onAgain }: QuoteProps) {
  const { t } = useTranslation();
  const left = useFromNow((now) => Math.max(0, Math.ceil((quote.expires_at - now) / 1000)));
  // The way of the server's clock to the page is not known to the last half second.
  const seconds = Math.min(left, QUOTE_SECONDS);
  // A command that is on its way was given in time.
  const isOver = seconds === 0 && !busy;
  const unit = order.currency_name;
  const isDemo = order.account_type === 'simulation_account';
  const money = (value: string) => <MoneyText value={value} unit={unit} demo={isDemo} />;
  return (
    <>
      <div className={sheetStyles.sheetHero}>
        <span className={pageStyles.small}>{t('trust.receive')}</span>
        <span
          className={sheetStyles.sheetAmount}
          data-long={quote.net.length > (isDemo ? LONG_DEMO : LONG) || undefined}
          data-dimmed={isOver || undefined}
        >
          {money(quote.net)}
        </span>
        <LessThanPaid paid={order.amount} net={quote.net} unit={unit} />
      </div>
      <Facts
        place="raised"
        dimmed={isOver}
        facts={[
          { label: t('trust.principal'), value: money(order.amount) },
          { label: t('trust.income'), value: money(quote.income) },
          { label: t('trust.penalty'), value: money(quote.penalty) },
          { label: t('trust.remaining'), value: String(quote.remain_day) },
          ...(isSplit(quote)
            ? [
                { label: t('trust.toTrust'), value: money(quote.to_trust) },
                { label: t('trust.toSpot'), value: money(quote.to_spot) },
              ]
            : []),
          { label: t('trust.arrival'), value: t(arrivalOf(quote)) },
        ]}
      />
      {isOver ? (
        <p className={sheetStyles.note} role="status">
          {t('trust.quoteOver')}
        </p>
      ) : (
        <p className={styles.quote}>
          <Ring share={seconds / QUOTE_SECONDS} />
          <span className="numbers">{t('trust.quoteStands', { seconds })}</span>
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={sheetStyles.problem}>
          {problem}
        </p>
      )}
      {isOver ? (
        <Button fullWidth size="lg" onClick={onAgain}>
          {t('trust.newQuote')}
        </Button>
      ) : (
        <Button fullWidth size="lg" color="red" loading={busy} onClick={onRedeem}>
          {t('trust.redeemNow')}
        </Button>
      )}
    </>
  );
}

/** Whether two accounts paid, and each gets back its share. */
function isSplit({ to_trust, to_spot }: RedemptionQuoteView): boolean {
  return toUnits(to_trust) > 0n && toUnits(to_spot) > 0n;
}

function arrivalOf(quote: RedemptionQuoteView) {
  if (isSplit(quote)) return 'trust.atOnce';
  return toUnits(quote.to_trust) > 0n ? 'trust.atOnceTrust' : 'trust.atOnceSpot';
}

const RADIUS = 15.9155;

/** How much of the time is left; the circumference is 100. */
function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 36 36" className={styles.ring} aria-hidden>
      <circle className={styles.ringGround} cx="18" cy="18" r={RADIUS} />
      <circle className={styles.ringLeft} cx="18" cy="18" r={RADIUS} strokeDasharray={`${share * 100} 100`} />
    </svg>
  );
}
