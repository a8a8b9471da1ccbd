import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TradingModeView } from '../../../server/contract/operations';
import { useCan } from '../frame/desk-session';
import type { DeskWords } from '../words/desk/en';

type Family = Extract<keyof DeskWords['stop'], `fam_${string}`>;

/** What each number of an invariant begins with. */
const FAMILIES: Readonly<Record<string, Family>> = {
  C: 'fam_C',
  D: 'fam_D',
  G: 'fam_G',
  I: 'fam_I',
  K: 'fam_K',
  L: 'fam_L',
  M: 'fam_M',
  N: 'fam_N',
  O: 'fam_O',
  P: 'fam_P',
  S: 'fam_S',
  T: 'fam_T',
  X: 'fam_X',
};

/** Why a book is as it is, in the desk's language, and the way to the rows that say so. */
export function StopCause({ mode: { mode, cause, broken } }: { mode: TradingModeView }) {
  const { t } = useTranslation('desk');
  const mayVerify = useCan('auditor', 'treasurer', 'administrator');
  if (cause === '') return null;
  if (broken.length === 0) return t('stop.operator', { words: cause });
  const names = broken.map((name) => {
    const family = FAMILIES[name.charAt(0)];
    return family === undefined ? name : `${name} (${t(`stop.${family}`)})`;
  });
  return (
    <>
      {t('stop.broken', { names: names.join(', ') })}{' '}
      {mayVerify && mode === 'cancel-only' && <Link to="/ops/books?verify=1">{t('stop.rows')}</Link>}
    </>
  );
}
