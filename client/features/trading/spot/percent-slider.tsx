import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './percent-slider.module.css';

const STOPS = [25, 50, 75, 100];

interface Props {
  percent: number;
  disabled: boolean;
  onChange: (percent: number) => void;
}

/** The part of what is available: a slider, and the four parts that are wanted most. */
export function PercentSlider({ percent, disabled, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        aria-label={t('spot.share')}
        aria-valuetext={`${percent} %`}
        className={styles.slider}
        style={{ '--chosen': `${percent}%` } as CSSProperties}
      />
      <div className={styles.stops}>
        {STOPS.map((stop) => (
          <button
            key={stop}
            type="button"
            disabled={disabled}
            aria-pressed={percent === stop}
            onClick={() => onChange(stop)}
            className={`numbers ${styles.stop}`}
            style={{ '--part': stop / 100 } as CSSProperties}
          >
            {stop}%
          </button>
        ))}
      </div>
    </div>
  );
}
