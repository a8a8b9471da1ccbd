import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfitAccount, ProfitDayView } from '../../../../server/contract/wallet/profit.dto';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { directionOf, formatCompact, formatDecimal } from '../../../platform/format';
import { useAmountsHidden } from '../../../platform/hidden-amounts';
import { useLanguage } from '../../../platform/preferences';
import { ErrorState } from '../../../ui/error-state';
import { useDayWords } from './day-words';
import { profitDaysOf } from './profit.api';
import styles from './profit.module.css';
import { heatOf, monthBeside, weeksOf } from './spans';

/** A month of days, each in the colour of what it brought; in words for those who cannot see it. */
export function ProfitCalendar({ account, last }: { account: ProfitAccount; last: string }) {
  const { t } = useTranslation();
  const type = useAccountType();
  const monthWords = useDayWords('month');
  const [month, setMonth] = useState(last);
  const weeks = weeksOf(month);
  const all = weeks.flat().filter((day): day is string => day !== null);
  const { data, error, refetch } = useQuery(profitDaysOf({ from: `${month}-01`, to: all.at(-1) ?? '', account, type }));
  const known = new Map((data?.days ?? []).map((day) => [day.day, day]));
  const greatest = Math.max(0, ...[...known.values()].map(({ profit }) => Math.abs(Number(profit ?? 0))));
  return (
    <section className={styles.card} aria-label={t('figures.profit.calendar')}>
      <div className={styles.monthHead}>
        <ActionIcon aria-label={t('figures.profit.before')} onClick={() => setMonth(monthBeside(month, -1))}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <h2 aria-live="polite">{monthWords(`${month}-01`)}</h2>
        <ActionIcon
          aria-label={t('figures.profit.after')}
          disabled={month >= last}
          onClick={() => setMonth(monthBeside(month, 1))}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      {/* Days without figures would look like days that brought nothing. */}
      {error && !data && <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />}
      <table className={styles.calendar}>
        <Weekdays />
        <tbody>
          {weeks.map((week, place) => (
            <tr key={`${month} ${place}`}>
              {week.map((day, weekday) => (
                <Cell
                  key={day ?? `empty ${weekday}`}
                  day={day}
                  figures={day === null ? undefined : known.get(day)}
                  greatest={greatest}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function Weekdays() {
  const language = useLanguage();
  const days = Array.from({ length: 7 }, (_, day) => MONDAY + day * DAY_MS);
  const name = (style: 'narrow' | 'long') => new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={name('long').format(day)}>
            {name('narrow').format(day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface CellProps {
  day: string | null;
  figures: ProfitDayView | undefined;
  greatest: number;
}

function Cell({ day, figures, greatest }: CellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hidden = useAmountsHidden();
  const dayWords = useDayWords();
  if (day === null) return <td aria-hidden />;
  const profit = figures?.profit ?? null;
  const amount = hidden
    ? t('wallet.hidden')
    : profit === null
      ? t('figures.profit.unknown')
      : `${formatDecimal(profit, language, 2)} USDT`;
  const isKnown = figures !== undefined && profit !== null && !hidden;
  return (
    <td
      className={styles.day}
      data-heat={hidden ? 0 : heatOf(profit, greatest)}
      data-direction={isKnown ? directionOf(profit) : undefined}
      aria-label={figures ? `${dayWords(day)}: ${amount}` : dayWords(day)}
    >
      <span aria-hidden>{Number(day.slice(8))}</span>
      <span className={styles.dayFigure} aria-hidden>
        {isKnown && /[1-9]/.test(profit)
          ? formatCompact(profit, language)
          : figures && profit === null && !hidden
            ? '?'
            : ''}
      </span>
    </td>
  );
}
