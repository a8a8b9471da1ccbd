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
      // After the browser has put the caret: a change of the text in between would leave it at the end.
      setTimeout(() => {
        if (document.activeElement !== input) return;
        const { selectionStart, selectionEnd, value: before } = input;
        flushSync(() => setIsTyping(true));
        const place = (at: number | null) => placeOf(at ?? before.length, before, input.value);
        if (before !== input.value) input.setSelectionRange(place(selectionStart), place(selectionEnd));
      });
    },
    end: () => setIsTyping(false),
    /** Both amounts that it may be, to be tapped; nothing can be sent before. */
    question,
    /** How it is read, where that may surprise. */
    reading: isReadingSurprising(value, read, language) ? t('form.readsAs', { amount: money(read) }) : null,
  };
}

/** The same place in the text with other signs between its digits. */
function placeOf(at: number, before: string, after: string): number {
  if (at === before.length) return after.length;
  const digits = before.slice(0, at).replaceAll(/\D/g, '').length;
  let place = 0;
  for (let seen = 0; seen < digits && place < after.length; place += 1) if (/\d/.test(after[place] ?? '')) seen += 1;
  return place;
}
