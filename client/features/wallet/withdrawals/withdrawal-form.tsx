import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  WithdrawalCurrencyView,
  WithdrawalFactsView,
  WithdrawalPreviewView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import type { SessionUser } from '../../../platform/session';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { useTradingPaused } from '../../../platform/trading-status';
import { AmountInput } from '../../../ui/amount-input';
import { BriefMoney } from '../../../ui/brief-money';
import { chainName } from '../../../ui/chain-name';
import { CoinIcon } from '../../../ui/coin-icon';
import { Form } from '../../../ui/form';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { PillChoice } from '../../../ui/pill-choice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { NO_PROOF, focusFirstError } from '../../account/profile';
import { AddressChoice } from './address-choice';
import { CardChoice } from './card-choice';
import { type PersonProof, PreviewFailed, type PreviewFailure, ReviewWithdrawal } from './review-withdrawal';
import { useObstacle } from './notes';
import { useReview } from './use-review';
import { useWithdrawal, type WithdrawalDraft } from './use-withdrawal';
import type { Done } from './withdrawal-desk';
import { type Asked, BANK_NETWORK, withdrawalPreview } from './withdrawals.api';
import styles from './withdrawals.module.css';

/** A typist's pause; every amount in between need not be asked for. */
const PAUSE_MS = 250;
/** Fees change while somebody is away for a code. */
const LOOK_AGAIN_MS = 10_000;

interface Props {
  user: SessionUser;
  coins: readonly WithdrawalCurrencyView[];
  coin: WithdrawalCurrencyView;
  facts: WithdrawalFactsView;
  onCoin: (name: string) => void;
  onDone: (done: Done) => void;
}

