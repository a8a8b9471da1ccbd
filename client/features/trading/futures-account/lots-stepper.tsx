import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/text-field';
import styles from './lots-stepper.module.css';
import { lotsOfShare, readLots } from './ticket';

interface Props {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  min: number;
  max: number;
  /** What the shares below are shares of; without it there are none. */
  whole?: number | null;
  help?: ReactNode;
  error?: ReactNode;
}

const SHARES = [25, 50, 75, 100] as const;

/** Whole lots: typed, or a step up and down, or a share of what is possible. */
export function LotsStepper({ label, value, onChange, min, max, whole = null, help, error }: Props) {
  const { t } = useTranslation();
  const lots = readLots(value);
  const chosen = lots === null || whole === null ? null : shareOfLots(whole, lots, min);
  const step = (by: number) => onChange(String(Math.min(max, Math.max(min, (lots ?? 0) + by))));
  return (
    <div className={styles.lots}>
      <div className={styles.stepper}>
        <ActionIcon
          variant="default"
          aria-label={t('futures.fewerLots')}
          disabled={lots !== null && lots <= min}
          onClick={() => step(-1)}
        >
          <IconMinus size={18} aria-hidden />
        </ActionIcon>
        <TextField
          label={label}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          help={help}
          error={error}
        />
        <ActionIcon
          variant="default"
          aria-label={t('futures.moreLots')}
          disabled={lots !== null && lots >= max}
          onClick={() => step(1)}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </div>
      {whole !== null && (
        <div className={styles.shares}>
          {SHARES.map((share) => {
            const part = lotsOfShare(whole, share, min) ?? min;
            return (
              <button
                key={share}
                type="button"
                aria-pressed={share === chosen}
                disabled={whole < min}
                onClick={() => onChange(String(part))}
              >
                {share}%
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** The share that gives these lots; of several, as there are of few lots, the one that they are closest to. */
function shareOfLots(whole: number, lots: number, min: number): number | null {
  const distance = (share: number) => Math.abs(whole * share - lots * 100);
  const giving = SHARES.filter((share) => lotsOfShare(whole, share, min) === lots);
  return giving.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}
