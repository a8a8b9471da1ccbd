import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field';
import type { Filters } from './use-filters';

/** The fields that narrow a list down, in a row that wraps. */
export function FilterRow({ filters, children }: { filters: Filters; children: ReactNode }) {
  const { t } = useTranslation('desk');
  return (
    <div className="desk-filters" role="search" aria-label={t('common.filter')}>
      {children}
      {filters.isSet && (
        <Button variant="subtle" size="sm" className="desk-filter-clear" onClick={filters.clear}>
          {t('common.clear')}
        </Button>
      )}
    </div>
  );
}

interface Props {
  filters: Filters;
  name: string;
  label: string;
  /** What may be typed; anything else is not sent. */
  pattern?: RegExp;
  numeric?: boolean;
}

/** A text that narrows a list down; it counts when the field is left or Enter is pressed. */
export function FilterText({ filters, name, label, pattern, numeric = false }: Props) {
  const { t } = useTranslation('desk');
  const current = filters.get(name);
  // What is typed counts as long as the filter is the one that it was typed over.
  const [draft, setDraft] = useState({ over: current, text: current });
  const typed = draft.over === current ? draft.text : current;
  const text = typed.trim();
  const isWrong = text !== '' && pattern !== undefined && !pattern.test(text);
  const apply = () => {
    if (!isWrong && text !== current) filters.set({ [name]: text });
  };
  return (
    <TextField
      className="desk-field"
      label={label}
      value={typed}
      error={isWrong ? t('form.number') : null}
      inputMode={numeric ? 'numeric' : 'text'}
      maxLength={100}
      autoComplete="off"
      onChange={({ currentTarget }) => setDraft({ over: current, text: currentTarget.value })}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
}

/** A moment that narrows a list down; in the address and the call as Unix milliseconds. */
export function FilterMoment({ filters, name, label }: Omit<Props, 'pattern' | 'numeric'>) {
  const at = Number.parseInt(filters.get(name), 10);
  return (
    <TextField
      className="desk-field"
      type="datetime-local"
      label={label}
      value={Number.isFinite(at) ? localText(at) : ''}
      onChange={({ currentTarget: { value } }) => {
        const chosen = Date.parse(value);
        filters.set({ [name]: Number.isFinite(chosen) ? String(chosen) : '' });
      }}
    />
  );
}

/** As the browser's field wants it: wall time in the operator's zone. */
function localText(at: number): string {
  const moment = new Date(at);
  return new Date(at - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const NUMBER_ONLY = /^[1-9][0-9]{0,17}$/;
