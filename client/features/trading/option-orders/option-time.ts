import { useTranslation } from 'react-i18next';

const MINUTE = 60;
const HOUR = 3600;

/** A time that orders run: "30 s", "5 min", "1 h". */
export function useTermWords(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    if (seconds % HOUR === 0) return t('option.hours', { n: seconds / HOUR });
    if (seconds % MINUTE === 0) return t('option.minutes', { n: seconds / MINUTE });
    return t('option.seconds', { n: seconds });
  };
}

/** What is left of a time: "0:09", "12:30", "1:02:03". */
export function leftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  const rest = two(seconds % MINUTE);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
