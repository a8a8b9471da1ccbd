import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../../server/contract/errors';
import { formatDecimal } from '../../../../platform/format';
import { useLanguage } from '../../../../platform/preferences';
import { Form } from '../../../../ui/form';
import { TextField } from '../../../../ui/text-field';
import { readTypedAmount, typedAs } from '../../../../ui/typed-amount';
import { indicatorOf, initialOf, type Setting, type Settings } from '../indicators';
import { type ChosenIndicator, settingProblems } from './chart-settings';
import styles from './indicator-form.module.css';
import { settingDecimal } from './setting-text';

interface Props {
  chosen: ChosenIndicator;
  onSave: (settings: Settings) => void;
}

type Typed = Record<string, string>;

/** The settings of one indicator. What is refused stays as it was typed. */
export function IndicatorForm({ chosen, onSave }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { settings } = indicatorOf(chosen.key);
  const form = useForm<Typed>({
    initialValues: typedOf(settings, chosen.settings, language),
    validate: (typed) => problemsOf(chosen, typed, { t, language }),
  });
  const restore = () => {
    form.setValues(typedOf(settings, initialOf(indicatorOf(chosen.key)), language));
    form.clearErrors();
  };
  return (
    <Form
      submit={t('charting.save')}
      busy={false}
      problem={null}
      pinned
      onSubmit={form.onSubmit((typed) => onSave(readSettings(settings, typed, language)))}
      above={
        <Button variant="subtle" size="sm" mih={44} className={styles.restore ?? ''} onClick={restore}>
          {t('charting.restore')}
        </Button>
      }
    >
      {settings.map((setting) => (
        <TextField
          key={setting.key}
          label={t(`charting.settings.${setting.key}`)}
          help={t('charting.range', rangeOf(setting, language))}
          inputMode={setting.decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          {...form.getInputProps(setting.key)}
        />
      ))}
    </Form>
  );
}

function typedOf(settings: readonly Setting[], values: Settings, language: Language): Typed {
  return Object.fromEntries(
    settings.map((setting) => [
      setting.key,
      typedAs(settingDecimal(values[setting.key] ?? setting.initial, setting), language),
    ]),
  );
}

/** What was typed; what is no number has none. */
function readSettings(settings: readonly Setting[], typed: Typed, language: Language): Settings {
  return Object.fromEntries(
    settings.flatMap(({ key }) => {
      const read = readTypedAmount(typed[key] ?? '', language);
      return read === null ? [] : [[key, Number(read)]];
    }),
  );
}

function rangeOf({ min, max }: Setting, language: Language): { min: string; max: string } {
  return { min: formatDecimal(String(min), language), max: formatDecimal(String(max), language) };
}

function problemsOf(chosen: ChosenIndicator, typed: Typed, { t, language }: { t: TFunction; language: Language }) {
  const { settings } = indicatorOf(chosen.key);
  const found = settingProblems(chosen.key, readSettings(settings, typed, language));
  return Object.fromEntries(
    settings.flatMap((setting) => {
      const problem = found[setting.key];
      if (!problem) return [];
      const words = {
        number: () => t('charting.problems.number'),
        decimals: () =>
          setting.decimals === 0
            ? t('charting.problems.whole')
            : t('charting.problems.decimals', { count: setting.decimals }),
        range: () => t('charting.range', rangeOf(setting, language)),
        order: () =>
          t(setting.key === 'step' ? 'charting.problems.notAbove' : 'charting.problems.below', {
            other: t(`charting.settings.${setting.below ?? setting.key}`),
          }),
      };
      return [[setting.key, words[problem]()]];
    }),
  );
}
