import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text';
import { toast } from './toast';

const SHOWN_MS = 1500;

/** Copies a text and says whether it worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const worked = await copyText(text);
    toast(t(worked ? 'form.copied' : 'form.copyFailed'));
    if (!worked) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <ActionIcon aria-label={`${t('form.copy')}: ${label}`} onClick={() => void copy()}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
