import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import type { RefusalCode } from '../../../../server/contract/errors';
import type { DecimalText } from '../../../../server/contract/money';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { CallFailed } from '../../../platform/api';
import { textsOf, useDraft } from '../../../platform/draft';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { isReadingSurprising } from '../../../ui/typed-amount';
import { apply, KEYS, type Wish } from './ieo.api';
import { priceOf, readUnits, unitsText } from './units';

interface Values {
  /** As it was typed. */
  number: string;
  agreed: boolean;
}

/** Refusals that belong to a field, and so to the form rather than to the sheet that asks once more. */
const FIELDS: Partial<Record<RefusalCode, keyof Values>> = {
  'ieo.below-minimum': 'number',
  'ieo.above-maximum': 'number',
  'ledger.insufficient-balance': 'number',
  'ieo.agreement': 'agreed',
};

interface Props {
  project: IeoProjectView;
  /** Of the spot account; null while nobody knows. */
  available: DecimalText | null;
  /** The form has to be looked at again. */
  onRefused: () => void;
  onApplied: (words: string) => void;
}

/** The application's form: its rules, and what becomes of it. What was typed is kept while other pages are visited. */
export function useApplication({ project, available, onRefused, onApplied }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const language = useLanguage();
  const draft = useDraft(`ieo:${project.id}`);
  const judge = useJudge(project, available);
  const form = useForm<Values>({
    initialValues: { ...textsOf(draft.read(), { number: '' }), agreed: false },
    onValuesChange: ({ number }) => draft.save({ number }),
    validate: { number: judge, agreed: (ticked) => (ticked ? null : t('ieo.agreeFirst')) },
  });
  const submission = useSubmission<Wish, keyof Values>(form, {
    form: 'ieo',
    fields: FIELDS,
    send: async (wish, key) => {
      try {
        const words = await apply(wish, key);
        draft.drop();
        form.reset();
        onApplied(words);
      } catch (failure) {
        if (failure instanceof CallFailed && failure.code !== null && failure.code in FIELDS) onRefused();
        throw failure;
      } finally {
        await Promise.all([KEYS.mine, KEYS.offered].map((queryKey) => queries.invalidateQueries({ queryKey })));
      }
    },
  });
  const { number: typed } = form.values;
  const read = readUnits(typed, language);
  const number = judge(typed) === null ? read : null;
  return {
    form,
    ...submission,
    wish: number === null ? null : { projectId: project.id, number },
    /** How what was typed is read, where that may surprise. */
    reading: isReadingSurprising(typed, read, language) ? unitsText(read, project.currency_name, language) : null,
  };
}

/** Says what is wrong with a number of coins as it was typed; null where nothing is. */
function useJudge(project: IeoProjectView, available: DecimalText | null): (typed: string) => string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  const units = (number: string) => unitsText(number, project.currency_name, language);
  return (typed) => {
    if (typed.trim() === '') return t('form.required');
    const number = readUnits(typed, language);
    if (number === null) return t('ieo.whole');
    if (BigInt(number) > BigInt(project.max_number)) return t('ieo.atMost', { number: units(project.max_number) });
    const isShort = available !== null && new Decimal(priceOf(number, project.price)).gt(available);
    return isShort ? t('ieo.short') : null;
  };
}
