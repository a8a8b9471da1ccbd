import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField } from '../parts/area-field';
import { type Mark, MARKS, marked } from './rich-text.rules';

interface Props {
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}

/** The text of an article, with buttons that put what is chosen of it in bold, or make a heading, a list or a link of it. */
export function RichText({ label, value, maxLength, onChange }: Props) {
  const { t } = useTranslation('desk');
  const field = useRef<HTMLTextAreaElement>(null);
  const put = (mark: Mark) => {
    const area = field.current;
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [value.length, value.length];
    const { text, caret } = marked(value, { from, to }, mark);
    if (text.length > maxLength) return;
    onChange(text);
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(caret, caret);
    });
  };
  return (
    <>
      <div className="desk-actions" role="group" aria-label={label}>
        {MARKS.map((mark) => (
          <Button key={mark} size="xs" variant="default" onClick={() => put(mark)}>
            {t(`news.${mark}`)}
          </Button>
        ))}
      </div>
      <AreaField
        ref={field}
        label={label}
        value={value}
        maxLength={maxLength}
        rows={10}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}