/** Where to and how much, with what it costs; the passwords are asked for on the sheet that repeats it all. */
export function WithdrawalForm({ user, coins, coin, facts, onCoin, onDone }: Props) {
  const { t } = useTranslation();
  const draft = useWithdrawal({ coin, facts });
  const { form, network, amount } = draft;
  // These two outlive the sheet; an attempt without an answer outlives the form as well, as what is typed in it does.
  const command = useAtMostOnce('withdrawal');
  const [typed, setTyped] = useState<PersonProof>({ fundPassword: '', ...NO_PROOF });
  const reviewed = useReview(draft, { currencyId: coin.id, busy: command.busy });
  const { review, opened, hasChanged, figures } = reviewed;
  const wanted = { currencyId: coin.id, network: network?.network ?? '', amount };
  const preview = usePreview((opened && review?.asked) || wanted, opened && !command.busy && figures === null);
  const paused = useTradingPaused('real');
  const [asked, setAsked] = useState(false);
  const obstacle = useObstacle(facts);
  const next = () => {
    setAsked(true);
    reviewed.forgetChange();
    if (obstacle === null) reviewed.begin();
  };
  return (
    <>
      <Form
        onSubmit={form.onSubmit(next, (errors) => focusFirstError(form, errors))}
        submit={t('withdraw.next')}
        busy={false}
        blocked={paused}
        problem={(asked ? obstacle : null) ?? (hasChanged ? t('withdraw.reviewChanged') : null)}
        above={
          <>
            <Costs name={coin.name} facts={facts} preview={preview} />
            {/* The review says it in the same words while it is open. */}
            {preview.failed && !opened && <PreviewFailed {...preview.failed} />}
          </>
        }
      >
        <WhereAndHowMuch coin={coin} coins={coins} facts={facts} draft={draft} onCoin={onCoin} />
      </Form>
      <Sheet title={t('withdraw.review')} opened={opened} onClose={reviewed.close}>
        {review && (
          <ReviewWithdrawal
            user={user}
            coin={coin}
            chain={chainName(review.network.chain)}
            arrivalHours={facts.arrival_hours}
            // No figure rather than one of another amount or network.
            preview={figures ?? (preview.isOld ? null : preview.data)}
            failed={figures === null ? preview.failed : null}
            onPreviewOld={preview.readAgain}
            onOpen={(isOpen) => reviewed.noteTry(isOpen ? (figures ?? preview.data) : null)}
            asked={review.asked}
            target={review.target}
            command={command}
            typed={typed}
            onTyped={setTyped}
            onRefused={(field, words) => {
              reviewed.end();
              form.setFieldError(field, words);
            }}
            onDone={(done) => {
              draft.draft.drop();
              onDone(done);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

interface FieldsProps extends Pick<Props, 'coin' | 'coins' | 'facts' | 'onCoin'> {
  draft: WithdrawalDraft;
}

function WhereAndHowMuch({ coin, coins, facts, draft, onCoin }: FieldsProps) {
  const { t } = useTranslation();
  const { form, network, unknownNetwork, isBank, addresses, address, early } = draft;
  return (
    <>
      <PillChoice
        legend={t('withdraw.coin')}
        choices={coins.map(({ name }) => ({ key: name, label: name, icon: <CoinIcon code={name} size={24} /> }))}
        chosen={coin.name}
        onChoose={onCoin}
      />
      <PillChoice
        legend={t('withdraw.network')}
        choices={facts.networks.map((way) => ({
          key: way.network,
          label: way.network === BANK_NETWORK ? t('withdraw.toCard') : way.network,
          ...(way.chain === 'bank' ? {} : { note: chainName(way.chain) }),
        }))}
        chosen={network?.network ?? null}
        onChoose={(next) => {
          form.setFieldValue('network', next);
          form.clearErrors();
        }}
        error={unknownNetwork}
      />
      {isBank && <CardChoice error={form.errors.addressId as string | undefined} data-path="addressId" />}
      {network && !isBank && (
        <AddressChoice
          addresses={addresses}
          chosen={address}
          onChoose={(addressId) => draft.choose({ network: network.network, addressId })}
          addPath={`/pages/user/address/create?coin=${coin.name}&network=${network.network}`}
          error={form.errors.addressId as string | undefined}
          data-path="addressId"
        />
      )}
      <AmountInput
        {...form.getInputProps('amount')}
        value={form.values.amount}
        error={form.errors.amount ?? early}
        label={t('withdraw.amount')}
        unit={coin.name}
        max={withoutClosingZeros(facts.change_balance)}
        help={
          <span className={styles.balance}>
            <span>
              {t('withdraw.available')} <BriefMoney value={facts.change_balance} unit={coin.name} />
            </span>
            <span>
              {t('withdraw.minimum')} <BriefMoney value={network?.min_number ?? null} unit={coin.name} />
            </span>
          </span>
        }
      />
      <TextField {...form.getInputProps('remark')} label={t('withdraw.remark')} optional maxLength={200} />
    </>
  );
}

interface AskedSoFar extends Omit<Asked, 'amount'> {
  /** Null until it is one that can be asked for. */
  amount: Asked['amount'] | null;
}

export interface ShownPreview {
  data: WithdrawalPreviewView | null;
  /** What is shown is of another amount than what is typed. */
  isOld: boolean;
  failed: PreviewFailure | null;
  readAgain: () => void;
}

/** @param isReviewed it stands on the sheet from which it is sent: its figures are looked at again and again. */
function usePreview({ currencyId, network, amount }: AskedSoFar, isReviewed: boolean): ShownPreview {
  const [settled] = useDebouncedValue(amount, PAUSE_MS);
  const query = useQuery({
    ...withdrawalPreview({ currencyId, network, amount: settled ?? '' }),
    enabled: settled !== null && network !== '',
    placeholderData: keepPreviousData,
    refetchInterval: isReviewed ? LOOK_AGAIN_MS : false,
  });
  const isKnown = amount !== null && settled !== null && query.data !== undefined && !query.error;
  const isOld = amount !== settled || query.isPlaceholderData;
  const { error, isFetching: busy, refetch } = query;
  const failed = error && !isOld ? { error, busy, retry: () => void refetch() } : null;
  return { data: isKnown ? query.data : null, isOld, failed, readAgain: () => void refetch() };
}

interface CostsProps {
  name: string;
  facts: WithdrawalFactsView;
  preview: ShownPreview;
}

/** Fee and what arrives, before anything is asked for. */
function Costs({ name, facts, preview: { data, isOld } }: CostsProps) {
  const { t } = useTranslation();
  return (
    <dl className={styles.facts} data-busy={isOld || undefined}>
      <div className={styles.fact}>
        <dt>{t('withdraw.fee')}</dt>
        <dd>
          <MoneyText value={data?.fee ?? null} unit={name} />
        </dd>
      </div>
      <div className={`${styles.fact} ${styles.total}`}>
        <dt>{t('withdraw.receive')}</dt>
        <dd>
          <MoneyText value={data?.real_number ?? null} unit={name} />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>{t('withdraw.arrival')}</dt>
        <dd>{t('withdraw.within', { hours: facts.arrival_hours })}</dd>
      </div>
      <div className={styles.fact}>
        <dt>{t('withdraw.leftToday')}</dt>
        <dd className="numbers">{facts.left_today}</dd>
      </div>
    </dl>
  );
}
