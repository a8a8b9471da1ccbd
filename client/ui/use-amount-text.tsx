import { type FocusEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { decimalsOf, formatDecimal } from '../platform/format';
import { useLanguage } from '../platform/preferences';
import styles from './amount-text.module.css';
import { isReadingSurprising, readingsOf, readTypedAmount, shownAmount, typedAs } from './typed-amount';

interface Typed {
  value: string;
  onChange: (typed: string) => void;
  unit: string;
}

/** What a field of an amount shows: the text while it is typed in, the amount as it is read otherwise. */
export function useAmountText({ value, onChange, unit }: Typed) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isTyping, setIsTyping] = useState(false);
  const money = (amount: string) => `${formatDecimal(amount, language, decimalsOf(amount))} ${unit}`.trim();
  const read = readTypedAmount(value, language);
  const readings = readingsOf(value, language);
  const question: ReactNode = readings && (
    <span className={styles.question}>
      <span className={styles.words}>{t('form.whichAmount')}</span>
      {readings.map((amount) => (
        <button
          key={amount}
          type="button"
          className={`numbers ${styles.reading}`}
          onClick={() => onChange(typedAs(amount, language))}
        >
          {money(amount)}
        </button>
      ))}
    </span>
  );
  return {
    shown: isTyping ? value : shownAmount(value, language),
    begin: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length;
      flushSync(() => setIsTyping(true));
      // The text is another one now, and whoever came by the keyboard replaces it by typing.
      if (isAllSelected) input.select();
    },
    end: () => setIsTyping(false),
    /** Both amounts that it may be, to be tapped; nothing can be sent before. */
    question,
    /** How it is read, where that may surprise. */
    reading: isReadingSurprising(value, read, language) ? t('form.readsAs', { amount: money(read) }) : null,
  };
}
