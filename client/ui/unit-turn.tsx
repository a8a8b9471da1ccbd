import { useTranslation } from 'react-i18next';
import styles from './unit-turn.module.css';

/** Lets a figure be entered in another unit: beside its field. */
export function UnitTurn({ unit, onTurn }: { unit: string; onTurn: () => void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.turn} aria-label={t('form.enterIn', { unit })} onClick={onTurn}>
      ⇄ {unit}
    </button>
  );
}
