import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpCheckView } from '../../../../server/contract/account/help-chat.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { TextField } from '../../../ui/text-field';
import { Moment, shownCode } from './chat-lines';
import { checkCode } from './help-chat.api';
import styles from './help-chat.module.css';

/** Whether somebody who says so is from us: by the code that stands beside each line of ours. */
export function CheckCode({ given }: { given: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(given.length === 8 ? shownCode(given) : given);
  const [checked, setChecked] = useState<HelpCheckView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setProblem(null);
    setChecked(null);
    try {
      setChecked(await checkCode(typed));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind !== 'session') setProblem(failureWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className={styles.check}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') setProblem(t('form.required'));
        else void check();
      }}
    >
      <p>{t('helpChat.checkText')}</p>
      <TextField
        label={t('helpChat.checkCode')}
        value={typed}
        error={problem}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChecked(null);
        }}
      />
      <Button type="submit" fullWidth size="lg" loading={busy}>
        {t('helpChat.check')}
      </Button>
      <div role="status">{checked && <Verdict checked={checked} />}</div>
    </form>
  );
}

function Verdict({ checked: { isOurs, text, at } }: { checked: HelpCheckView }) {
  const { t } = useTranslation();
  if (!isOurs) {
    return (
      <div className={styles.verdict} data-bad>
        <p className={styles.verdictTitle}>{t('helpChat.notOurs')}</p>
        <p>{t('helpChat.notOursText')}</p>
      </div>
    );
  }
  return (
    <div className={styles.verdict}>
      <p className={styles.verdictTitle}>{t('helpChat.ours')}</p>
      {at !== null && <Moment at={at} />}
      <blockquote dir="auto">{text}</blockquote>
    </div>
  );
}
