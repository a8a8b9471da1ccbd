import { useTranslation } from 'react-i18next';
import type { LiquidationStepView } from '../../../../server/contract/trading/liquidation.dto';
import styles from './liquidation.module.css';
import { tapePicture } from './tape-path';

const BOX = { width: 320, height: 96 };

/** What the tape says around a step: the mark second by second, the price of liquidation, and the samples that decided. */
export function TapeChart({ step }: { step: LiquidationStepView }) {
  const { t } = useTranslation();
  const decided = [step.markAt, step.markBeforeAt].map((at) => Math.floor(at / 1000));
  const picture = tapePicture(step.tape, [step.liquidationPrice], decided, BOX);
  if (!picture) return <p className={styles.note}>{t('futures.noTape')}</p>;
  const [level] = picture.levels;
  return (
    <figure className={styles.tape}>
      <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} role="img" aria-label={t('futures.tapeLabel')}>
        {level != null && <line className={styles.level} x1="0" x2={BOX.width} y1={level} y2={level} />}
        <path className={styles.path} d={picture.path} />
        {picture.marks.map(({ x, y }) => (
          <circle key={x} className={styles.decided} cx={x} cy={y} r="3.5" />
        ))}
      </svg>
      <figcaption>{t('futures.tapeText')}</figcaption>
    </figure>
  );
}
