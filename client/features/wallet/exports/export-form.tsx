import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTitle } from '../../../../server/contract/languages/export-lists';
import {
  EXPORT_DAYS_MAX,
  EXPORT_FORMATS,
  EXPORT_LISTS,
  EXPORT_ROWS_MAX,
  type ExportFormat,
  type ExportListName,
  SUB_ACCOUNT_LISTS,
  UTC_DAY_LISTS,
} from '../../../../server/contract/wallet/exports.dto';
import { useAccountType } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { download } from '../../../platform/download';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { saveFile } from '../../../platform/save-file';
import { localMoment, serverNow } from '../../../platform/server-clock';
import { Form } from '../../../ui/form';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { type Days, daysOf, type Preset, PRESETS, problemOf } from './export-days';
import styles from './export-form.module.css';

interface Props {
  list: ExportListName;
  onList: (list: ExportListName) => void;
  /** The sub-account whose lists they are; empty: the user's own. */
  subAccountId?: string;
}

const UTC = 'UTC';

/** Which list, which days and which form; then the file. */
export function ExportForm({ list, onList, subAccountId = '' }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const accountType = useAccountType();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [chosen, setZone] = useState(own);
  const zones = UTC_DAY_LISTS.includes(list) ? [UTC] : [...new Set([own, UTC])];
  const zone = zones.includes(chosen) ? chosen : UTC;
  const { preset, setPreset, days, setDays, problem } = useDays(zone);
  const { busy, failure, save } = useSave();
  const submit = () => {
    if (problem !== null) return;
    // A sub-account has no money to practise with.
    const whose: Record<string, string> =
      subAccountId === '' ? { account_type: accountType } : { sub_account_id: subAccountId };
    void save({ list, format, ...days, zone, ...whose });
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      submit={t('figures.export.save')}
      busy={busy}
      blocked={problem === null ? null : t(`figures.export.${problem}`, { days: EXPORT_DAYS_MAX })}
      problem={failure}
    >
      <SelectField
        label={t('figures.export.list')}
        value={list}
        onChange={onList}
        choices={(subAccountId === '' ? EXPORT_LISTS : SUB_ACCOUNT_LISTS).map((key) => ({
          key,
          label: listTitle(language, key),
        }))}
      />
      <PillChoice
        legend={t('figures.export.days')}
        choices={PRESETS.map((key) => ({ key, label: t(`figures.export.${key}`) }))}
        chosen={preset}
        onChoose={setPreset}
      />
      {preset === 'own' && <DayFields days={days} onChange={setDays} />}
      <PillChoice
        legend={t('figures.export.format')}
        choices={EXPORT_FORMATS.map((key) => ({ key, label: key.toUpperCase() }))}
        chosen={format}
        onChoose={setFormat}
      />
      <p className={styles.says}>
        {t(`figures.export.${format}Says`, { rows: EXPORT_ROWS_MAX[format].toLocaleString(language) })}
      </p>
      <PillChoice
        legend={t('figures.export.zone')}
        choices={zones.map((key) => ({ key, label: key }))}
        chosen={zone}
        onChoose={setZone}
      />
    </Form>
  );
}

function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.days}>
      {(['from', 'to'] as const).map((key) => (
        <TextField
          key={key}
          type="date"
          label={t(`figures.export.${key}`)}
          value={days[key]}
          onChange={({ currentTarget: { value } }) => onChange({ ...days, [key]: value })}
        />
      ))}
    </div>
  );
}

/** Seen from today as the clock of the zone has it: a month that has begun here may not have begun there. */
function useDays(zone: string) {
  const now = serverNow();
  const today = (zone === UTC ? new Date(now).toISOString() : localMoment(now)).slice(0, 10);
  const [preset, choosePreset] = useState<Preset>('month');
  const [own, setDays] = useState<Days>(daysOf('month', today) ?? { from: today, to: today });
  const days = daysOf(preset, today) ?? own;
  const setPreset = (next: Preset) => {
    // What was chosen before is what is changed day by day.
    if (next === 'own') setDays(days);
    choosePreset(next);
  };
  return { preset, setPreset, days, setDays, problem: problemOf(days, EXPORT_DAYS_MAX) };
}

function useSave() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (parameters: Record<string, string>) => {
    setBusy(true);
    setFailure(null);
    try {
      const { name, content } = await download('exports/file', parameters);
      saveFile(name, content);
      toast(t('figures.export.saved', { name }));
    } catch (error) {
      if (error instanceof CallFailed && error.kind !== 'session') setFailure(failureWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, save };
}
