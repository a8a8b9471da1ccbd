import { Button } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OptionTermView, PayableCurrencyView } from '../../../../server/contract/trading/options.dto';
import { OPTION_DIRECTIONS, type OptionDirection } from '../../../../server/contract/rules/option-settlement.rules';
import { useAccountType, useIsDemo } from '../../../platform/account-type';
import { decimalsOf, formatDecimal } from '../../../platform/format';
import { loginPath } from '../../../platform/login-path';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { AmountInput } from '../../../ui/amount-input';
import { BriefMoney } from '../../../ui/brief-money';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { PillChoice } from '../../../ui/pill-choice';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { LosingShare } from '../losing-accounts';
import type { Market } from '../../markets/market-list';
import { type OptionWish, POINTS, useTermWords, WIRE_TYPES } from '../option-orders';
import {
  AMOUNT_DECIMALS,
  judgeStake,
  largestStake,
  payoutPercent,
  percentOf,
  stakeFigures,
  type StakeVerdict,
} from './stake';
import styles from './ticket.module.css';

interface Props {
  market: Market;
  terms: OptionTermView[];
  /** Empty for a guest. */
  currencies: PayableCurrencyView[];
  /** Why no order can be taken right now, in words. */
  blocked: string | null;
  onWant: (wish: OptionWish, unit: string) => void;
}

/**
 * What is to be bought: the time, the amount, and then one of three buttons. Each account has a ticket of its own: what was
 * typed for demo money is not an amount of real money.
 */
export function Ticket(props: Props) {
  return <AccountTicket key={useAccountType()} {...props} />;
}

function AccountTicket({ market, terms, currencies, blocked, onWant }: Props) {
  const { t } = useTranslation();
  const account = useAccountType();
  const amountRow = useRef<HTMLDivElement>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [currencyId, setCurrencyId] = useState<number | null>(null);
  const [typed, setTyped] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const language = useLanguage();
  const words = useTermWords();
  const term = terms.find((each) => each.seconds === seconds) ?? (terms[0] as OptionTermView);
  const currency = currencies.find(({ id }) => id === currencyId) ?? currencies[0] ?? null;
  const amount = readTypedAmount(typed, language);
  const verdict = currency === null ? null : judgeStake(typed, amount, { language, term, currency });
  const choose = (direction: OptionDirection) => {
    if (currency === null || blocked !== null) return;
    if (verdict !== null || amount === null) {
      setIsJudged(true);
      // Where the bar of buttons does not cover it.
      amountRow.current?.querySelector('input')?.focus({ preventScroll: true });
      amountRow.current?.scrollIntoView({ block: 'center' });
      return;
    }
    const wish = {
      marketId: market.id,
      currencyId: currency.id,
      direction,
      seconds: term.seconds,
      stake: amount,
      account,
    };
    onWant(wish, currency.name);
  };
  return (
    <section className={styles.ticket} data-part="option-ticket">
      <PillChoice
        legend={t('option.delivery')}
        choices={terms.map((each) => ({
          key: String(each.seconds),
          label: words(each.seconds),
          note: `+${payoutPercent(each, 'rise')}%`,
        }))}
        chosen={String(term.seconds)}
        onChoose={(key) => setSeconds(Number(key))}
      />
      {currency && (
        <Stake
          row={amountRow}
          term={term}
          currency={currency}
          currencies={currencies}
          typed={typed}
          verdict={isJudged || verdict === 'insufficient' || verdict === 'above' ? verdict : null}
          onTyped={setTyped}
          onCurrency={setCurrencyId}
        />
      )}
      <TicketFacts term={term} amount={verdict === null ? amount : null} unit={currency?.name ?? ''} />
      <Buttons term={term} blocked={blocked} onChoose={choose} />
    </section>
  );
}

interface StakeProps {
  row: RefObject<HTMLDivElement | null>;
  term: OptionTermView;
  currency: PayableCurrencyView;
  currencies: PayableCurrencyView[];
  typed: string;
  verdict: StakeVerdict;
  onTyped: (typed: string) => void;
  onCurrency: (id: number) => void;
}

