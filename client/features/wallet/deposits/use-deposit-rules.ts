import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { useVerdict } from '../../account/profile';
import { judgeHash } from './transaction-hash';

/** As many as our books keep of any coin that is deposited. */
const DECIMALS = 8;

/** What is wrong with the fields that deposits have in common, in words. */
export function useDepositRules({ minimum, unit }: { minimum: DecimalText | null; unit: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useVerdict();
  return {
    amount: (text: string): string | null => {
      const verdict = judgeAmount(text, language, { scale: DECIMALS, ...(minimum === null ? {} : { minimum }) });
      if (verdict === 'below') {
        return t('deposit.belowMinimum', { minimum: `${formatDecimal(minimum, language)} ${unit}` });
      }
      return verdictWords(verdict, DECIMALS, t);
    },
    hash: (text: string): string | null => {
      const verdict = judgeHash(text);
      return verdict === 'hash' ? t('deposit.hashWrong') : words(verdict);
    },
    /** A photo that is still on its way is waited for. */
    proof: ({ reference, progress }: { reference: string | null; progress: number | null }): string | null => {
      if (reference !== null) return null;
      return t(progress === null ? 'photo.required' : 'photo.wait');
    },
  };
}
