import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DESK_FILE_ROWS_MAX } from '../../../server/contract/operations/words';
import { useLanguage } from '../../platform/preferences';
import { saveFile } from '../../platform/save-file';
import { deskDownload, type Query } from '../frame/desk-call';
import { Problem } from './desk-form';
import { useAct } from './use-act';

interface Props {
  /** Of the list's call. */
  path: string;
  /** What the list is narrowed down to; pages are left out. */
  query: Query;
  /** In the row of a table: what the button says to whoever does not see the row. */
  inRow?: string;
}

/** Saves the list as the filter has it, all pages of it. */
export function SaveList({ path, query: { page: _page, limit: _limit, ...filter }, inRow }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const { busy, problem, run } = useAct();
  const save = async () => {
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
    const { name, content } = await deskDownload(`${path}/file`, { ...filter, zone });
    saveFile(name, content);
  };
  const words = t('common.saveFile');
  // What is read out begins with what is seen, so that it can be asked for by voice.
  const label = inRow && `${words}: ${inRow}`;
  const button = (
    <Button variant="default" size="sm" loading={busy} aria-label={label} onClick={() => run(save)}>
      {words}
    </Button>
  );
  if (inRow !== undefined) {
    return (
      <>
        {button}
        <Problem text={problem} />
      </>
    );
  }
  return (
    <div className="desk-save">
      <div className="desk-actions">
        {button}
        <span className="desk-note">
          {t('common.saveFileText', { rows: DESK_FILE_ROWS_MAX.toLocaleString(language) })}
        </span>
      </div>
      <Problem text={problem} />
    </div>
  );
}