function Stake({ row, term, currency, currencies, typed, verdict, onTyped, onCurrency }: StakeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isDemo = useIsDemo();
  const balance = currency.user_wallet.micro_balance;
  const error = useVerdictWords(verdict, term, currency.name);
  const max = largestStake(balance, term);
  return (
    <>
      {currencies.length > 1 && (
        <PillChoice
          legend={t('wallet.coin')}
          choices={currencies.map(({ id, name }) => ({ key: String(id), label: name }))}
          chosen={String(currency.id)}
          onChoose={(key) => onCurrency(Number(key))}
        />
      )}
      <div ref={row} className={styles.stake}>
        <AmountInput
          value={typed}
          onChange={onTyped}
          label={t('option.amount')}
          unit={currency.name}
          max={max}
          error={error}
        />
        <p className={styles.balance}>
          <span>
            {t('option.available')}: <BriefMoney value={balance} unit={currency.name} secret demo={isDemo} />
          </span>
          {/* The assets of the demo can be topped up there. */}
          <Link to={isDemo ? '/pages/account/index' : '/pages/transfer/index?to=option'} className={styles.inline}>
            {t(isDemo ? 'demo.topUp' : 'wallet.transfer')}
          </Link>
        </p>
        <div className={styles.quick} role="group" aria-label={t('option.quick')}>
          {currency.micro_numbers.map(({ id, number }) => (
            <button
              key={id}
              type="button"
              aria-pressed={typed === typedAs(withoutClosingZeros(number), language)}
              onClick={() => onTyped(typedAs(withoutClosingZeros(number), language))}
            >
              <MoneyText value={number} />
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function useVerdictWords(verdict: StakeVerdict, term: OptionTermView, unit: string): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const shown = (value: string) => `${formatDecimal(withoutClosingZeros(value), language)} ${unit}`;
  if (verdict === null) return null;
  return {
    required: t('option.required'),
    amount: t('option.notAmount'),
    decimals: t('option.decimals', { n: AMOUNT_DECIMALS }),
    below: t('option.belowMinimum', { amount: shown(term.min_num) }),
    above: t('option.aboveMaximum', { amount: shown(term.max_num) }),
    insufficient: t('option.insufficient'),
  }[verdict];
}

/** What is agreed on, before any button is pressed: cost, chance, arithmetic, and who the other side is. */
function TicketFacts({ term, amount, unit }: { term: OptionTermView; amount: string | null; unit: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isDemo = useIsDemo();
  const percent = (value: string) => `${formatDecimal(withoutClosingZeros(value), language)}%`;
  const figures = stakeFigures(amount ?? '1', term, 'rise');
  const plain = (value: string) =>
    formatDecimal(withoutClosingZeros(value), language, decimalsOf(withoutClosingZeros(value)));
  const money = (value: string, share: string) =>
    amount === null ? <span className="numbers">{share}</span> : <MoneyText value={value} unit={unit} demo={isDemo} />;
  return (
    <div>
      <dl className={sheetStyles.facts}>
        <div>
          <dt>{t('option.ifRight')}</dt>
          <dd>{money(figures.winnings, `+${percent(payoutPercent(term, 'rise'))}`)}</dd>
        </div>
        <div>
          <dt>{t('option.fee')}</dt>
          <dd>{money(figures.fee, percent(term.fee_ratio ?? '0'))}</dd>
        </div>
        <div>
          <dt>{t('option.breakEven')}</dt>
          <dd className="numbers">{percent(percentOf(figures.breakEven))}</dd>
        </div>
        <div>
          <dt>{t('option.limits')}</dt>
          <dd className="numbers">{`${plain(term.min_num)} – ${plain(term.max_num)} ${unit}`.trim()}</dd>
        </div>
      </dl>
      <p className={sheetStyles.small}>{t('option.breakEvenText')}</p>
      <p className={sheetStyles.small}>
        {t('option.labelled', {
          label: t('option.settlement'),
          text: t('option.settlementText', { n: term.window_seconds }),
        })}
      </p>
      <p className={sheetStyles.small}>
        {t('option.labelled', { label: t('option.counterparty'), text: t('option.counterpartyText') })}
      </p>
      <LosingShare product="option" className={sheetStyles.small} />
    </div>
  );
}

const ICONS = { rise: IconArrowUpRight, even: IconEqual, fall: IconArrowDownRight };
const ORDER = ['rise', 'even', 'fall'] as const;

interface ButtonsProps {
  term: OptionTermView;
  blocked: string | null;
  onChoose: (direction: OptionDirection) => void;
}

/** The three directions, always in reach of the thumb; a guest finds the way to the login there. */
function Buttons({ term, blocked, onChoose }: ButtonsProps) {
  const { t } = useTranslation();
  const isLoggedIn = useLoggedIn();
  const { pathname, search } = window.location;
  const offered = OPTION_DIRECTIONS.filter((direction) => term.types.includes(WIRE_TYPES[direction]));
  return (
    <div className={styles.bar} data-bar>
      {isLoggedIn ? (
        <div className={styles.buttons}>
          {ORDER.filter((direction) => offered.includes(direction)).map((direction) => {
            const Icon = ICONS[direction];
            return (
              <button
                key={direction}
                type="button"
                className={styles.direction}
                data-points={POINTS[direction]}
                disabled={blocked !== null}
                onClick={() => onChoose(direction)}
              >
                <Icon size={18} stroke={2.2} aria-hidden />
                <span>{t(`option.${direction}`)}</span>
                <small className="numbers">+{payoutPercent(term, direction)}%</small>
              </button>
            );
          })}
        </div>
      ) : (
        <Button component={Link} to={loginPath(pathname + search)} fullWidth size="lg">
          {t('option.logIn')}
        </Button>
      )}
      {blocked !== null && (
        <p className={styles.blocked} role="status">
          {blocked}
        </p>
      )}
    </div>
  );
}
