import { useTranslation } from 'react-i18next';
import styles from './order-keys.module.css';

const KEYS = [
  { word: 'buy', keys: ['B'] },
  { word: 'sell', keys: ['S'] },
  { word: 'limit', keys: ['L'] },
  { word: 'market', keys: ['M'] },
  { word: 'tick', keys: ['↑', '↓'] },
  { word: 'ticks', keys: ['Shift ↑', 'Shift ↓'] },
  { word: 'amount', keys: ['A'] },
  { word: 'digit', keys: ['0', '5', '6', '7', '8', '9'] },
  { word: 'share', keys: ['1', '2', '3', '4'] },
  { word: 'review', keys: ['Enter'] },
  { word: 'close', keys: ['Esc'] },
  { word: 'search', keys: ['/'] },
  { word: 'help', keys: ['?'] },
] as const;

/** Every key with what it does. */
export function KeyList() {
  const { t } = useTranslation();
  return (
    <div className={styles.list}>
      <p>{t('orderKeys.text')}</p>
      <dl>
        {KEYS.map(({ word, keys }) => (
          <div key={word}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`orderKeys.keys.${word}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('orderKeys.settings')}</p>
    </div>
  );
}
