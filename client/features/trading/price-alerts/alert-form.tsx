import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALERT_KINDS,
  ALERT_NOTE_MAX,
  ALERT_WINDOWS,
  type AlertKind,
  alertBounds,
  figureOf,
} from '../../../../server/contract/rules/price-alert.rules';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { Form } from '../../../ui/form';
import { PillChoice } from '../../../ui/pill-choice';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { type Market, usePriceAge, useTicker, useTickerView } from '../../markets/market-list';
import { ACCOUNT, type AlertDraft, type DraftProblem, fieldsOf, kindsOf, PAUSE_KEYS, readValue } from './alert-fields';
import { saveAlert } from './price-alerts.api';
import { useAlertWords } from './use-alert-words';

interface Props {
  markets: readonly Market[];
  /** Of the one that is changed; null for a new one. */
  id: number | null;
  start: AlertDraft;
  submit: string;
  onSaved: () => void;
}

/** What the user wants to be told of. What is refused stays as it was typed. */
export function AlertForm({ markets, id, start, submit, onSaved }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [draft, setDraft] = useState(start);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const market = markets.find(({ symbol }) => symbol === draft.symbol);
  const problemWords = useProblemWords(draft.kind, market?.priceDecimals ?? 0);
  const change = (part: Partial<AlertDraft>) => {
    setWrong(null);
    setProblem(null);
    setDraft((now) => ({ ...now, ...part }));
  };
  const send = async () => {
    const { value, problem: found } = readValue(draft, market?.priceDecimals ?? 0, language);
    if (found !== null) return setWrong(problemWords(found));
    setBusy(true);
    try {
      await saveAlert(id, fieldsOf(draft, value));
      onSaved();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const say = error.code === 'alert.already-there' ? setWrong : setProblem;
      say(failureWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      submit={submit}
      busy={busy}
      problem={problem}
      pinned
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <What markets={markets} market={market} draft={draft} onChange={change} />
      <Value draft={draft} market={market} error={wrong} onChange={change} />
      <How draft={draft} market={market} onChange={change} />
    </Form>
  );
}

interface PartProps {
  draft: AlertDraft;
  market: Market | undefined;
  onChange: (part: Partial<AlertDraft>) => void;
}

/** The market, and what is to happen in it. */
function What({ markets, market, draft, onChange }: PartProps & { markets: readonly Market[] }) {
  const { t } = useTranslation();
  const choices = [
    ...markets.map(({ symbol }) => ({ key: symbol, label: symbol })),
    { key: ACCOUNT, label: t('alerts.account') },
  ];
  const choose = (symbol: string) => {
    const kinds = kindsOf(
      ALERT_KINDS,
      symbol,
      markets.find((one) => one.symbol === symbol),
    );
    const kind = kinds.includes(draft.kind) ? draft.kind : (kinds[0] ?? 'rise');
    // A price of another market says nothing here.
    onChange({ symbol, kind, typed: '', source: 'index' });
  };
  const chooseKind = (kind: AlertKind) =>
    onChange({ kind, ...(figureOf(kind) === figureOf(draft.kind) ? {} : { typed: '' }) });
  return (
    <>
      <SelectField label={t('alerts.market')} value={draft.symbol} onChange={choose} choices={choices} />
      <SelectField<AlertKind>
        label={t('alerts.kind')}
        value={draft.kind}
        onChange={chooseKind}
        choices={kindsOf(ALERT_KINDS, draft.symbol, market).map((key) => ({ key, label: t(`alerts.kinds.${key}`) }))}
      />
    </>
  );
}

const LABELS = {
  price: 'alerts.value',
  percent: 'alerts.percent',
  funding: 'alerts.rate',
  margin: 'alerts.used',
} as const;

/** The value, with its sign where it may have one, and the time of a change. */
function Value({ draft, market, error, onChange }: PartProps & { error: string | null }) {
  const { t } = useTranslation();
  const { windowText } = useAlertWords();
  const figure = figureOf(draft.kind);
  const now = useNow(draft, market);
  return (
    <>
      {figure === 'funding' && (
        <PillChoice
          legend={t('alerts.sign')}
          choices={(['plus', 'minus'] as const).map((key) => ({ key, label: t(`alerts.${key}`) }))}
          chosen={draft.isNegative ? 'minus' : 'plus'}
          onChoose={(sign) => onChange({ isNegative: sign === 'minus' })}
        />
      )}
      <AmountInput
        label={t(LABELS[figure])}
        value={draft.typed}
        onChange={(typed) => onChange({ typed })}
        unit={figure === 'price' ? (market?.quote ?? '') : '%'}
        help={figure === 'price' ? now : undefined}
        error={error}
      />
      {figure === 'percent' && (
        <PillChoice
          legend={t('alerts.window')}
          choices={ALERT_WINDOWS.map((seconds) => ({ key: String(seconds), label: windowText(seconds) }))}
          chosen={draft.window}
          onChoose={(window) => onChange({ window })}
        />
      )}
    </>
  );
}

/** By which price, how often, and the user's own words. */
function How({ draft, market, onChange }: PartProps) {
  const { t } = useTranslation();
  const { repeatOf } = useAlertWords();
  return (
    <>
      {figureOf(draft.kind) === 'price' && market?.perpetual === true && (
        <PillChoice
          legend={t('alerts.source')}
          choices={(['index', 'mark'] as const).map((key) => ({ key, label: t(`alerts.sources.${key}`) }))}
          chosen={draft.source}
          onChoose={(source) => onChange({ source })}
        />
      )}
      <SelectField
        label={t('alerts.repeat')}
        value={draft.pause}
        onChange={(pause) => onChange({ pause })}
        choices={PAUSE_KEYS.map((key) => ({ key, label: repeatOf({ pause: key === '' ? null : Number(key) }) }))}
      />
      <TextField
        label={t('alerts.note')}
        optional
        value={draft.note}
        maxLength={ALERT_NOTE_MAX}
        help={t('alerts.noteHelp')}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </>
  );
}

/** The price that the alert goes by, as it is now; nothing while there is none that is live: no other price is shown as it. */
function useNow({ symbol, source }: AlertDraft, market: Market | undefined): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  useTickerView(symbol === ACCOUNT ? [] : [symbol]);
  const ticker = useTicker(symbol) ?? market?.ticker;
  const { kind } = usePriceAge(ticker ?? null);
  const price = (source === 'mark' ? ticker?.mark : ticker?.index) ?? null;
  return price === null || kind !== 'live'
    ? undefined
    : t('alerts.now', { price: formatDecimal(price, language, market?.priceDecimals) });
}

function useProblemWords(kind: AlertKind, priceDecimals: number): (problem: DraftProblem) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const { least, most, decimals } = alertBounds(kind, priceDecimals);
  return (problem) => {
    if (problem === 'required') return t('alerts.required');
    if (problem === 'format') return t('alerts.amount');
    if (problem === 'decimals') return t('alerts.decimals', { count: decimals });
    return t('alerts.range', { least: formatDecimal(least, language), most: formatDecimal(most, language) });
  };
}
